import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { returnCanBecome, returnStates, type ReturnState } from '#contract/orders/return-states.ts'
import type { Return, Returns } from '#contract/orders/returns.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { images } from '#database/tables/images.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { returnPictures, returns } from '#database/tables/returns.ts'
import { transaction } from '#database/transaction.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { sweepImages } from '#server/images/sweep-images.ts'
import { buildApp } from '#server/app.ts'
import { registeredBrowser } from '#tests/support/browser/browser.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { multipartOf, picture } from '#tests/support/shops/picture-shop.ts'
import { users } from '#database/tables/users.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, orderRow } from '#tests/support/shops/payments.ts'
import { paidOrder, refundsOfPayment } from '#tests/support/shops/refunds.ts'

const shop = await openShop()
let admin: Customer
let clerk: Customer
beforeAll(async () => {
  admin = await shop.admin()
  clerk = await shop.admin('clerk')
})

const wanted = { pieces: 300, reason: 'defective', note: 'Dead pixels', pictures: [] as string[] }
const ask = (who: Customer, order: Pick<Order, '_id'>, more: object = {}) => who.post(`/order/${order._id}/returns`, { ...wanted, ...more })
const returnOf = async (who: Customer, order: Pick<Order, '_id'>, more: object = {}) => (await ask(who, order, more)).json<Return>()
const step = (who: Customer, { _id }: Return, verb: string, body: object = {}) => who.put(`/returns/${_id}/${verb}`, body)
const mailsAbout = async ({ _id }: Return) =>
  (
    await shop.db
      .select()
      .from(mails)
      .where(like(mails.ref, `${_id}%`))
      .orderBy(mails.createdAt)
  ).map(({ kind, recipient }) => [kind, recipient])

async function shippedOrder() {
  const bought = await paidOrder(shop)
  await admin.put(`/orderShipped/${bought.order._id}`)
  return bought
}

async function received(pieces = 300) {
  const bought = await shippedOrder()
  const one = await returnOf(bought.buyer, bought.order)
  await step(admin, one, 'agree', { answer: 'Send it to dock 4' })
  await step(admin, one, 'receive', { pieces, condition: 'opened', note: '' })
  return { ...bought, one }
}

test('a return goes from the question to refund and stock; each step is on the timeline and mailed to the other side', async () => {
  const { buyer, order, part, intentId } = await shippedOrder()
  const one = await returnOf(buyer, order)
  await step(admin, one, 'agree', { answer: 'Send it to dock 4' })
  await step(admin, one, 'receive', { pieces: 250, condition: 'opened', note: 'One box torn' })
  const { returns: known } = (await buyer.get(`/order/${order._id}/returns`)).json<{ returns: Return[] }>()

  const settled = await step(admin, one, 'settle', { amount: known[0]!.proposed, restock: 200, note: '' })

  expect(known).toMatchObject([{ state: 'received', receivedPieces: 250, proposed: 625, answer: 'Send it to dock 4' }])
  expect(settled.json()).toMatchObject({ state: 'refunded', refunded: 625, restockedPieces: 200 })
  expect(await shop.stockOf(part)).toBe(part.available - 1_000 + 200)
  expect((await refundsOfPayment(shop, intentId)).rows).toMatchObject([{ state: 'succeeded', amountCents: 62_500, returnId: one._id }])
  expect(await orderRow(shop, order)).toMatchObject({ returnedPieces: 250, restockedPieces: 200, refundedCents: 62_500, state: 'shipped' })
  const { events } = (await buyer.get(`/order/${order._id}/events`)).json<{ events: OrderEvent[] }>()
  expect(events.filter(({ kind }) => kind.startsWith('return-')).map(({ kind, by, return: told }) => [kind, by, told!.pieces])).toEqual([
    ['return-asked', 'customer', 300],
    ['return-agreed', 'shop', 300],
    ['return-received', 'shop', 250],
    ['return-refunded', 'shop', 250],
  ])
  expect((await mailsAbout(one)).toSorted()).toEqual(
    [
      ['return-asked', admin.email],
      ['return-asked', clerk.email],
      ...Array.from({ length: 3 }, () => ['return-stepped', buyer.email]),
    ].toSorted(),
  )
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id))
  expect(new Set(entries.flatMap(({ detail }) => detail['return'] ?? []))).toEqual(new Set([one.number]))
  await expectBooksToBalance(shop)
})

