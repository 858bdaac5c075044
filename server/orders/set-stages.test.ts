import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { Tracking } from '#contract/orders/parcels.ts'
import { stageProblems, type StageAnswer, type StagesToSet } from '#contract/orders/stages.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { trackingUrl } from './tracking-link.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { contact, openShop, type Client, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop({ watchesLocks: true })
  admin = await shop.admin()
  buyer = await shop.customer()
})

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A paid order of 1,500 pieces, of which 500 are made. */
async function madeOrder({ paid = true } = {}, who = buyer) {
  const part = await shop.addPart({ available: 1_000 })
  await shop.db.update(parts).set({ madeMonthly: 20_000 }).where(eq(parts.id, part._id))
  const quote = (await who.post('/quotes', { lines: [{ text: part.partNumber, quantity: 1_500 }] })).json<Quote>()
  const ordered = await who.post(`/quotes/${quote._id}/order`, { version: quote.version, total: quote.total, ...contact })
  const group = ordered.json<OrderGroup>()
  if (paid) await reportPaid(who, group.orders[0]!, (await payByCard(shop, await openPaymentOfGroup(who, group))).id)
  return group.orders[0]!
}
const ask = async (who: Client, lines: StagesToSet['lines'], more: Partial<StagesToSet> = {}) =>
  (await who.post('/order-stages', { lines, ...more })).json<{ lines: StageAnswer[] }>().lines
const set = (number: string, stage: StagesToSet['lines'][number]['stage'], more: Partial<StagesToSet['lines'][number]> = {}) =>
  ask(admin, [{ number, stage, ...more }])
const now = async ({ _id }: { _id: string }) => (await buyer.get(`/order/${_id}?cancelled=true`)).json<OrderInFull>()

test('what is made for an order is planned, in production and ready: buyer, timeline, tracking page, mail and webhook say so', async () => {
  const order = await madeOrder()
  await shop.db
    .insert(webhooks)
    .values({ userId: buyer.userId, url: 'https://example.com', events: ['order.stage_changed'], secret: 'whsec_' })
  expect(await now(order)).not.toHaveProperty('stage')

  expect(await set(order.number, 'planned', { day: inDays(20) })).toMatchObject([{ changed: true, before: null, message: null }])
  expect(await set(order.number, 'in_production')).toMatchObject([
    { before: { name: 'planned' }, after: { name: 'in_production', day: inDays(20) } },
  ])
  const told = await ask(admin, [{ number: order.number, stage: 'ready' }], { tell: true })

  expect(told).toMatchObject([{ orderId: order._id, after: { name: 'ready', day: inDays(0) }, changed: true }])
  expect(await now(order)).toMatchObject({ stage: { name: 'ready', day: inDays(0) } })
  const { events } = (await buyer.get(`/order/${order._id}/events`)).json<{ events: OrderEvent[] }>()
  expect(events.filter(({ kind }) => kind === 'stage-changed').map(({ stage, by }) => [by, stage!.before?.name, stage!.after])).toEqual([
    ['shop', undefined, { name: 'planned', day: inDays(20) }],
    ['shop', 'planned', { name: 'in_production', day: inDays(20) }],
    ['shop', 'in_production', { name: 'ready', day: inDays(0) }],
  ])
  const url = new URL(trackingUrl(shop.services.identity, shop.services.settings, order._id))
  const tracking = (await shop.visitor.get(`/track/${url.pathname.split('/').at(-1)}`)).json<Tracking>()
  expect(tracking).toMatchObject({ stage: { name: 'ready' } })
  const sent = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'stage-changed'), eq(mails.recipient, buyer.email)))
  expect(sent.map(({ body }) => body)).toEqual([expect.stringContaining('is ready')])
  const deliveries = await shop.db
    .select({ body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.objectId, order._id))
  expect(deliveries.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { stage: 'planned', day: inDays(20), stageBefore: null },
    { stage: 'in_production', stageBefore: 'planned' },
    { stage: 'ready', number: order.number },
  ])
})

test('each line of a list is done or refused by itself, and a comparison changes nothing', async () => {
  const [made, other] = [await madeOrder(), await madeOrder()]
  const plain = await shop.placeOrder(buyer, await shop.addPart({ available: 5_000 }), 1_000)
  await set(other.number, 'in_production')
  const lines: StagesToSet['lines'] = [
    { number: made.number.replace('O-0', 'o'), stage: 'planned', day: inDays(9) },
    { number: made.number, stage: 'ready' },
    { number: 'O-999999', stage: 'planned' },
    { number: 'Karlsson', stage: 'planned' },
    { number: plain.number, stage: 'planned' },
    { number: other.number, stage: 'planned' },
  ]
  const problems = [null, 'twice', 'unknown', 'unknown', 'notMade', 'back']

  const compared = (await admin.post('/order-stages/compare', { lines })).json<{ lines: StageAnswer[] }>().lines
  expect(compared.map(({ problem }) => problem)).toEqual(problems)
  expect(await now(made)).not.toHaveProperty('stage')
  const done = await ask(admin, lines)

  expect(done.map(({ problem, changed }) => [problem, changed])).toEqual(problems.map((problem) => [problem, problem === null]))
  expect(done[4]!.message).toBe(stageProblems.notMade)
  expect(await now(made)).toMatchObject({ stage: { name: 'planned', day: inDays(9) } })
  expect(await ask(admin, [lines[0]!])).toMatchObject([{ problem: null, changed: false }])
  expect(await ask(admin, [lines[5]!], { correct: true })).toMatchObject([{ changed: true, after: { name: 'planned', day: null } }])
})

