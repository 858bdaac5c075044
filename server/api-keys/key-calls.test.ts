import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiScopes, customerScopes, isShopScope, shopScopes, type ShopScope } from '#contract/people/api-keys.ts'
import type { Call, CallResponse } from '#contract/basics/call.ts'
import { API_KEY_CALLS_PER_MINUTE } from '#contract/basics/limits.ts'
import type { orderEventCalls } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { permissions as allPermissions, type Permission } from '#contract/people/permissions.ts'
import type { parcelCalls } from '#contract/orders/parcels.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { accessTokens, rateLimits } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { hashAccessToken } from '#server/identity/access-token.ts'
import { allCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { askWith, programOf, type Program } from '#tests/support/shops/api-keys.ts'
import { registeredBrowser } from '#tests/support/browser/browser.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

const shop = await openShop()
const guarded = allCalls.filter(({ policy, scopes }) => !['public', 'webhook', 'identity'].includes(policy) && scopes !== 'any')
const pathOf = ({ path }: Call, email: string) => path.replace(':id', randomUUID()).replace(':email', email).replace(':format', 'pdf')
const ordersOf = ({ email }: Customer) => `/order?customer=${email}`

test('a key reads and cancels orders of its owner, and of no other account', async () => {
  const [ann, bob, part] = [await shop.customer('ann'), await shop.customer('bob'), await shop.addPart()]
  const [own, foreign] = [await shop.placeOrder(ann, part), await shop.placeOrder(bob, part)]
  const { ask } = await programOf(shop, ann, ['orders:read', 'orders:write'])

  expect((await ask('GET', ordersOf(ann))).json()).toEqual([own])
  expect((await ask('GET', `/order/${own._id}`)).json()).toMatchObject(own)
  expect((await ask('GET', ordersOf(bob))).json()).toMatchObject({ code: 'NOT_YOURS' })
  expect((await ask('GET', `/order/${foreign._id}`)).statusCode).toBe(404)
  expect((await ask('DELETE', `/order/${foreign._id}`)).statusCode).toBe(404)
  expect((await ask('DELETE', `/order/${own._id}`)).json()).toEqual({ deletedCount: 1 })
})

test("an admin's key without a scope for the shop is not an admin: it reads only its owner's data", async () => {
  const [admin, bob, part] = [await shop.admin(), await shop.customer('bob'), await shop.addPart()]
  const order = await shop.placeOrder(bob, part)
  const { ask } = await programOf(shop, admin, customerScopes)

  expect((await ask('GET', ordersOf(bob))).json()).toMatchObject({ code: 'NOT_YOURS' })
  expect((await ask('GET', `/order/${order._id}`)).statusCode).toBe(404)
  expect((await ask('DELETE', `/order/${order._id}`)).statusCode).toBe(404)
  expect((await admin.get(`/order/${order._id}`)).statusCode).toBe(200)
})

const ofShop = Object.entries(shopScopes) as [ShopScope, (typeof shopScopes)[ShopScope]][]
/** Calls with which a program would change who may do what, or how the shop works. */
const neverForKeys = ({ tag, policy, permissions = [] }: Call) =>
  tag === 'API keys' ||
  (policy === 'admin' && permissions.length === 0) ||
  permissions.some((name) => name === 'customers') ||
  (permissions.includes('settings') && permissions.length === 1)

test('no scope allows calls about rights, keys, people or settings, and calls of admins name only scopes for the shop (33)', () => {
  const open = allCalls.filter(({ scopes }) => scopes !== undefined)
  const ofAdmins = open.filter(({ policy }) => policy === 'admin')
  const closed = allCalls.filter(neverForKeys)

  expect(closed.map(titleOf)).toEqual(
    expect.arrayContaining(['POST /api-keys', 'PUT /user/admin/:email', 'PUT /user/permissions/:email', 'POST /customers/:id/erase']),
  )
  expect(open.filter(neverForKeys).map(titleOf)).toEqual([])
  expect(
    open
      .filter(({ policy, knowsCaller }) => !knowsCaller && !['session', 'self', 'selfOrAdmin', 'owner', 'admin'].includes(policy))
      .map(titleOf),
  ).toEqual([])
  expect(ofAdmins.filter(({ scopes }) => scopes === 'any' || !scopes!.every(isShopScope)).map(titleOf)).toEqual([])
})

test.each(ofShop)('each call with the scope %s can be made by people with the permission %s (33)', (scope, permission) => {
  const named = allCalls.filter(({ scopes = [] }) => scopes !== 'any' && scopes.includes(scope))

  expect(named.length).toBeGreaterThan(1)
  expect(named.filter(({ permissions = [] }) => !permissions.includes(permission)).map(titleOf)).toEqual([])
})

test.each(ofShop)(
  'a key for %s makes its calls while its owner has the permission %s, and none of them afterwards (33)',
  async (scope, permission) => {
    const clerk = await shop.customer('clerk')
    const hold = (held: Permission[]) => shop.db.update(users).set({ permissions: held }).where(eq(users.id, clerk.userId))
    const calls = allCalls.filter(({ scopes = [], streamsEvents }) => scopes !== 'any' && scopes.includes(scope) && !streamsEvents)
    const codesOf = async (ask: Program['ask']) => {
      const answers = await Promise.all(calls.map((call) => ask(call.method, pathOf(call, clerk.email), call.body && { nonsense: true })))
      return answers.map((answer) => (answer.headers['content-type']?.includes('json') ? answer.json<{ code?: string }>().code : undefined))
    }
    const before = await clerk.post('/api-keys', { name: 'ERP', scopes: [scope] })
    await hold([permission])
    const { ask } = await programOf(shop, clerk, [scope])

    const allowed = await codesOf(ask)
    await hold(allPermissions.filter((name) => name !== permission))
    const refused = await codesOf(ask)

    const sentence = 'Only admins, and people who may do the same themselves, create keys with these permissions.'
    expect(before.json().fields).toEqual([{ field: 'scopes', message: sentence }])
    expect(allowed.filter((code) => code === 'NOT_ALLOWED' || code === 'KEY_NOT_FOR_THIS')).toEqual([])
    const forAdmins = calls.flatMap(({ policy }, index) => (policy === 'admin' ? [refused[index]] : []))
    expect(forAdmins.length).toBeGreaterThan(0)
    expect(new Set(forAdmins)).toEqual(new Set(['NOT_ALLOWED']))
  },
)

test("a warehouse's program finds, prints, sends and delivers an order for the shop, in the name of the key's owner", async () => {
  const [admin, bob, part] = [await shop.admin(), await shop.customer('bob'), await shop.addPart()]
  const order = await shop.placeOrder(bob, part)
  await reportPaid(bob, order, (await payByCard(shop, await openPaymentOf(bob, order))).id)
  const { ask } = await programOf(shop, admin, ['shipping'])

  const [found] = (await ask('GET', `/allOrder?page=0&size=50&newestFirst=true&state=paid&q=${order.number}`)).json<Order[]>()
  expect(found).toMatchObject({ _id: order._id, email: bob.email })
  expect((await ask('POST', '/packing-slips', { orders: [order._id] })).headers['content-type']).toBe('application/pdf')
  const sent = await ask('POST', `/order/${order._id}/parcels`, newUps())
  const { parcel } = sent.json<CallResponse<typeof parcelCalls.send>>()
  expect((await ask('PUT', `/parcels/${parcel._id}/delivered`)).json()).toMatchObject({ orderDelivered: true })

  const { events } = (await bob.get(`/order/${order._id}/events`)).json<CallResponse<typeof orderEventCalls.ofOrder>>()
  expect(events.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'parcel', 'shipped', 'parcel-delivered', 'delivered'])
  const audited = await shop.db.select().from(auditLog).where(eq(auditLog.actorId, admin.userId)).orderBy(auditLog.position)
  expect(audited.map(({ action }) => action)).toEqual(['create-api-key', 'send-parcel', 'deliver-parcel'])
})