test('fifty concurrent questions return no more pieces than were sent (74)', async () => {
  const { buyer, order } = await shippedOrder()
  await shop.services.identity.countAttempt('order-message', buyer.userId, 0)

  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(buyer, order)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(answers.find(({ statusCode }) => statusCode !== 200)!.json().fields).toEqual([
    { field: 'pieces', message: 'At most 100 pieces of this order can be returned.' },
  ])
  expect(await orderRow(shop, order)).toMatchObject({ returnedPieces: 900 })
  await expectBooksToBalance(shop)
})

test('the database itself refuses a return of more pieces than were sent, and none of an unsent order (74)', async () => {
  const sent = await shippedOrder()
  const unsent = await paidOrder(shop)
  const insert = ({ order }: typeof sent, pieces: number) => shop.db.insert(returns).values({ orderId: order._id, pieces, reason: 'other' })

  await insert(sent, 1_000)
  await expect(insert(sent, 1)).rejects.toMatchObject({ cause: { constraint: 'orders_returns_within_sent' } })
  await expect(insert(unsent, 1)).rejects.toMatchObject({ cause: { constraint: 'orders_returns_within_sent' } })
})

test('of a partly sent order only what was sent can be returned, and pieces of a refused or withdrawn return are free again', async () => {
  const { buyer, order } = await paidOrder(shop)
  await admin.post(`/order/${order._id}/parcels`, { pieces: 400 })
  const tooMany = await ask(buyer, order, { pieces: 401 })
  const first = await returnOf(buyer, order, { pieces: 400 })
  await step(admin, first, 'refuse', { answer: 'Used' })
  const second = await returnOf(buyer, order, { pieces: 400 })
  await step(buyer, second, 'withdraw')

  const third = await ask(buyer, order, { pieces: 400 })

  expect(tooMany.json().fields).toMatchObject([{ field: 'pieces' }])
  expect(third.statusCode).toBe(200)
  expect((await mailsAbout(second)).map(([kind]) => kind).toSorted()).toEqual([
    'return-asked',
    'return-asked',
    'return-withdrawn',
    'return-withdrawn',
  ])
})

test('of two admins at once one takes a step, and the other is told what happened (80)', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, order } = await shippedOrder()
    const one = await returnOf(buyer, order)

    const answers = await Promise.all([
      step(admin, one, 'agree', { answer: 'Send it' }),
      step(clerk, one, 'refuse', { answer: 'Used' }),
      step(clerk, one, 'agree', { answer: 'Send it elsewhere' }),
    ])

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const told = answers.find(({ statusCode }) => statusCode !== 200)!.json()
    expect(told.code).toBe('RETURN_CHANGED')
    expect(told.message).toMatch(/^This return is (agreed|refused) already: .+@.+, \d{4}-\d\d-\d\d, \d\d:\d\d UTC\.$/)
  }
})

test('a return settled by two at once is refunded and restocked once (74)', async () => {
  const { one, part, intentId } = await received()

  const answers = await Promise.all(
    [admin, clerk, admin, clerk].map((who) => step(who, one, 'settle', { amount: 750, restock: 300, note: '' })),
  )

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await refundsOfPayment(shop, intentId)).refundedCents).toBe(75_000)
  expect(await shop.stockOf(part)).toBe(part.available - 700)
  await expectBooksToBalance(shop)
})

test('a received return is closed without a refund, with or without stock; more pieces or money than there are is refused', async () => {
  const { one, part, buyer } = await received()

  const refused = [
    await step(admin, one, 'settle', { restock: 301, note: '' }),
    await step(admin, one, 'settle', { amount: 2_500.01, restock: 0, note: '' }),
    await step(admin, one, 'close', { note: 'Never came' }),
    await step(buyer, one, 'withdraw'),
  ]
  const closed = await step(admin, one, 'settle', { restock: 10, note: 'Used' })

  expect(refused.map((answer) => answer.json().fields?.[0].field ?? answer.json().code)).toEqual([
    'restock',
    'amount',
    'RETURN_CHANGED',
    'RETURN_CHANGED',
  ])
  expect(closed.json()).toMatchObject({ state: 'closed', outcome: 'Used', refunded: 0 })
  expect(await shop.stockOf(part)).toBe(part.available - 990)
  await expectBooksToBalance(shop)
})

test('pieces in a return do not come back a second time by a refund (74)', async () => {
  const { one, order, buyer } = await received()
  await step(admin, one, 'settle', { restock: 300, note: '' })

  const answer = await admin.post(`/order/${order._id}/refund`, { reason: 'Any', amount: 1, restock: 701 })
  const again = await ask(buyer, order, { pieces: 701 })

  expect([answer, again].map((refused) => refused.json().fields[0].field)).toEqual(['restock', 'pieces'])
})

