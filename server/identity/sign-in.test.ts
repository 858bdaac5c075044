import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { goodPassword, newPerson, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { countedPasswords } from '#tests/support/counted-passwords.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ passwords: 'real' })

const signIn = (email: string, password = goodPassword, browser = openBrowser(shop)) =>
  browser.call('POST', '/auth/sign-in/email', { email, password })

test('the correct password starts a session, in any case of the email', async () => {
  const { person } = await registeredBrowser(shop)

  const answer = await signIn(person.email.toUpperCase())

  expect(answer.statusCode).toBe(200)
  expect(answer.json().identity.email).toBe(person.email)
})

test('a wrong password and an unknown email have the same answer (39)', async () => {
  const { person } = await registeredBrowser(shop)

  const [wrong, unknown] = await Promise.all([signIn(person.email, 'Wrong-Password-1'), signIn(newPerson().email)])

  expect(wrong.statusCode).toBe(401)
  const { requestId: _, ...words } = wrong.json()
  expect(words).toEqual({ code: 'CREDENTIALS_WRONG', message: 'Email or password is wrong.' })
  expect(unknown.json()).toMatchObject(words)
  expect(unknown.statusCode).toBe(401)
  expect(wrong.cookies.concat(unknown.cookies)).toEqual([])
})

test('an unknown email costs as many password hashes as a wrong password, and so takes as long (39)', async () => {
  const { made, passwords } = countedPasswords()
  const counting = await openShop({ passwords })
  const { person } = await registeredBrowser(counting)
  const hashesFor = async (email: string) => {
    const before = made.hash + made.verify
    await openBrowser(counting).call('POST', '/auth/sign-in/email', { email, password: 'Wrong-Password-1' })
    return made.hash + made.verify - before
  }

  expect([await hashesFor(person.email), await hashesFor(newPerson().email)]).toEqual([1, 1])
})

test('a disabled account cannot sign in, and only its owner learns why', async () => {
  const { person } = await registeredBrowser(shop)
  await disable(person.email)

  const right = await signIn(person.email)
  const wrong = await signIn(person.email, 'Wrong-Password-1')

  expect(right.statusCode).toBe(403)
  expect(right.json()).toMatchObject({ code: 'ACCOUNT_DISABLED', message: 'This account is disabled.' })
  expect(right.cookies).toEqual([])
  expect(wrong.json().code).toBe('CREDENTIALS_WRONG')
})

test('an account that is disabled while signed in can do nothing any more (36)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const token = await syncedToken(browser, person.email)
  await disable(person.email)

  const sync = await browser.call('PUT', `/user/${person.email}`, { email: person.email })
  const call = await browser.call('GET', `/user/${person.email}`, undefined, { authorization: `Bearer ${token}` })
  const current = await browser.call('GET', '/auth/get-session')

  expect(sync.json().code).toBe('ACCOUNT_DISABLED')
  expect(call.statusCode).toBe(401)
  expect(current.json()).toEqual({ identity: null })
})

test("signing in again ends the browser's earlier session", async () => {
  const { browser, person } = await registeredBrowser(shop)
  const earlier = await syncedToken(browser, person.email)

  await signIn(person.email, goodPassword, browser)

  const call = await browser.call('GET', `/user/${person.email}`, undefined, { authorization: `Bearer ${earlier}` })
  expect(call.statusCode).toBe(401)
  expect(await sessionsOf(person.email)).toHaveLength(1)
})

test('the address that a client claims to have is ignored (40)', async () => {
  const { person } = await registeredBrowser(shop)
  const browser = openBrowser(shop, { address: '203.0.113.9' })

  await browser.call(
    'POST',
    '/auth/sign-in/email',
    { email: person.email, password: goodPassword },
    { 'x-teleforge-client-address': '198.51.100.1', 'x-forwarded-for': '198.51.100.2' },
  )

  expect((await sessionsOf(person.email)).map(({ ipAddress }) => ipAddress)).toContain('203.0.113.9')
})

test.each([
  'teleforge.session_token=x',
  'teleforge.session_token=%',
  'teleforge.session_token=%00.%00',
  `teleforge.session_token=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`,
  `teleforge.session_token=${'a'.repeat(7_000)}`,
  'teleforge.session_token=\u00ff\u00fe; =; ;;;',
  '__proto__=1; constructor=2',
  'teleforge.session_token="',
])('the cookie %j is not authenticated', async (cookie) => {
  const current = await openBrowser(shop).call('GET', '/auth/get-session', undefined, { cookie })
  const sync = await openBrowser(shop).call('PUT', '/user/a@example.com', { email: 'a@example.com' }, { cookie })

  expect(current.json()).toEqual({ identity: null })
  expect(sync.statusCode).toBe(401)
})

test.each([
  ['POST', '/auth/sign-in/social'],
  ['POST', '/auth/update-user'],
  ['POST', '/auth/change-password'],
  ['POST', '/auth/change-email'],
  ['POST', '/auth/delete-user'],
  ['POST', '/auth/revoke-sessions'],
  ['GET', '/auth/list-sessions'],
  ['GET', '/auth/verify-email?token=x'],
  ['GET', '/auth/reset-password/token?callbackURL=/'],
  ['GET', '/auth/ok'],
  ['GET', '/auth/error'],
  ['POST', '/auth/get-session'],
] as const)('%s %s does not exist', async (method, path) => {
  const { browser } = await registeredBrowser(shop)

  const answer = await browser.call(method, path, method === 'POST' ? {} : undefined)

  // A call of the shop may have the same path, by another method.
  expect(['UNKNOWN_CALL', 'METHOD_NOT_ALLOWED']).toContain(answer.json().code)
})

async function disable(email: string): Promise<void> {
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.email, email))
}

const sessionsOf = (email: string) =>
  shop.db
    .select({ id: sessions.id, ipAddress: sessions.ipAddress })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.email, email))