test('a key with other scopes too acts for the shop only in the calls for shipping', async () => {
  const [admin, bob, part] = [await shop.admin(), await shop.customer('bob'), await shop.addPart()]
  const order = await shop.placeOrder(bob, part)
  const { ask } = await programOf(shop, admin, apiScopes)

  expect((await ask('GET', `/order/${order._id}`)).statusCode).toBe(200)
  expect((await ask('GET', ordersOf(bob))).json()).toMatchObject({ code: 'NOT_YOURS' })
  expect((await ask('DELETE', `/order/${order._id}`)).statusCode).toBe(404)
})

test("a key for shipping loses the shop's orders with its owner's rights, and no customer makes one", async () => {
  const [admin, bob, part] = [await shop.admin(), await shop.customer('bob'), await shop.addPart()]
  const order = await shop.placeOrder(bob, part)
  const { ask } = await programOf(shop, admin, ['shipping'])
  expect((await ask('GET', `/order/${order._id}`)).statusCode).toBe(200)

  await shop.db.update(users).set({ role: '' }).where(eq(users.id, admin.userId))

  expect((await ask('GET', '/allOrder?page=0&size=1')).json()).toMatchObject({ code: 'NOT_ALLOWED' })
  expect((await ask('PUT', `/orderShipped/${order._id}`)).json()).toMatchObject({ code: 'NOT_ALLOWED' })
  expect((await ask('GET', `/order/${order._id}`)).statusCode).toBe(404)
  const refused = await bob.post('/api-keys', { name: 'Warehouse', scopes: ['shipping'] })
  expect(refused.json()).toMatchObject({ fields: [{ field: 'scopes' }] })
})

