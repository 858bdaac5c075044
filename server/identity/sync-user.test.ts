import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { mayBe, waitSetBy } from '#tests/support/database/wait-set-by.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()

test("a session becomes a token for fifteen minutes, returned with the user's record", async () => {
  const { browser, person } = await registeredBrowser(shop)

  let answer!: LightMyRequestResponse
  const sync = async () => {
    answer = await browser.call('PUT', `/user/${encodeURIComponent(person.email)}`, { email: person.email, displayName: person.name })
  }

  const lifetime = await waitSetBy(shop.db, sync, sql`select expires_at from access_tokens`)

  const { token, expiresAt, user } = answer.json()
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(mayBe(lifetime, 15 * 60)).toBe(true)
  const [stored] = await shop.db.select().from(accessTokens)
  expect(Date.parse(expiresAt)).toBe(stored!.expiresAt.getTime())
  expect(user).toMatchObject({ email: person.email, displayName: person.name, role: '' })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the database has only the hash of a token (37)', async () => {
  const { browser, person } = await registeredBrowser(shop)

  const token = await syncedToken(browser, person.email)

  const kept = JSON.stringify(await shop.db.select().from(accessTokens))
  expect(kept).not.toContain(token)
  expect(kept).toContain(createHash('sha256').update(token).digest('hex'))
})

test('without a session there is no token, and no validation error for the body (36)', async () => {
  const { person } = await registeredBrowser(shop)

  const good = await openBrowser(shop).call('PUT', `/user/${person.email}`, { email: person.email })
  const bad = await openBrowser(shop).call('PUT', `/user/${person.email}`, { nonsense: true })

  expect([good.statusCode, bad.statusCode]).toEqual([401, 401])
  expect(bad.json().code).toBe('SIGN_IN_NEEDED')
})

test.each(['', 'admin'] as const)('an account with the role %j gets no token for another email (32)', async (role) => {
  const { browser, person } = await registeredBrowser(shop)
  const { person: other } = await registeredBrowser(shop)
  await shop.db.update(users).set({ role }).where(eq(users.email, person.email))

  const answers = await Promise.all([
    browser.call('PUT', `/user/${other.email}`, { email: other.email }),
    browser.call('PUT', `/user/${other.email}`, { email: person.email }),
    browser.call('PUT', `/user/${person.email}`, { email: other.email }),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect(answers.map((answer) => answer.json().code)).toEqual(['NOT_YOURS', 'NOT_YOURS', 'NOT_YOURS'])
})

test('an access token is not an identity session (36)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const authorization = `Bearer ${await syncedToken(browser, person.email)}`

  const answer = await openBrowser(shop).call('PUT', `/user/${person.email}`, { email: person.email }, { authorization })

  expect(answer.statusCode).toBe(401)
})

test('the name in the request fills an empty record and changes no other', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const sync = async (displayName: string) =>
    (await browser.call('PUT', `/user/${person.email}`, { email: person.email, displayName })).json().user.displayName

  const unchanged = await sync('Another Name')
  await shop.db.update(users).set({ displayName: '' }).where(eq(users.email, person.email))
  const filled = await sync('  Ann Again ')

  expect(unchanged).toBe(person.name)
  expect(filled).toBe('Ann Again')
})

test('role and verification cannot be sent along (33)', async () => {
  const { browser, person } = await registeredBrowser(shop)

  const answer = await browser.call('PUT', `/user/${person.email}`, { email: person.email, role: 'admin' })

  expect(answer.statusCode).toBe(400)
})

test('an expired session gives no token (36)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  await shop.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, shop.db.select({ id: users.id }).from(users).where(eq(users.email, person.email))))

  const answer = await browser.call('PUT', `/user/${person.email}`, { email: person.email })

  expect(answer.statusCode).toBe(401)
})

test('a session in daily use is extended, and so is its cookie', async () => {
  const { browser, person } = await registeredBrowser(shop)
  await shop.db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '3 days'` })
    .where(eq(sessions.userId, shop.db.select({ id: users.id }).from(users).where(eq(users.email, person.email))))

  const answer = await browser.call('PUT', `/user/${person.email}`, { email: person.email })

  expect(answer.cookies[0]).toMatchObject({ name: 'teleforge.session_token', maxAge: 7 * 86_400 })
})

test('earlier tokens stay valid, and expired ones are deleted', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const first = await syncedToken(browser, person.email)
  const second = await syncedToken(browser, person.email)
  const expired = createHash('sha256').update(second).digest('hex')
  await shop.db
    .update(accessTokens)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(accessTokens.tokenHash, expired))

  await syncedToken(browser, person.email)

  const call = await shop.app.inject({ url: `/api/user/${person.email}`, headers: { authorization: `Bearer ${first}` } })
  expect(call.statusCode).toBe(200)
  expect(await shop.db.select().from(accessTokens).where(eq(accessTokens.tokenHash, expired))).toEqual([])
})

test('a concurrent sync and sign-out leave no valid token (37)', async () => {
  for (let round = 0; round < 10; round++) {
    const { browser, person } = await registeredBrowser(shop)
    const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')

    const [sync] = await Promise.all([
      openBrowser(shop).call('PUT', `/user/${person.email}`, { email: person.email }, { cookie }),
      openBrowser(shop).call('POST', '/auth/sign-out', undefined, { cookie }),
    ])

    expect([200, 401]).toContain(sync.statusCode)
    const authorization = `Bearer ${sync.json().token}`
    const call = await shop.app.inject({ url: `/api/user/${person.email}`, headers: { authorization } })
    expect(call.statusCode).toBe(401)
  }
})
