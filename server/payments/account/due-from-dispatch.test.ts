import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OpenItems } from '#contract/payments/open-items.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { PaymentWays } from '#contract/payments/transfers.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { openItems } from '#database/tables/accounts.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { paymentTerms } from '#server/invoices/documents/facts.ts'
import { remindOfOpenItems } from './remind-of-open-items.ts'
import { arrives, matchWith, setLimit, takesOnAccount, takeTransfers } from '#tests/support/shops/bank.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, payOrder, unpaidOrder } from '#tests/support/shops/payments.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
  await publishSeller(shop, admin)
})

const full = async (buyer: Customer, { _id }: Pick<Order, '_id'>) => (await buyer.get(`/order/${_id}`)).json<OrderInFull>()
const eventsOf = async (buyer: Customer, { _id }: Pick<Order, '_id'>) =>
  (await buyer.get(`/order/${_id}/events`)).json<{ events: { kind: string; means?: string }[] }>().events

test('a bill on account with a lead time is due from the dispatch: on the way, invoice, mail and list, and never before it', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await setLimit(admin, buyer, 100_000, 30)
  await shop.db.update(orders).set({ leadDays: 60 }).where(eq(orders.id, order._id))
  expect((await buyer.get(`/order/${order._id}/payment-ways`)).json<PaymentWays>().onAccount).toMatchObject({ netDays: 30, leadDays: 60 })
  expect((await takesOnAccount(buyer, order)).statusCode).toBe(200)

  expect((await full(buyer, order)).onAccount).toMatchObject({ daysFromDispatch: 30 })
  expect(await eventsOf(buyer, order)).toContainEqual(expect.objectContaining({ kind: 'paid', means: 'account' }))
  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(sql`kind = 'order-on-account' and ref = ${order._id}`)
  expect(mail!.body).toContain('you pay within 30 days after it has left')
  const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.billId, order._id))
  expect(invoice!.data.payment).toEqual({ means: 'account', reference: expect.any(String), daysFromDispatch: 30 })
  expect(paymentTerms(invoice!.data)).toBe('To be paid within 30 days after the goods have left.')

  // Days later it has not left: nothing is due, and nobody is reminded.
  const late = { dueOn: sql`current_date - 40` }
  await shop.db.update(openItems).set(late).where(eq(openItems.billId, order._id))
  expect(await remindOfOpenItems(shop.services)).toBe(0)
  const listed = (await admin.get('/open-items')).json<OpenItems>().items.find(({ billId }) => billId === order._id)
  expect(listed).toMatchObject({ daysFromDispatch: 30, daysOverdue: -30 })

  await admin.put(`/orderShipped/${order._id}`, {})
  const { onAccount } = await full(buyer, order)
  const { rows } = await shop.db.execute<{ day: string }>(sql`select (current_date + 30)::text as day`)
  expect(onAccount).toEqual({ dueOn: rows[0]!.day, open: order.totalPrice, amount: order.totalPrice })
  await shop.db.update(openItems).set(late).where(eq(openItems.billId, order._id))
  expect(await remindOfOpenItems(shop.services)).toBe(1)
})

test('deliveries of several that are in stock are due from the dispatch: none leaves before its day', async () => {
  const buyer = await shop.customer()
  await setLimit(admin, buyer, 100_000, 14)
  const part = await shop.addPart({ available: 30_000, price: 1 })
  const calendar = shopCalendar()
  const releases = [40, 60].map((days) => ({ pieces: 10_000, wishedOn: shipDay(days, calendar) }))
  const { _id, version, total } = (await buyer.post('/quotes', { lines: [{ text: part.partNumber, releases }] })).json<Quote>()
  const { orders: placed } = (await buyer.post(`/quotes/${_id}/order`, { version, total, ...contact })).json<OrderGroup>()
  const [first] = placed
  expect((await buyer.get(`/order/${first!._id}/payment-ways`)).json<PaymentWays>().onAccount).toMatchObject({ leadDays: 60 })

  expect((await takesOnAccount(buyer, first!, total)).statusCode).toBe(200)

  expect((await full(buyer, first!)).onAccount).toMatchObject({ daysFromDispatch: 14 })
})

test('a bill without a lead time is due from its day, as before', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await setLimit(admin, buyer, 100_000, 14)
  expect((await buyer.get(`/order/${order._id}/payment-ways`)).json<PaymentWays>().onAccount).toMatchObject({ leadDays: null })
  await takesOnAccount(buyer, order)
  const { onAccount } = await full(buyer, order)
  expect(onAccount).not.toHaveProperty('daysFromDispatch')
  await admin.put(`/orderShipped/${order._id}`, {})
  expect((await full(buyer, order)).onAccount).toEqual(onAccount)
})

test.each([
  ['card', 'of your payment goes back to your card', ['goes back for', 'is cancelled and refunded']],
  ['transfer', 'of your payment goes back to your bank account', ['goes back for', 'is cancelled and refunded']],
  ['account', 'of your bill is taken off what is open', ['is taken off the bill for', 'is cancelled']],
] as const)('what is paid by %s goes back in words of that way: events and mails', async (means, words, subjects) => {
  const { buyer, order } = await unpaidOrder(shop)
  if (means === 'card') await payOrder(shop, buyer, order)
  if (means === 'transfer') {
    const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `way ${order.number}` })
    await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])
  }
  if (means === 'account') {
    await setLimit(admin, buyer, 100_000)
    await takesOnAccount(buyer, order)
  }

  await admin.post(`/order/${order._id}/refund`, { reason: 'Scratched', amount: 10 })
  await admin.post(`/order/${order._id}/refund`, { reason: 'Not needed' })

  expect((await eventsOf(buyer, order)).filter((event) => event.means).map(({ kind, means: way }) => [kind, way])).toEqual([
    ['paid', means],
    ['refund-changed', means],
    ['refunded', means],
  ])
  const [first, second] = await shop.db
    .select()
    .from(mails)
    .where(sql`kind = 'order-refunded' and recipient = ${buyer.email} order by created_at`)
  expect(first!.body).toContain(`$10.00 ${words}`)
  const what = `your order of ${order.name}`
  expect([first!.subject, second!.subject]).toEqual([`$10.00 ${subjects[0]} ${what}`, `Y${what.slice(1)} ${subjects[1]}`])
  await expectBooksToBalance(shop)
})