test.each(guarded.map((call) => [titleOf(call), call] as const))(
  '%s is refused to a key without its scope before the request is validated',
  async (_, call) => {
    const admin = await shop.admin()
    const others = apiScopes.filter((scope) => !call.scopes?.includes(scope))
    const { ask } = await programOf(shop, admin, others)

    const answer = await ask(call.method, pathOf(call, admin.email), call.body && { nonsense: true })

    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'KEY_NOT_FOR_THIS', message: 'This API key may not make this call.' })
  },
)

test('a key that is revoked, expired, unknown or of a disabled account is refused from the next call on', async () => {
  const owners = await Promise.all(['a', 'b', 'c', 'd'].map((name) => shop.customer(name)))
  const [revoked, expired, altered, disabled] = await Promise.all(owners.map((person) => programOf(shop, person, ['orders:read'])))
  const ask = (index: number, key: string) => askWith(shop, key)('GET', ordersOf(owners[index]!))
  const keys = [revoked!.key, expired!.key, `${altered!.key.slice(0, -2)}${altered!.key.endsWith('AA') ? 'BB' : 'AA'}`, disabled!.key]
  const before = await Promise.all([ask(0, keys[0]!), ask(1, keys[1]!), ask(3, keys[3]!)])

  await owners[0]!.delete(`/api-keys/${revoked!.apiKey._id}`)
  await shop.db
    .update(apiKeys)
    .set({ expiresAt: sql`now()` })
    .where(eq(apiKeys.id, expired!.apiKey._id))
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.id, owners[3]!.userId))

  expect(before.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const after = await Promise.all(keys.map((key, index) => ask(index, key)))
  expect(after.map((answer) => answer.json().code)).toEqual(Array(4).fill('SIGN_IN_NEEDED'))
})