test('the states of the contract are those of the trigger, every pair', async () => {
  const { order } = await shippedOrder()
  const reach: Record<ReturnState, ReturnState[]> = {
    asked: [],
    agreed: ['agreed'],
    refused: ['refused'],
    received: ['agreed', 'received'],
    refunded: ['agreed', 'received', 'refunded'],
    closed: ['closed'],
  }
  for (const from of returnStates) {
    for (const to of returnStates) {
      if (from === to) continue
      const moves = transaction(shop.db, async (tx) => {
        const [row] = await tx.insert(returns).values({ orderId: order._id, pieces: 1, reason: 'other' }).returning()
        for (const state of [...reach[from], to]) {
          const arrives = state === 'received' && { receivedPieces: 1, receivedAt: new Date() }
          await tx
            .update(returns)
            .set({ state, ...arrives })
            .where(eq(returns.id, row!.id))
        }
      })
      if (returnCanBecome(from, to)) await expect(moves, `${from} to ${to}`).resolves.toBe(undefined)
      else await expect(moves, `${from} to ${to}`).rejects.toMatchObject({ cause: { code: '23514' } })
    }
  }
  await expect(shop.db.delete(returns).where(eq(returns.orderId, order._id))).rejects.toMatchObject({ cause: { code: '23514' } })
})

