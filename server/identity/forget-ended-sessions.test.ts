import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { forgetEndedSessions } from './forget-ended-sessions.ts'

const shop = await openShop()

const endSession = (id: string) =>
  shop.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.id, id))

test('an expired session is deleted with its access tokens; a live one stays and works', async () => {
  const [expired, stays] = [await shop.customer(), await shop.customer()]
  await endSession(expired.sessionId)

  const forgotten = await forgetEndedSessions(shop.db)

  expect(forgotten).toBe(1)
  expect(await shop.db.select().from(accessTokens).where(eq(accessTokens.sessionId, expired.sessionId))).toEqual([])
  expect((await shop.db.select({ id: sessions.id }).from(sessions)).map(({ id }) => id)).toEqual([stays.sessionId])
  expect((await stays.get(`/user/${stays.email}`)).statusCode).toBe(200)
})

test('any number of expired sessions is deleted, also by two processes concurrently', async () => {
  const { userId, sessionId } = await shop.customer()
  const expiresAt = new Date(Date.now() - 1_000)
  await shop.db.insert(sessions).values(Array.from({ length: 1_200 }, () => ({ userId, token: randomUUID(), expiresAt })))

  await Promise.all([forgetEndedSessions(shop.db), forgetEndedSessions(shop.db)])

  const left = await shop.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  expect(left).toEqual([{ id: sessionId }])
})
