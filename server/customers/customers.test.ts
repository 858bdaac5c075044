import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CustomerInFull, Customers } from '#contract/people/customers.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { users } from '#database/tables/users.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'

const shop = await openShop()
const admin = await shop.admin()

const find = async (query: string) => (await admin.get(`/customers?${query}`)).json<Customers>()
const read = async ({ userId }: Pick<Customer, 'userId'>) => (await admin.get(`/customers/${userId}`)).json<CustomerInFull>()
const addNote = (by: Customer, { userId }: Pick<Customer, 'userId'>, note: string) => by.post(`/customers/${userId}/notes`, { note })

test('a customer is found by a part of the name or email, in any case, with orders and turnover', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  const cancelled = await shop.placeOrder(buyer, await shop.addPart())
  await buyer.delete(`/order/${cancelled._id}`)
  await shop.placeOrder(buyer, await shop.addPart())

  const byEmail = await find(`q=${buyer.email.slice(0, 12).toUpperCase()}`)

  expect(byEmail).toMatchObject({
    count: 1,
    page: 0,
    customers: [{ _id: buyer.userId, email: buyer.email, orders: 2, turnover: order.totalPrice, blocked: false, role: '' }],
  })
})

test('percent signs and underscores of a search mean themselves', async () => {
  const odd = await shop.customer('odd')
  await shop.db.update(users).set({ displayName: '100%_Parts' }).where(eq(users.id, odd.userId))

  const found = [await find('q=0%25_p'), await find('q=1%25%25'), await find('q=___')]

  expect(found.map(({ count }) => count)).toEqual([1, 0, 0])
})

test('customers come by pages, the newest first, and a page beyond the last is the last', async () => {
  const isolated = await openShop()
  const boss = await isolated.admin()
  const [first, second] = [await isolated.customer('first'), await isolated.customer('second')]

  const pages = await Promise.all([0, 1, 9].map(async (page) => (await boss.get(`/customers?size=2&page=${page}`)).json<Customers>()))

  expect(pages.map(({ count, page }) => [count, page])).toEqual([
    [3, 0],
    [3, 1],
    [3, 1],
  ])
  expect(pages[0]!.customers.map(({ _id }) => _id)).toEqual([second.userId, first.userId])
  expect(pages[1]).toEqual(pages[2])
})

test('a customer is read with figures, messages of orders and of the contact form, and the time of the last visit', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await buyer.post(`/order/${order._id}/messages`, { text: 'When?' })
  await shop.visitor.post('/contact', { name: 'Ann', email: buyer.email, message: 'Hello' })
  const before = (await read(buyer)).lastSeenAt

  await programOf(shop, buyer, ['orders:read']).then(({ ask }) => ask('GET', '/me'))
  const customer = await read(buyer)

  expect(customer).toMatchObject({ unpaid: 1, toShip: 0, quotes: 0, refunded: 0, notes: [], emailVerified: true })
  expect(customer.messages.map(({ side, text, orderId }) => [side, text, orderId])).toEqual([
    ['customer', 'Hello', null],
    ['customer', 'When?', order._id],
  ])
  expect([before, customer.lastSeenAt]).toEqual([null, expect.any(String)])
})

test('notes are kept with their authors, the newest first, and the log says who wrote and removed one without its text', async () => {
  const ann = await shop.customer('ann')
  await addNote(admin, ann, ' Pays late ')
  const second = (await addNote(admin, ann, 'Asks for 5%')).json<{ _id: string }>()

  const removed = [await admin.delete(`/customer-notes/${second._id}`), await admin.delete(`/customer-notes/${second._id}`)]

  expect(removed.map((answer) => answer.json().deletedCount)).toEqual([1, 0])
  expect((await read(ann)).notes).toMatchObject([{ note: 'Pays late', author: admin.email }])
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subject, ann.email)).orderBy(auditLog.position)
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['add-note', { characters: 9 }],
    ['add-note', { characters: 11 }],
    ['remove-note', { characters: 11 }],
  ])
})

test('an empty note, and one about nobody, are refused', async () => {
  const ann = await shop.customer('ann')

  const answers = [await addNote(admin, ann, ' '), await addNote(admin, { userId: crypto.randomUUID() }, 'Who?')]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 404])
  expect(answers[0]!.json().fields).toEqual([{ field: 'note', message: 'Write the note first.' }])
})
