import { eq } from 'drizzle-orm'
import type { Call } from '#contract/basics/call.ts'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { users } from '#database/tables/users.ts'
import { expect, onTestFinished, test } from 'vitest'
import { allCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import { goodPassword, newPerson, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { cheapPasswords } from '#tests/support/cheap-passwords.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { absent, cookieOf } from '#tests/support/shops/principals.ts'

/** What a check of a password does before it answers; a test can make it wait. */
let beforeAnswer = async () => {}
const shop = await openShop({
  passwords: {
    ...cheapPasswords,
    async verify(asked) {
      const isRight = await cheapPasswords.verify(asked)
      await beforeAnswer()
      return isRight
    },
  },
})
const admin = await shop.admin()
const adminCookie = await cookieOf(shop, admin.sessionId)
const withBody = allCalls.filter(({ body }) => body !== undefined)

/** What an attacker would like to set. */
const WISHES = {
  role: 'admin',
  isAdmin: true,
  paid: true,
  shipped: true,
  transactionId: 'pi_1',
  _id: 'x',
  id: 'x',
  userId: 'x',
  emailVerified: true,
  disabledAt: null,
  state: 'paid',
  totalCents: 1,
  hasOwnProperty: 1,
  toString: 1,
  valueOf: 1,
  prototype: {},
}

type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[] }

/** The paths of all objects in a body, the body itself first, each with the names that it knows. */
function objectsIn(schema: Schema, path: string[] = []): { path: string[]; known: string[] }[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => objectsIn(property, [...path, name]))
  const choices = (schema.anyOf ?? []).flatMap((choice) => objectsIn(choice, path))
  return [...(schema.properties ? [{ path, known: Object.keys(schema.properties) }] : []), ...inside, ...choices]
}

/** By an admin with both keys in hand: what refuses here is the schema, not the policy. */
function make({ method, path }: Call, body: string) {
  const url = `/api${path.replace(':id', absent().id).replace(':email', admin.email)}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}`, cookie: adminCookie }
  return shop.app.inject({
    method,
    url: path.includes('/sandbox/') ? url.replace(/[0-9a-f-]{36}/, `pi_${'0'.repeat(24)}`) : url,
    headers,
    payload: body,
  })
}

const nest = (path: string[], value: unknown): unknown => path.reduceRight((inner, name) => ({ [name]: inner }), value)

/** Calls that may be long name one fault at a time, so that each wish has to come alone with what is needed. */
async function refusesEach(call: Call, known: string[], wishes: Record<string, unknown>): Promise<void> {
  const needed = Object.entries({ lines: [{ text: 'any' }], version: 1, total: 0, phone: '1', address: 'any', reason: 'any' })
  const body = Object.fromEntries(needed.filter(([name]) => known.includes(name)))
  for (const [name, wish] of Object.entries(wishes)) {
    const answer = await make(call, JSON.stringify({ ...body, [name]: wish }))

    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().fields.map(({ field }: { field: string }) => field)).toEqual([name])
  }
}

/** Lists of lines: the first problem is the only one that is named. */
const namesOneField = new Set(
  Object.values(quoteCalls)
    .filter(({ path }) => path !== '/quotes/:id/order')
    .map(titleOf),
)

test.each(withBody.map((call) => [titleOf(call), call] as const))(
  '%s refuses every property that it does not know (33)',
  async (_, call) => {
    for (const { path, known } of objectsIn(call.body as Schema)) {
      const wishes = Object.fromEntries(Object.entries(WISHES).filter(([name]) => !known.includes(name)))
      if (namesOneField.has(titleOf(call))) {
        await refusesEach(call, known, wishes)
        continue
      }

      const answer = await make(call, JSON.stringify(nest(path, wishes)))

      expect(answer.statusCode, answer.body).toBe(400)
      const refused = answer.json<{ fields: { field: string }[] }>().fields.map(({ field }) => field)
      expect(refused).toEqual(expect.arrayContaining(Object.keys(wishes).map((name) => [...path, name].join('.'))))
    }
  },
)

test.each(withBody.map((call) => [titleOf(call), call] as const))(
  '%s lets nobody reach the prototype of its objects (33)',
  async (_, call) => {
    for (const { path } of objectsIn(call.body as Schema)) {
      for (const poison of [
        '{"__proto__":{"role":"admin"}}',
        '{"constructor":{"prototype":{"role":"admin"}}}',
        '{"\\u005f_proto__":{"role":"admin"}}',
      ]) {
        const answer = await make(call, JSON.stringify(nest(path, 'HERE')).replace('"HERE"', poison))

        expect(answer.statusCode, answer.body).toBe(400)
      }
    }
    expect(({} as { role?: string }).role).toBeUndefined()
  },
)

test('the table of calls with a body is complete enough to mean something (33)', () => {
  expect(withBody.length).toBeGreaterThanOrEqual(15)
})

