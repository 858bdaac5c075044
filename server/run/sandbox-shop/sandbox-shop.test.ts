import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SANDBOX_HEADER, type ApiKey } from '#contract/people/api-keys.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import type { NumberedParts, Part } from '#contract/parts/parts.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { webhookEvents } from '#contract/people/webhooks.ts'
import { inDatabase } from '#database/in-database.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { isSignedWith, openWebhookTarget } from '#tests/support/doubles/webhook-target.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { askWith, programOf } from '#tests/support/shops/api-keys.ts'
import { contact, openShop } from '#tests/support/shops/open-shop.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { withSandbox } from '#tests/support/shops/sandbox.ts'
import { toLoopback } from '#tests/support/shops/webhooks.ts'
import { copyCatalogue } from './copy-catalogue.ts'
import { leadToSandbox } from './lead-to-sandbox.ts'
import { enterClerk, playClerk } from './play-clerk.ts'
import { openSandboxShop } from './sandbox-shop.ts'

const shop = await openShop(toLoopback)
const sandbox = await withSandbox(shop)
const target = await openWebhookTarget()
afterTheFile(target.close)
const scopes = ['quotes:write', 'quotes:read', 'orders:write', 'orders:read', 'payments:write', 'papers:read'] as const

async function orderInSandbox(key: string, partNumber: string, pieces = 1_000) {
  const saved = await sandbox.ask(key, 'POST', '/quotes', { name: 'A try', lines: [{ text: partNumber, quantity: String(pieces) }] })
  if (saved.status !== 200) throw new Error(saved.text)
  const { _id, version, total } = saved.json<Quote>()
  const ordered = await sandbox.ask(key, 'POST', `/quotes/${_id}/order`, { version, total, ...contact })
  if (ordered.status !== 200) throw new Error(ordered.text)
  return ordered.json<OrderGroup>().orders[0]!
}

test('what is not known opens no sandbox', async () => {
  for (const credential of [`tft_${'x'.repeat(43)}`, 'x'.repeat(43)]) {
    const answer = await sandbox.ask(credential, 'GET', '/quotes')
    expect([answer.status, answer.json()['code'], answer.headers.get('cache-control')]).toEqual([401, 'SIGN_IN_NEEDED', 'no-store'])
  }
  expect(sandbox.openings()).toBe(0)
})

test('a program with a test key orders, pays by transfer and hears that it was shipped, and the shop itself has none of it (94)', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ price: 2.5, available: 20_000, priceBreaks: [{ from: 5_000, price: 2 }] })
  const { key, apiKey } = await programOf(shop, buyer, scopes, { isTest: true })
  expect(key).toMatch(/^tft_[A-Za-z0-9_-]{43}$/)
  expect(apiKey).toMatchObject({ isTest: true, prefix: key.slice(0, 8) })

  // The endpoint is that of the sandbox: added with the person's own token and the header.
  const added = await sandbox.ask(buyer.token, 'POST', '/webhooks', { url: target.url, events: webhookEvents })
  expect(added.status, added.text).toBe(200)
  expect((await buyer.get('/webhooks')).json()).toEqual([])

  const found = await sandbox.ask(key, 'POST', '/parts/by-number', { numbers: [part.partNumber] })
  expect(found.json<NumberedParts>()[0], found.text).toMatchObject({ part: { _id: part._id, available: 20_000 } })
  const order = await orderInSandbox(key, part.partNumber!, 5_000)
  expect(order).toMatchObject({ totalPrice: 10_000, partsId: part._id })
  const chosen = await sandbox.ask(key, 'POST', `/order/${order._id}/transfer`)
  expect(chosen.status, chosen.text).toBe(200)

  const types = () => target.received.filter(({ data }) => data['_id'] === order._id).map(({ type }) => type)
  const expectPoll = <T>(read: () => T) => expect.poll(read, { timeout: HANG_LIMIT_MS })
  await expectPoll(types).toContain('order.delivered')
  expect(types()).toEqual(['order.placed', 'order.paid', 'order.shipped', 'order.delivered'])
  const parcels = target.received.filter(({ type }) => type === 'parcel.sent')
  expect(parcels).toMatchObject([{ data: { order: { _id: order._id }, pieces: 5_000, left: 0 } }])
  expect(target.received.every((message) => isSignedWith(added.json<{ secret: string }>().secret, message))).toBe(true)
  // Not before all transactions of the server that are as old are over, those of other tests included.
  await expectPoll(async () => (await sandbox.ask(key, 'GET', '/changed-papers')).json()['changed']).toHaveLength(1)

  expect(await shop.db.$count(orders)).toBe(0)
  expect(await shop.stockOf(part)).toBe(20_000)
  const { services } = await sandbox.opened()
  const isSent = and(eq(mails.recipient, buyer.email), isNotNull(mails.sentAt))
  await expect.poll(() => services.db.$count(mails, isSent)).toBeGreaterThanOrEqual(2)
  expect(shop.sentMails).toEqual([])
  const mine = (await buyer.get('/api-keys')).json<ApiKey[]>()
  expect(mine).toMatchObject([{ _id: apiKey._id, isTest: true, lastUsedAt: expect.any(String) }])
})

