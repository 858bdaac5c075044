import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { findCaller } from './find-caller.ts'

const shop = await openShop()
const ann = await shop.customer('ann')
const good = ann.token

const hostileHeaders = [
  '',
  ' ',
  'Bearer',
  'Bearer ',
  `Bearer  ${good}`,
  ` Bearer ${good}`,
  `Bearer ${good} `,
  `Bearer ${good}\t`,
  `bearer ${good}`,
  `BEARER ${good}`,
  `Basic ${good}`,
  `Token ${good}`,
  good,
  `Bearer ${good}, Bearer ${good}`,
  `Bearer ${good.slice(0, 42)}`,
  `Bearer ${good}A`,
  `Bearer ${good.slice(0, 42)}=`,
  `Bearer ${'A'.repeat(43)}`,
  `Bearer ${'A'.repeat(100_000)}`,
  'Bearer null',
  'Bearer undefined',
  'Bearer [object Object]',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  'Bearer eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.AAAA',
  `Bearer ${'\u00ff'.repeat(43)}`,
  `Bearer ${good.slice(0, 20)}\u0000${good.slice(21)}`,
  `Bearer ${good.slice(0, 42)}\u0000`,
  `Bearer ${good.slice(0, 42)}'`,
  `Bearer ' or '1'='1' -- ${'x'.repeat(26)}`,
  `Bearer ${good.slice(0, 42)}%`,
  `Bearer ${encodeURIComponent('\u{1f600}').slice(0, 43)}`,
  `Digest username="${ann.email}"`,
]

test.each(hostileHeaders)('the header %j is not authenticated (36)', async (header) => {
  expect(await findCaller(shop.db, header)).toBeNull()
})

test('a call with any of these headers is answered 401, never 500 (36)', async () => {
  const answers = await Promise.all(
    hostileHeaders.map((authorization) => shop.app.inject({ url: `/api/user/${ann.email}`, headers: { authorization } })),
  )

  expect(hostileHeaders.length).toBeGreaterThanOrEqual(30)
  // HTTP servers trim a bare header before the shop sees it; injected requests are not trimmed.
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})

test('a valid token identifies the caller, with the current role (34)', async () => {
  const customer = await shop.customer('carl')
  const before = await findCaller(shop.db, `Bearer ${customer.token}`)
  await shop.db.update(users).set({ role: 'admin' }).where(eq(users.id, customer.userId))

  const after = await findCaller(shop.db, `Bearer ${customer.token}`)

  expect(before).toEqual({
    userId: customer.userId,
    email: customer.email,
    displayName: 'carl',
    permissions: [],
    role: '',
    sessionId: customer.sessionId,
    hasPaid: false,
  })
  expect(after!.role).toBe('admin')
})

test('an expired token, an expired session, an ended session and a disabled account are not authenticated (36)', async () => {
  const [expired, outlived, ended, disabled] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => shop.customer(name)))
  const past = sql`now() - interval '1 second'`
  await shop.db.update(accessTokens).set({ expiresAt: past }).where(eq(accessTokens.sessionId, expired!.sessionId))
  await shop.db.update(sessions).set({ expiresAt: past }).where(eq(sessions.id, outlived!.sessionId))
  await shop.db.delete(sessions).where(eq(sessions.id, ended!.sessionId))
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.id, disabled!.userId))

  const callers = await Promise.all(
    [expired, outlived, ended, disabled].map((customer) => findCaller(shop.db, `Bearer ${customer!.token}`)),
  )

  expect(callers).toEqual([null, null, null, null])
})