test.each([
  ['bearer', (key: string) => `bearer ${key}`],
  ['cut off', (key: string) => `Bearer ${key.slice(0, -1)}`],
  ['longer', (key: string) => `Bearer ${key}A`],
  ['in upper case', (key: string) => `Bearer ${key.replace('tfk_', 'TFK_')}`],
  ['without its mark', (key: string) => `Bearer ${key.slice(4)}`],
  ['twice', (key: string) => `Bearer ${key}, Bearer ${key}`],
  ['basic', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
])('a key sent %s is not authenticated', async (_, headerOf) => {
  const ann = await shop.customer('ann')
  const { key } = await programOf(shop, ann, ['orders:read'])

  const answer = await shop.app.inject({ url: `/api${ordersOf(ann)}`, headers: { authorization: headerOf(key) } })

  expect(answer.statusCode).toBe(401)
})

test('a key is accepted only in the Authorization header', async () => {
  const ann = await shop.customer('ann')
  const { key } = await programOf(shop, ann, ['orders:read'])

  const answers = await Promise.all([
    shop.app.inject({ url: `/api${ordersOf(ann)}&api_key=${key}&access_token=${key}` }),
    shop.app.inject({ url: `/api${ordersOf(ann)}`, headers: { 'x-api-key': key, cookie: `teleforge.session_token=${key}` } }),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

test('a key gets no session: no cookie, no access token, and signing out ends nothing', async () => {
  const ann = await shop.customer('ann')
  const { ask } = await programOf(shop, ann, customerScopes)

  const orders = await ask('GET', ordersOf(ann))
  const token = await ask('PUT', `/user/${ann.email}`, { email: ann.email })
  const signOut = await ask('POST', '/auth/sign-out')

  expect([orders.headers['set-cookie'], token.statusCode, signOut.statusCode]).toEqual([undefined, 401, 200])
  expect((await ask('GET', ordersOf(ann))).statusCode).toBe(200)
  expect((await ann.get(ordersOf(ann))).statusCode).toBe(200)
})

/** The token in an account's reset mail. */
async function mailedToken(email: string): Promise<string> {
  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, email))
  const link = queued.find(({ kind }) => kind === 'reset-password')?.body.match(/http\S+/)?.[0]
  return new URL(link!).searchParams.get('token')!
}

test('keys outlive signing out everywhere and a new password, as the profile says', async () => {
  const { browser, person } = await registeredBrowser(shop)
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.email, person.email))
  const synced = await browser.call('PUT', `/user/${person.email}`, { email: person.email })
  const bearer = { authorization: `Bearer ${synced.json().token}` }
  const created = await browser.call('POST', '/api-keys', { name: 'Purchasing', scopes: ['orders:read'] }, bearer)
  const ask = askWith(shop, created.json().key)

  await browser.call('POST', '/auth/sign-out-everywhere', undefined, bearer)
  await browser.call('POST', '/auth/request-password-reset', { email: person.email })
  const reset = await browser.call('POST', '/auth/reset-password', {
    token: await mailedToken(person.email),
    newPassword: 'Fresh-Flux-2026',
  })

  expect(reset.statusCode).toBe(200)
  expect((await browser.call('GET', `/user/${person.email}`, undefined, bearer)).statusCode).toBe(401)
  expect((await ask('GET', `/order?customer=${person.email}`)).statusCode).toBe(200)
})

test('the last use of a key is recorded, but not with every call', async () => {
  const ann = await shop.customer('ann')
  const { apiKey, ask } = await programOf(shop, ann, ['orders:read'])
  const lastUsedAt = async () => (await ann.get('/api-keys')).json()[0].lastUsedAt as string | null
  const [before, begun] = [await lastUsedAt(), Date.now()]

  await ask('GET', ordersOf(ann))
  const first = await lastUsedAt()
  await Promise.all(Array.from({ length: 5 }, () => ask('GET', ordersOf(ann))))
  const soon = await lastUsedAt()
  await shop.db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now() - interval '61 seconds'` })
    .where(eq(apiKeys.id, apiKey._id))
  await ask('GET', ordersOf(ann))
  const later = await lastUsedAt()

  expect(before).toBeNull()
  expect(Date.parse(first!)).toBeGreaterThanOrEqual(begun)
  expect(soon).toBe(first)
  expect(Date.parse(later!)).toBeGreaterThanOrEqual(Date.parse(first!))
})

test("a key above its limit is told when to retry, and its owner's other keys are not affected", async () => {
  const ann = await shop.customer('ann')
  const [busy, calm] = [await programOf(shop, ann, ['orders:read']), await programOf(shop, ann, ['orders:read'])]

  await busy.ask('GET', ordersOf(ann))
  // Calls that a second process has admitted.
  await shop.db
    .update(rateLimits)
    .set({ count: API_KEY_CALLS_PER_MINUTE })
    .where(eq(rateLimits.key, `api-key-calls|${busy.apiKey._id}`))

  const answers = await Promise.all(Array.from({ length: 15 }, () => busy.ask('GET', ordersOf(ann))))

  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(9)
  expect(refused).toHaveLength(6)
  for (const answer of refused) {
    expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  // Every call is refused.
  expect((await busy.ask('GET', '/user')).statusCode).toBe(429)
  expect((await calm.ask('GET', ordersOf(ann))).statusCode).toBe(200)
})

test('an access token that begins like a key is an access token', async () => {
  const ann = await shop.customer('ann')
  const token = `tfk_${'x'.repeat(39)}`
  await shop.db
    .update(accessTokens)
    .set({ tokenHash: hashAccessToken(token) })
    .where(eq(accessTokens.sessionId, ann.sessionId))

  expect((await askWith(shop, token)('GET', ordersOf(ann))).statusCode).toBe(200)
})

test('the document names the scope of each call that takes keys', async () => {
  const { paths, components } = (await shop.visitor.get('/openapi.json')).json()

  const listed = paths['/api/order'].get
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(listed.security).toEqual([{ accessToken: [] }, { apiKey: ['orders:read'] }])
  expect(listed.description).toContain('`orders:read`')
  expect(paths['/api/allOrder'].get.security).toEqual([{ accessToken: [] }, { apiKey: ['shipping'] }])
  expect(paths['/api/order/{id}'].get.description).toContain('`shipping`, and acts for the shop')
  expect(paths['/api/audit-log'].get.security).toEqual([{ accessToken: [] }])
})

test('calls with an access token do not read the keys: their table may be unavailable', async () => {
  const ann = await shop.customer('ann')
  await shop.db.execute(sql`alter table api_keys rename to api_keys_away`)

  const answer = await ann.get(ordersOf(ann))

  await shop.db.execute(sql`alter table api_keys_away rename to api_keys`)
  expect(answer.statusCode).toBe(200)
})