test('whoever is no admin any more is refused on the calls that follow at once, by token and by session (34)', async () => {
  const former = await Promise.all(Array.from({ length: 10 }, () => shop.admin('former')))
  const cookies = await Promise.all(former.map(({ sessionId }) => cookieOf(shop, sessionId)))

  for (const [index, person] of former.entries()) {
    expect((await person.get('/allOrder')).statusCode).toBe(200)
    await admin.put(`/user/admin/${person.email}`, { role: '' })
    const calling = [person.get('/allOrder'), person.get('/user'), person.put('/user/admin/a@example.com', { role: 'admin' })]
    const syncing = openBrowser(shop).call('PUT', `/user/${person.email}`, { email: person.email }, { cookie: cookies[index]! })

    expect((await Promise.all([...calling, syncing])).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  }
})

test('a role that is taken away by hand in the database is gone on the next call (34)', async () => {
  const former = await shop.admin('former')
  await shop.db.update(users).set({ role: '' }).where(eq(users.id, former.userId))

  expect((await former.get('/allOrder')).statusCode).toBe(403)
  expect((await former.get(`/admin/${former.email}`)).json()).toEqual({ admin: false })
})

test('neither the tokens nor the mails that were sent out can be read from the table of tokens (37)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const tokens = await Promise.all(Array.from({ length: 5 }, () => syncedToken(browser, person.email)))

  const kept = JSON.stringify(await shop.db.select().from(accessTokens))

  for (const token of tokens) expect(kept).not.toContain(token)
  // The session's token alone opens nothing: the cookie has to carry the server's signature beside it.
  const [session] = await sessionsOf(shop, person.email)
  const answer = await openBrowser(shop).call(
    'PUT',
    `/user/${person.email}`,
    { email: person.email },
    { cookie: `teleforge.session_token=${session!.token}` },
  )
  expect(answer.statusCode).toBe(401)
})

test('no sign-in with the old password outlives a reset that happens while it is being checked (38)', async () => {
  const { person } = await registeredBrowser(shop)
  await openBrowser(shop).call('POST', '/auth/request-password-reset', { email: person.email })
  const token = await mailedToken(person.email)

  const reset = Promise.withResolvers<void>()
  let checked = 0
  // Half of the checks are over as the reset starts, half of them when it has ended.
  beforeAnswer = async () => {
    if (++checked % 2 === 0) await reset.promise
  }
  onTestFinished(() => void (beforeAnswer = async () => {}))
  const steal = async () => {
    const browser = openBrowser(shop)
    await browser.call('POST', '/auth/sign-in/email', { email: person.email, password: goodPassword })
    return browser
  }
  const stealing = Array.from({ length: 24 }, steal)
  await expect.poll(() => checked).toBe(24)
  const resetting = openBrowser(shop).call('POST', '/auth/reset-password', { token, newPassword: 'Fresh-Flux-2026' })
  void resetting.finally(reset.resolve)
  const thieves = await Promise.all(stealing)
  expect((await resetting).statusCode).toBe(200)

  expect(await sessionsOf(shop, person.email)).toEqual([])
  const identities = await Promise.all(thieves.map(async (browser) => (await browser.call('GET', '/auth/get-session')).json().identity))
  expect(new Set(identities)).toEqual(new Set([null]))
})

test('asking for a reset answers with nothing of the token (38)', async () => {
  const { person } = await registeredBrowser(shop)

  const answer = await openBrowser(shop).call('POST', '/auth/request-password-reset', { email: person.email })

  expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toContain(await mailedToken(person.email))
  expect(answer.json()).toEqual({ status: true })
})

test('a session that somebody else has planted in the browser is left behind at sign-in (41)', async () => {
  const { browser: attacker, person: attackersAccount } = await registeredBrowser(shop)
  const { person: victim } = await registeredBrowser(shop)
  const planted = new Map(attacker.cookies)
  const browser = openBrowser(shop)
  for (const [name, value] of planted) browser.cookies.set(name, value)

  await browser.call('POST', '/auth/sign-in/email', { email: victim.email, password: goodPassword })

  expect([...browser.cookies.values()]).not.toEqual([...planted.values()])
  const current = async (one: typeof browser) =>
    (await one.call('GET', '/auth/get-session')).json<{ identity: { email: string } | null }>().identity?.email
  expect(await current(browser)).toBe(victim.email)
  expect(await current(attacker)).toBeUndefined()
  expect(await sessionsOf(shop, attackersAccount.email)).toEqual([])
})

test('in production an invented link tells nobody whose address the first admin has (39)', async () => {
  const owner = newPerson('Owner')
  const production = await openShop({ env: { ADMIN_EMAIL: owner.email } })
  production.services.settings.mode = 'production'
  const forged = (email: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return [part({ alg: 'HS256' }), part({ email, exp: 4e9 }), 'A'.repeat(43)].join('.')
  }
  const verify = (token: string) => openBrowser(production).call('POST', '/auth/verify-email', { token })

  const answers = [await verify(forged(owner.email)), await verify(forged('nobody@example.com'))]

  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [400, 'LINK_EXPIRED'],
    [400, 'LINK_EXPIRED'],
  ])
})

/** The token in a person's reset mail. */
async function mailedToken(email: string): Promise<string> {
  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, email))
  return /token=(\S+)/.exec(queued.find(({ kind }) => kind === 'reset-password')!.body)![1]!
}

const sessionsOf = ({ db }: TestShop, email: string) =>
  db.select({ token: sessions.token }).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(eq(users.email, email))