test('each key has its shop: a test key nothing in the shop, another key nothing in the sandbox (94)', async () => {
  const buyer = await shop.customer()
  const tried = await programOf(shop, buyer, scopes, { isTest: true })
  const real = await programOf(shop, buyer, scopes)
  const { services } = await sandbox.opened()

  // Past the door, as if its look at the form of a key were gone.
  expect((await tried.ask('GET', '/quotes')).statusCode).toBe(401)
  const { app } = await sandbox.opened()
  expect((await askWith({ ...shop, app }, real.key)('GET', '/quotes')).statusCode).toBe(401)

  const answer = await sandbox.ask(real.key, 'GET', '/quotes')
  expect([answer.status, answer.headers.get(SANDBOX_HEADER)]).toEqual([200, null])
  expect(await services.db.$count(users, eq(users.id, buyer.userId))).toBe(0)
})

test('a key that is revoked, and one of a blocked account, are refused from the next call on (94)', async () => {
  const [one, other] = [await shop.customer(), await shop.customer()]
  const revoked = await programOf(shop, one, scopes, { isTest: true })
  const blocked = await programOf(shop, other, scopes, { isTest: true })
  for (const { key } of [revoked, blocked]) expect((await sandbox.ask(key, 'GET', '/quotes')).status).toBe(200)

  await one.delete(`/api-keys/${revoked.apiKey._id}`)
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.id, other.userId))
  for (const { key } of [revoked, blocked]) expect((await sandbox.ask(key, 'GET', '/quotes')).status).toBe(401)
})

test('who loses a right in the shop has lost it in the sandbox (94)', async () => {
  const admin = await shop.admin()
  const { key } = await programOf(shop, admin, ['shipping', 'orders:read'], { isTest: true })
  expect((await sandbox.ask(key, 'GET', '/allOrder')).status).toBe(200)
  await shop.db.update(users).set({ role: '' }).where(eq(users.id, admin.userId))
  expect((await sandbox.ask(key, 'GET', '/allOrder')).status).toBe(403)
})

test('answers of the sandbox are kept by no cache, also where those of the shop are (94)', async () => {
  const part = await shop.addPart({ price: 1.5 })
  const buyer = await shop.customer()
  const { key } = await programOf(shop, buyer, scopes, { isTest: true })
  const { services } = await sandbox.opened()
  await copyCatalogue(sandbox.place.shop, sandbox.place.sandbox)
  await services.db.update(parts).set({ price: '9.0000' }).where(eq(parts.id, part._id))

  const path = `/suggestParts?q=${part.partNumber}`
  const priceOf = async (credential: string | undefined) => {
    const { json, headers } = await sandbox.ask(credential, 'GET', path)
    return [json<Part[]>()[0]?.price, headers.get('cache-control') === 'no-store', headers.get(SANDBOX_HEADER)]
  }
  expect(await priceOf(undefined)).toEqual([1.5, false, null])
  expect(await priceOf(key)).toEqual([9, true, 'true'])
  expect(await priceOf(undefined)).toEqual([1.5, false, null])
})