test('pictures are uploaded for an order of one’s own, bounded, and only these are part of its return', async () => {
  const { buyer, order } = await shippedOrder()
  const other = await shippedOrder()
  const addPicture = async (orderId: string) => {
    const url = `/images/${randomUUID().replaceAll('-', '')}.webp`
    await shop.db.insert(images).values({ name: url.slice(8), width: 1, height: 1 })
    await shop.db.insert(returnPictures).values({ orderId, img: url, uploadedBy: buyer.userId })
    return url
  }
  const own = await Promise.all(Array.from({ length: 6 }, () => addPicture(order._id)))
  const foreign = await addPicture(other.order._id)

  const refused = await ask(buyer, order, { pictures: [own[0], foreign] })
  const seven = await ask(buyer, order, { pictures: [...own, foreign] })
  const one = await returnOf(buyer, order, { pictures: own })

  expect([refused, seven].map((answer) => answer.json().fields[0].field)).toEqual(['pictures', 'pictures'])
  expect(one.pictures.toSorted()).toEqual(own.toSorted())
  const loose = Array.from({ length: 13 }, () => addPicture(order._id))
  expect((await Promise.allSettled(loose)).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await expect(shop.db.update(returnPictures).set({ returnId: one._id }).where(eq(returnPictures.img, foreign))).rejects.toMatchObject({
    cause: { code: '23514' },
  })

  await shop.db.update(images).set({ createdAt: sql`now() - interval '2 days'` })
  await shop.db.update(returnPictures).set({ createdAt: sql`now() - interval '2 days'` })
  await sweepImages(shop.services)
  const kept = await shop.db.select().from(returnPictures).where(eq(returnPictures.orderId, order._id))
  expect(kept.map(({ img }) => img).toSorted()).toEqual(own.toSorted())
  expect(
    await shop.db
      .select()
      .from(images)
      .where(eq(images.name, own[0]!.slice(8))),
  ).toHaveLength(1)
})

test("a picture of a return is seen by the session of its buyer and of the shop's people, by its name alone by nobody", async () => {
  const hosted: string[] = []
  const atHost = {
    keep: async () => String(hosted.push('https://host.example/x.webp')),
    read: async () => undefined,
    discard: async () => {},
  }
  const outside: Settings['pictures'][] = [
    { hosts: [], store: 'host', url: '', key: '', keyName: 'key', keyIn: 'form' },
    {
      hosts: [],
      store: 's3',
      endpoint: '',
      region: '',
      bucket: '',
      accessKeyId: '',
      secretAccessKey: '',
      publicUrl: 'https://cdn.example',
    },
  ]
  const shops = [{ app: shop.app, settings: shop.services.settings }]
  for (const pictures of outside) {
    const settings = { ...shop.services.settings, pictures }
    const app = await buildApp({ ...shop.services, settings, images: atHost })
    afterTheFile(() => app.close())
    shops.push({ app, settings })
  }
  const bytes = await picture().webp().toBuffer()

  for (const { app, settings } of shops) {
    const { buyer, order } = await shippedOrder()
    const { browser, person } = await registeredBrowser(shop)
    const { headers, payload } = multipartOf(bytes)
    const authorization = `Bearer ${buyer.token}`
    const uploaded = await app.inject({
      method: 'POST',
      url: `/api/order/${order._id}/return-pictures`,
      headers: { authorization, ...headers },
      payload,
    })
    const { url } = uploaded.json().data
    const see = async (of: Record<string, string>, address = url) => (await app.inject({ url: address, headers: of })).statusCode
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const become = (rights: Partial<typeof users.$inferInsert>) => shop.db.update(users).set(rights).where(eq(users.email, person.email))
    const stranger = await shop.customer('bob')

    expect([await see({}), await see({ cookie }), await see({ authorization: `Bearer ${stranger.token}` })]).toEqual([404, 404, 404])
    expect([await see({}, url.replace('/images/', '/images/480/')), await see({ cookie: 'a=b' })]).toEqual([404, 404])
    const { key } = await programOf(shop, admin, ['orders:read'])
    expect([await see({ authorization: `Bearer ${admin.token}` }), await see({ authorization: `Bearer ${key}` })]).toEqual([200, 404])
    const seen = await app.inject({ url: url.replace('/images/', '/images/480/'), headers: { authorization } })
    expect([seen.statusCode, seen.headers['cache-control'], seen.headers['content-type']]).toEqual([200, 'private, no-store', 'image/webp'])
    await become({ permissions: ['parts'] })
    expect(await see({ cookie })).toBe(404)
    await become({ permissions: ['orders'] })
    expect(await see({ cookie })).toBe(200)
    await become({ disabledAt: new Date() })
    expect(await see({ cookie })).toBe(404)
    const erased = await admin.post(`/customers/${buyer.userId}/erase`, { email: buyer.email })
    const afterwards = await buildApp({ ...shop.services, settings })
    expect([erased.statusCode, (await afterwards.inject({ url })).statusCode]).toEqual([200, 404])
    await afterwards.close()
  }
  expect(hosted).toEqual([])
})

test('a return belongs to the buyer of its order; admins find it by its numbers, its part and its buyer, with how many each state has', async () => {
  const { buyer, order } = await shippedOrder()
  const bob = await shop.customer('bob')
  const one = await returnOf(buyer, order)

  const answers = [
    await bob.get(`/order/${order._id}/returns`),
    await ask(bob, order),
    await ask(admin, order),
    await step(bob, one, 'withdraw'),
  ]
  const listed = (await admin.get('/returns?state=asked&size=1')).json<Returns>()

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  expect(listed.returns).toMatchObject([
    { _id: one._id, number: expect.stringMatching(/^R-\d{6}$/), orderNumber: order.number, email: buyer.email },
  ])
  expect(listed.states.asked).toBe(listed.count)
  await step(admin, one, 'agree', { answer: 'Send it to dock 4' })
  for (const text of [
    one.number,
    one.number.toLowerCase(),
    order.number,
    `0${order.number.replace(/\D/g, '')}`,
    buyer.email.toUpperCase(),
  ]) {
    const found = (await admin.get(`/returns?q=${encodeURIComponent(text)}`)).json<Returns>()
    expect(found.returns.map(({ _id }) => _id)).toContain(one._id)
    expect(Object.values(found.states).reduce((sum, count) => sum + count, 0)).toBe(found.count)
  }
  expect((await admin.get(`/returns?q=${buyer.email}`)).json()).toMatchObject({ count: 1, states: { asked: 0, agreed: 1 } })
  expect((await admin.get(`/returns?q=${buyer.email}&state=asked`)).json()).toMatchObject({ count: 0, returns: [] })
  expect((await admin.get('/returns?q=100%25')).json()).toMatchObject({ count: 0 })
  expect((await admin.get(`/returns/${one._id}`)).json()).toMatchObject({ number: one.number, state: 'agreed' })
  expect((await admin.get(`/returns/${order._id}`)).statusCode).toBe(404)
})

test('a return repeated with its key is asked for once', async () => {
  const { buyer, order } = await shippedOrder()
  const request = {
    method: 'POST' as const,
    url: `/api/order/${order._id}/returns`,
    headers: { authorization: `Bearer ${buyer.token}`, 'idempotency-key': randomUUID() },
    payload: wanted,
  }

  await Promise.all([shop.app.inject(request), shop.app.inject(request)])

  expect((await shop.db.select().from(orders).where(eq(orders.id, order._id)))[0]).toMatchObject({ returnedPieces: 300 })
})
