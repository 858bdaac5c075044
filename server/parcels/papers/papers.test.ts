import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { orders } from '#database/tables/orders.ts'
import { eq } from 'drizzle-orm'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

async function paidOrder(): Promise<Order> {
  const order = await shop.placeOrder(ann, await shop.addPart({ available: 10_000 }), 2_000)
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)
  return order
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test.each(['/packing-slips', '/address-labels'])('%s has a page for each order, in one file', async (path) => {
  const placed = [await paidOrder(), await paidOrder(), await paidOrder()]

  const answer = await admin.post(path, { orders: placed.map(({ _id }) => _id) })

  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(answer.rawPayload)).toBe(3)
})

test.each([
  ['a4', '595.28 841.89'],
  ['letter', '612 792'],
])('a packing slip is %s', async (paper, box) => {
  const { _id } = await paidOrder()

  const answer = await admin.post('/packing-slips', { orders: [_id], paper })

  expect(answer.rawPayload.toString('latin1')).toContain(`[0 0 ${box}]`)
})

test('an order that is not paid is refused by its number', async () => {
  const [paid, unpaid] = [await paidOrder(), await shop.placeOrder(ann, await shop.addPart())]

  const answer = await admin.post('/packing-slips', { orders: [paid._id, unpaid._id] })

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    fields: [{ field: 'orders.1', message: `Order ${unpaid.number} is not paid, so there is nothing to pack.` }],
  })
})

test('texts that no printer expects do not break a page', async () => {
  const { _id } = await paidOrder()
  const hostile = `${'W'.repeat(400)}\n${'\u202e\u0007\ufffd😀'.repeat(20)}\n${'a\n'.repeat(60)}`.slice(0, 500)
  await shop.db
    .update(orders)
    .set({ address: hostile, displayName: '😀'.repeat(50), reference: 'ﷺ'.repeat(60) })
    .where(eq(orders.id, _id))

  for (const path of ['/packing-slips', '/address-labels']) {
    const answer = await admin.post(path, { orders: [_id] })
    expect(answer.statusCode).toBe(200)
    expect(pagesOf(answer.rawPayload)).toBe(1)
  }
})

test('more orders than fit into a file, none, and one twice are refused', async () => {
  const { _id } = await paidOrder()
  const many = Array.from({ length: 201 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

  for (const wanted of [many, [], [_id, _id]]) expect((await admin.post('/packing-slips', { orders: wanted })).statusCode).toBe(400)
})
