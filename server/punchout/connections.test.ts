import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAXIMUM_PUNCHOUT_CONNECTIONS } from '#contract/basics/limits.ts'
import { punchoutMessages as messages, type PunchoutConnection } from '#contract/quotes/punchout.ts'
import { sessions } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { punchoutConnections, punchoutSessions } from '#database/tables/punchout.ts'
import { users } from '#database/tables/users.ts'
import { issueAccessToken } from '#server/identity/access-token.ts'
import { blockAccount } from '#server/users/block-account.ts'
import { connect, procurementOf } from '#tests/support/procurement/procurement.ts'
import { clientWith, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { forgetEndedPunchouts } from './forget-ended-punchouts.ts'
import { requireReturnUrl } from './require-return-url.ts'

const shop = await openShop()
const wanted = { kind: 'cxml', name: 'Purchasing', domain: ' DUNS ', identity: ' 123456789 ' }

const listOf = async (person: Customer) => (await person.get('/punchout/connections')).json<PunchoutConnection[]>()

test('a connection is made with a secret that no later answer has, and its owner is told by mail (91)', async () => {
  const ann = await shop.customer('ann')

  const answer = await ann.post('/punchout/connections', wanted)

  const { secret, connection } = answer.json<{ secret: string; connection: PunchoutConnection }>()
  expect(secret).toMatch(/^tfo_[A-Za-z0-9_-]{43}$/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(connection).toMatchObject({ kind: 'cxml', name: 'Purchasing', domain: 'DUNS', identity: '123456789', lastUsedAt: null })
  expect(await listOf(ann)).toEqual([connection])
  const [row] = await shop.db.select().from(punchoutConnections).where(eq(punchoutConnections.userId, ann.userId))
  expect(JSON.stringify(row)).not.toContain(secret)
  const [mail] = await shop.db.select().from(mails).where(eq(mails.recipient, ann.email))
  expect(mail).toMatchObject({ kind: 'punchout-created' })
  expect(mail!.body).not.toContain(secret)
})

test('for OCI the shop makes a user name, each time another (91)', async () => {
  const ann = await shop.customer('ann')

  const made = [await connect(ann, { kind: 'oci' }), await connect(ann, { kind: 'oci' })]

  expect(made.map(({ connection }) => connection.domain)).toEqual([null, null])
  expect(new Set(made.map(({ identity }) => identity)).size).toBe(2)
})

test.each([
  [{ ...wanted, name: ' ' }, 'name', messages.nameRequired],
  [{ ...wanted, domain: ' ' }, 'domain', messages.domainRequired],
  [{ kind: 'cxml', name: 'x', domain: 'DUNS' }, 'identity', messages.identityRequired],
])('the connection %j is refused at its field', async (body, field, message) => {
  const ann = await shop.customer('ann')

  expect((await ann.post('/punchout/connections', body)).json().fields).toContainEqual({ field, message })
  expect(await listOf(ann)).toEqual([])
})

test('an account has at most ten connections, also when it asks for twenty at the same time from twenty browsers (91)', async () => {
  const ann = await shop.customer('ann')
  const expiresAt = new Date(Date.now() + 86_400_000)
  const values = Array.from({ length: 20 }, (_, index) => ({ userId: ann.userId, token: `browser ${index}`, expiresAt }))
  const browsers = await shop.db.insert(sessions).values(values).returning()
  const clients = await Promise.all(browsers.map(async ({ id }) => clientWith(shop, (await issueAccessToken(shop.db, id)).token)))

  const answers = await Promise.all(clients.map((client) => client.post('/punchout/connections', wanted)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAXIMUM_PUNCHOUT_CONNECTIONS)
  expect(answers.filter((answer) => answer.statusCode === 409 && answer.json().code === 'TOO_MANY_CONNECTIONS')).toHaveLength(10)
  expect(await listOf(ann)).toHaveLength(MAXIMUM_PUNCHOUT_CONNECTIONS)
})

test('before the address is confirmed nothing is connected (91)', async () => {
  const ann = await shop.customer('ann')
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, ann.userId))

  const answer = await ann.post('/punchout/connections', wanted)

  expect(answer.json()).toMatchObject({ code: 'EMAIL_UNVERIFIED', message: messages.confirmFirst })
})

test("another account's connection is not removed (91)", async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const { connection } = await connect(ann)

  expect((await bob.delete(`/punchout/connections/${connection._id}`)).json()).toEqual({ deletedCount: 0 })
  expect((await ann.delete(`/punchout/connections/${connection._id}`)).json()).toEqual({ deletedCount: 1 })
  expect(await listOf(ann)).toEqual([])
})

test('the use of a connection is noted, and a blocked account has none left (91)', async () => {
  const ann = await shop.customer('ann')
  const system = procurementOf(shop, await connect(ann))
  const { startPage } = await system.setUp()
  expect(await listOf(ann)).toMatchObject([{ lastUsedAt: expect.any(String) }])
  const { token } = (await system.open(startPage)).json<{ token: string }>()

  await blockAccount(shop.db, null, ann.email)

  expect(await system.setUp()).toMatchObject({ code: '401' })
  expect((await shop.visitor.post('/punchout/return', { token, lines: [] })).statusCode).toBe(410)
  expect(await shop.db.$count(punchoutConnections, eq(punchoutConnections.userId, ann.userId))).toBe(0)
})

test('start pages and sessions end by the clock, and are removed (91)', async () => {
  const ann = await shop.customer('ann')
  const system = procurementOf(shop, await connect(ann))
  const [unopened, opened] = [await system.setUp(), await system.setUp()]
  const { token, expiresAt } = (await system.open(opened.startPage)).json<{ token: string; expiresAt: string }>()
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(8 * 3_600_000 + 60_000)
  await shop.db.update(punchoutSessions).set({ expiresAt: sql`now()` })

  expect((await system.open(unopened.startPage)).json()).toMatchObject({ code: 'PUNCHOUT_OVER' })
  expect((await shop.visitor.post('/punchout/return', { token, lines: [] })).json()).toMatchObject({ code: 'PUNCHOUT_OVER' })
  expect(await forgetEndedPunchouts(shop.db)).toBeGreaterThanOrEqual(2)
  expect(await shop.db.$count(punchoutSessions)).toBe(0)
})

test('outside of trial mode a cart returns by https alone, and to a server (91)', () => {
  expect(requireReturnUrl('http://buyer.example.com/x', { mode: 'trial' })).toBe('http://buyer.example.com/x')
  expect(() => requireReturnUrl('http://buyer.example.com/x', { mode: 'production' })).toThrow('https://')
  for (const url of ['https://buyer.example.com/x', 'https://10.1.2.3/x', 'https://[fd00::1]/x']) {
    expect(requireReturnUrl(url, { mode: 'production' })).toBe(url)
  }
  for (const host of ['127.0.0.1', 'localhost.', '[::127.0.0.1]', '[::ffff:169.254.169.254]', '0.0.0.0', '[2002:7f00:1::]']) {
    expect(() => requireReturnUrl(`https://${host}/x`, { mode: 'production' })).toThrow()
  }
})