test.each([
  ['ready before it was in production', { stage: 'ready' }, 'skipped'],
  ['a day that is over', { stage: 'planned', day: inDays(-1) }, 'over'],
  ['a day in ten years', { stage: 'planned', day: inDays(3_650) }, 'tooFar'],
  ['another stage than was seen', { stage: 'in_production', seen: null }, 'changed'],
] as const)('%s is refused', async (_, line, problem) => {
  const order = await madeOrder({ paid: false })
  await set(order.number, 'planned')

  expect(await ask(admin, [{ number: order.number, ...line }])).toMatchObject([{ problem, message: stageProblems[problem], after: null }])
})

test('lists say for which orders something is made, of offers too: only their stages are to be set', async () => {
  const who = await shop.customer()
  const [made, plain] = [await madeOrder({}, who), await shop.placeOrder(who, await shop.addPart({ available: 5_000 }), 1_000)]
  await shop.db
    .update(orders)
    .set({ leadDays: 3 })
    .where(inArray(orders.id, [made._id, plain._id]))

  const list = (await who.get(`/order?customer=${who.email}`)).json<Order[]>()

  expect(list.map(({ _id, madeToOrder }) => [_id, madeToOrder])).toEqual([
    [made._id, 500],
    [plain._id, undefined],
  ])
})

test('what is ready was not ready tomorrow', async () => {
  const order = await madeOrder()

  expect(await set(order.number, 'ready', { day: inDays(1) })).toMatchObject([{ problem: 'toCome' }])
  expect(await set(order.number, 'ready', { day: inDays(-2) })).toMatchObject([{ after: { day: inDays(-2) } }])
})

test('nothing is said of an order that is sent or has ended, or of which nothing is made any more, and no longer shown', async () => {
  const [sent, refunded, withdrawn] = [await madeOrder(), await madeOrder(), await madeOrder()]
  const [cancelled, reduced] = [await madeOrder({ paid: false }), await madeOrder({ paid: false })]
  for (const { number } of [sent, refunded, cancelled, reduced, withdrawn]) await set(number, 'planned')
  await admin.post(`/order/${sent._id}/parcels`, {})
  await shop.db.update(orders).set({ state: 'refunded', refundedAt: new Date() }).where(eq(orders.id, refunded._id))
  await buyer.delete(`/order/${cancelled._id}`)
  const { agreed } = await now(reduced)
  const fewer = await buyer.put(`/order/${reduced._id}/pieces`, { orderQuantity: 1_000, totalPrice: 1_000 * agreed!.price })
  expect(fewer.statusCode, fewer.body).toBe(200)
  const less = await admin.post(`/order/${withdrawn._id}/refund`, { pieces: 500, withdraw: 500, reason: 'Not made any more' })
  expect(less.statusCode, less.body).toBe(200)

  const answers = await Promise.all([sent, refunded, cancelled, reduced, withdrawn].map(({ number }) => set(number, 'in_production')))
  expect(answers.map(([answer]) => answer!.problem)).toEqual(['sent', 'refunded', 'cancelled', 'notMade', 'notMade'])
  for (const order of [sent, refunded, cancelled, reduced, withdrawn]) expect(await now(order)).not.toHaveProperty('stage')
})

test('two people who have seen the same stage do not overwrite each other', async () => {
  const order = await madeOrder()
  await set(order.number, 'planned')
  const seen = { name: 'planned', day: null } as const
  const release = await lockUntilReleased(shop.db, (tx) => tx.execute(sql`select from orders where id = ${order._id} for update`))
  const line = { number: order.number, stage: 'in_production', seen } as const
  const both = [ask(admin, [line]), ask(await shop.admin(), [{ ...line, day: inDays(3) }])]
  await untilWaiting(shop.db, 2)
  await release()

  const answers = (await Promise.all(both)).flat()
  expect(answers.map(({ problem }) => problem).toSorted()).toEqual(['changed', null])
})

test('the database itself refuses what no stage may become', async () => {
  const [made, plain] = [await madeOrder(), await shop.placeOrder(buyer, await shop.addPart({ available: 5_000 }), 1_000)]
  const write = (id: string, stage: string | null) =>
    shop.db.execute(
      sql`update orders set stage = ${stage}::text, stage_set_at = case when ${stage}::text is not null then now() end where id = ${id}`,
    )
  const refused = { cause: { constraint: 'orders_check_stage' } }
  await write(made._id, 'planned')

  await expect(write(made._id, 'ready')).rejects.toMatchObject(refused)
  await expect(write(made._id, null)).rejects.toMatchObject(refused)
  await expect(write(plain._id, 'planned')).rejects.toMatchObject(refused)
  await shop.db.update(orders).set({ state: 'refunded', refundedAt: new Date() }).where(eq(orders.id, made._id))
  await expect(write(made._id, 'in_production')).rejects.toMatchObject(refused)
})

test('a program with the scope of the stock says the stages of production', async () => {
  const order = await madeOrder()
  const program = await programOf(shop, admin, ['stock'])
  const lines = [{ number: order.number, stage: 'in_production', day: inDays(5) }]

  expect((await program.ask('POST', '/order-stages', { lines })).json()).toMatchObject({ lines: [{ changed: true }] })
})