test('parts follow those of the shop: prices, numbers that were exchanged for others, and one with the number of a part of the sandbox', async () => {
  const part = await shop.addPart({ price: 1.25, available: 7_000 })
  const { services } = await sandbox.opened()
  const copy = () => copyCatalogue(sandbox.place.shop, sandbox.place.sandbox)
  const inSandbox = async (id: string) => (await services.db.select().from(parts).where(eq(parts.id, id)))[0]
  await copy()
  expect(await inSandbox(part._id)).toMatchObject({ price: '1.2500', available: 7_000, partNumber: part.partNumber })

  await shop.db.update(parts).set({ price: '1.5000', available: 6_000 }).where(eq(parts.id, part._id))
  const taken = `TAKEN-${part.partNumber}`
  const [own] = await services.db
    .insert(parts)
    .values({ name: 'Of the sandbox', img: part.img, description: '', price: '1.0000', available: 1, partNumber: taken })
    .returning()
  const later = await shop.addPart({ partNumber: taken })
  await copy()
  expect(await inSandbox(part._id)).toMatchObject({ price: '1.5000', available: 6_000 })
  expect(await inSandbox(later._id)).toMatchObject({ partNumber: taken, deletedAt: null })
  expect((await inSandbox(own!.id))!.deletedAt).not.toBeNull()

  const before = await services.db.execute(sql`select xmin::text as written from parts where id = ${part._id}`)
  await copy()
  expect((await services.db.execute(sql`select xmin::text as written from parts where id = ${part._id}`)).rows).toEqual(before.rows)
})

test('orders of somebody with a program that ships wait for it', async () => {
  const admin = await shop.admin()
  const part = await shop.addPart({ available: 50_000 })
  await sandbox.opened()
  await copyCatalogue(sandbox.place.shop, sandbox.place.sandbox)
  const erp = await programOf(shop, admin, ['shipping', 'orders:read'], { isTest: true })
  const { key } = await programOf(shop, admin, scopes, { isTest: true })
  expect((await sandbox.ask(erp.key, 'GET', '/allOrder')).status).toBe(200)
  const { key: othersKey } = await programOf(shop, await shop.customer(), scopes, { isTest: true })
  const stateOf = async (credential: string, { _id }: { _id: string }) =>
    (await sandbox.ask(credential, 'GET', `/order/${_id}`)).json<OrderInFull>()
  const payFor = async (credential: string) => {
    const ordered = await orderInSandbox(credential, part.partNumber!)
    await sandbox.ask(credential, 'POST', `/order/${ordered._id}/transfer`)
    await expect.poll(async () => (await stateOf(credential, ordered)).paid).toBe(true)
    return ordered
  }
  const order = await payFor(key)
  const others = await payFor(othersKey)
  const { services } = await sandbox.opened()
  await playClerk(services, await enterClerk(services.db), 0)
  await expect.poll(async () => (await stateOf(othersKey, others)).shipped).toBe(true)
  expect((await stateOf(key, order)).shipped ?? false).toBe(false)
  const sent = await sandbox.ask(erp.key, 'PUT', `/orderShipped/${order._id}`)
  expect(sent.status, sent.text).toBe(200)
})

test('whoever comes while it is being opened is asked to come again, and to whom there is none is told so', async () => {
  const buyer = await shop.customer()
  const { key } = await programOf(shop, buyer, scopes, { isTest: true })
  const { db, services } = shop
  const askAt = async (open: Parameters<typeof leadToSandbox>[1]['open']) => {
    const server = createServer((_, response) => response.end('the shop'))
    leadToSandbox(server, { db, log: services.log, open, waitMs: 200 })
    const address = server.listen(0, '127.0.0.1')
    await once(address, 'listening')
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { code, message } = (await answer.json()) as { code: string; message: string }
    server.close()
    return [answer.status, answer.headers.get('retry-after'), code, message]
  }

  expect(await askAt(() => new Promise(() => {}))).toEqual([503, '10', 'SANDBOX_CLOSED', expect.stringContaining('being opened')])
  expect(await askAt(undefined)).toEqual([503, '10', 'SANDBOX_CLOSED', expect.stringContaining('not open')])
  expect(await askAt(() => Promise.reject(new Error('no right to create a database')))).toEqual([
    503,
    '10',
    'SANDBOX_CLOSED',
    expect.stringContaining('not open'),
  ])
})

test('two processes that open it at once, before there is a database, open the same (94)', async () => {
  const place = { ...sandbox.place, sandbox: inDatabase(sandbox.place.sandbox, `second_${randomUUID().replaceAll('-', '')}`) }
  const [one, other] = await Promise.all([openSandboxShop(shop.services, place), openSandboxShop(shop.services, place)])
  const clerks = await one.services.db.$count(users, eq(users.email, 'clerk@sandbox.invalid'))
  await Promise.all([one.close(), other.close()])
  expect(clerks).toBe(1)
})
