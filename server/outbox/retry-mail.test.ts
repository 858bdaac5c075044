import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { deliverMails } from './deliver-mails.ts'

stopTheClock()

const shop = await openShop()
const { db } = shop
const admin = await shop.admin()

/** A mail of the outbox whose next attempt is an hour away. */
async function queued(changes: Partial<PgInsertValue<typeof mails>> = {}): Promise<string> {
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

test.each([
  ['waits', {}],
  ['was refused for good', { runAfter: null, failedAt: sql`now()` }],
  ['may be lost', { runAfter: null }],
  ['was interrupted', { runAfter: null, lastError: null, attemptedAt: sql`now() - interval '1 minute'` }],
])('a mail that %s is tried at once', async (_, changes) => {
  const id = await queued(changes)

  const answer = await admin.put(`/mails/${id}/retry`)

  expect(answer.json()).toEqual({ modifiedCount: 1 })
  expect(await secondsUntilRetry(id)).toBeLessThanOrEqual(0)
  expect(await deliverMails(shop.services)).toBe(1)
})

test('a mail that is just being sent is not sent once more', async () => {
  const id = await queued({ runAfter: null, lastError: null, attemptedAt: sql`now()` })

  expect((await admin.put(`/mails/${id}/retry`)).json()).toEqual({ modifiedCount: 0 })
  expect(await deliverMails(shop.services)).toBe(0)
})

test('a mail that is due anyway is not put off', async () => {
  const id = await queued({ runAfter: sql`now() - interval '1 minute'` })

  await admin.put(`/mails/${id}/retry`)

  expect(await secondsUntilRetry(id)).toBeLessThanOrEqual(-60)
  await deliverMails(shop.services)
})

test('a mail whose link is no longer good is not sent without it', async () => {
  const id = await queued({ kind: 'reset-password', body: '', runAfter: null, failedAt: sql`now()` })

  const answer = await admin.put(`/mails/${id}/retry`)

  expect([answer.statusCode, answer.json().code]).toEqual([400, 'LINK_EXPIRED'])
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
