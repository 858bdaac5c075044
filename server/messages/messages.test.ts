import { and, eq, like } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OrderMessage } from '#contract/orders/order-messages.ts'
import type { Order } from '#contract/orders/orders.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { mails } from '#database/tables/mails.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let clerk: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  clerk = await shop.admin('clerk')
})

async function orderOfNewCustomer(): Promise<{ ann: Customer; order: Order }> {
  const ann = await shop.customer('ann')
  return { ann, order: await shop.placeOrder(ann, await shop.addPart()) }
}

const write = async (who: Customer, { _id }: Order, text: string) =>
  (await who.post(`/order/${_id}/messages`, { text })).json<{ message: OrderMessage }>().message
const read = async (who: Customer, { _id }: Order) =>
  (await who.get(`/order/${_id}/messages`)).json<{ messages: OrderMessage[] }>().messages
const unread = async (who: Customer) => (await who.get('/order-messages/unread')).json<{ count: number; orders: { _id: string }[] }>()

test('buyer and shop write to each other about an order; the buyer does not learn who of the shop wrote', async () => {
  const { ann, order } = await orderOfNewCustomer()
  await write(ann, order, ' When does it leave?\r\nThanks ')
  await write(admin, order, 'Tomorrow.')

  expect((await read(ann, order)).map(({ side, author, text, unread: isUnread }) => [side, author, text, isUnread])).toEqual([
    ['customer', ann.email, 'When does it leave?\nThanks', false],
    ['shop', null, 'Tomorrow.', true],
  ])
  expect((await read(clerk, order)).map(({ author, unread: isUnread }) => [author, isUnread])).toEqual([
    [ann.email, true],
    [admin.email, false],
  ])
})

test('a message is mailed to the other side once for each reader, marked as its words', async () => {
  const { ann, order } = await orderOfNewCustomer()
  const question = await write(ann, order, 'Is it blue?')
  const answer = await write(admin, order, 'It is green.')

  const toShop = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'order-question'), like(mails.ref, `${question._id}%`)))
  const toBuyer = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'order-message'), eq(mails.ref, answer._id)))
  expect(toShop.map(({ recipient }) => recipient).toSorted()).toEqual([admin.email, clerk.email].toSorted())
  expect(toShop[0]!.blocks).toContainEqual({ quote: 'Is it blue?' })
  expect(toBuyer).toMatchObject([{ recipient: ann.email, subject: `A message about your order ${order.number}` }])
  expect(toBuyer[0]!.body).toContain(`/dashboard/order/${order._id}`)
})

test('unread messages are counted until the other side marks them as read; reading alone changes nothing', async () => {
  const { ann, order } = await orderOfNewCustomer()
  const before = (await unread(admin)).count
  await write(ann, order, 'One')
  await write(ann, order, 'Two')
  await read(admin, order)

  const { count, orders: named } = await unread(admin)
  expect(count).toBe(before + 2)
  expect(named[0]).toEqual({ _id: order._id, number: order.number, name: order.name, unread: 2 })
  expect(await unread(ann)).toEqual({ count: 0, orders: [] })

  expect((await admin.put(`/order/${order._id}/messages/read`)).json()).toEqual({ modifiedCount: 2 })
  expect((await unread(clerk)).count).toBe(before)
})

test('a customer marks only what the shop has written as read', async () => {
  const { ann, order } = await orderOfNewCustomer()
  await write(ann, order, 'Hello')
  await write(admin, order, 'Hello')

  expect((await unread(ann)).count).toBe(1)
  expect((await ann.put(`/order/${order._id}/messages/read`)).json()).toEqual({ modifiedCount: 1 })

  expect((await read(admin, order))[0]).toMatchObject({ side: 'customer', unread: true })
})

test('the audit log says that an admin wrote, and not what; it says nothing of a buyer', async () => {
  const { ann, order } = await orderOfNewCustomer()
  await write(ann, order, 'Is it blue?')
  await write(clerk, order, 'It is green.')

  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id))

  expect(entries).toMatchObject([{ actorId: clerk.userId, action: 'write-message', detail: { characters: 12 } }])
})

test('an order of another customer is not found, neither to read nor to write', async () => {
  const { order } = await orderOfNewCustomer()
  const bob = await shop.customer('bob')

  for (const answer of [
    await bob.get(`/order/${order._id}/messages`),
    await bob.post(`/order/${order._id}/messages`, { text: 'Hello' }),
    await bob.put(`/order/${order._id}/messages/read`),
  ]) {
    expect(answer.statusCode).toBe(404)
  }
})

test('an empty message is refused at its field', async () => {
  const { ann, order } = await orderOfNewCustomer()

  const answer = await ann.post(`/order/${order._id}/messages`, { text: ' \n ' })

  expect(answer.json()).toMatchObject({ fields: [{ field: 'text', message: 'Write a message first.' }] })
})

test('one account writes sixty messages in an hour', async () => {
  const limited = await openShop({ rateLimit: true })
  const ann = await limited.customer('ann')
  const order = await limited.placeOrder(ann, await limited.addPart())
  await limited.services.identity.countAttempt('order-message', ann.userId, 59)

  const answers = [
    await ann.post(`/order/${order._id}/messages`, { text: '1' }),
    await ann.post(`/order/${order._id}/messages`, { text: '2' }),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429])
})

test('a message repeated with its key is written and mailed once', async () => {
  const { ann, order } = await orderOfNewCustomer()
  const request = {
    method: 'POST' as const,
    url: `/api/order/${order._id}/messages`,
    headers: { authorization: `Bearer ${ann.token}`, 'idempotency-key': order._id },
    payload: { text: 'Hello' },
  }

  await Promise.all([shop.app.inject(request), shop.app.inject(request)])

  expect(await read(ann, order)).toHaveLength(1)
})
