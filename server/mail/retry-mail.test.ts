import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { SEND_TIMEOUT_MS } from './transport.ts'

const shop = await openShop()
const { db } = shop
const admin = await shop.admin()

/** A mail of the outbox whose next attempt is an hour away. */
async function queued(changes: Partial<typeof mails.$inferInsert> = {}): Promise<string> {
  const [row] = await db
    .insert(mails)
    .values({
      kind: 'order-placed',
      ref: randomUUID(),
      recipient: 'ann@example.com',
      subject: 'Your order',
      body: 'Thank you.',
      attempts: 7,
      lastError: 'no such host',
      runAfter: sql`now() + interval '1 hour'`,
      ...changes,
    })
    .returning({ id: mails.id })
  return row!.id
}

const secondsUntilRetry = async (id: string) => {
  const [row] = await db
    .select({ seconds: sql<number>`extract(epoch from ${mails.runAfter} - now())::int` })
    .from(mails)
    .where(eq(mails.id, id))
  return row!.seconds
}

test('a mail that waits is tried again soon, but not before an attempt of this moment is over', async () => {
  const id = await queued()

  const answer = await admin.put(`/mails/${id}/retry`)

  expect(answer.json()).toEqual({ modifiedCount: 1 })
  const seconds = await secondsUntilRetry(id)
  expect(seconds).toBeGreaterThan(SEND_TIMEOUT_MS / 1_000)
  expect(seconds).toBeLessThanOrEqual(30)
})

test('a mail that is tried sooner anyway is not put off', async () => {
  const id = await queued({ runAfter: new Date() })

  await admin.put(`/mails/${id}/retry`)

  expect(await secondsUntilRetry(id)).toBeLessThanOrEqual(0)
})

test('a mail that is sent stays as it is, and one that never was is not found', async () => {
  const id = await queued({ sentAt: new Date() })

  expect((await admin.put(`/mails/${id}/retry`)).json()).toEqual({ modifiedCount: 0 })
  expect(await secondsUntilRetry(id)).toBeGreaterThan(3_000)
  expect((await admin.put(`/mails/${randomUUID()}/retry`)).statusCode).toBe(404)
})

test('nobody but an admin has a mail tried again', async () => {
  const id = await queued()

  expect((await shop.visitor.put(`/mails/${id}/retry`)).statusCode).toBe(401)
  expect((await (await shop.customer()).put(`/mails/${id}/retry`)).statusCode).toBe(403)
  expect(await secondsUntilRetry(id)).toBeGreaterThan(3_000)
})
