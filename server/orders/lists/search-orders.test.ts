import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { shortTransactionId, type Order } from '#contract/orders/orders.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { type Customer, openShopWithBuyers } from '#tests/support/shops/open-shop.ts'
import { payOrder } from '#tests/support/shops/payments.ts'

const { shop, admin, ann, bob } = await openShopWithBuyers()
const board = await shop.addPart({ name: 'LED driver board', partNumber: 'TF-LD-4711', available: 100_000 })
const speaker = await shop.addPart({ name: 'Speaker set 100%_deep', available: 100_000 })
/** Ann's driver boards: unpaid, paid, cancelled; Bob's speaker, shipped with a tracking number. */
const unpaid = await shop.placeOrder(ann, board)
const paid = await shop.placeOrder(ann, board)
const cancelled = await shop.placeOrder(ann, board)
const shipped = await shop.placeOrder(bob, speaker)
await ann.put(`/order/${paid._id}/reference`, { reference: 'PO-2026/17', seen: '' })
const transactionId = await payOrder(shop, ann, paid)
await payOrder(shop, bob, shipped)
const ups = newUps()
await admin.post(`/order/${shipped._id}/parcels`, ups)
await ann.delete(`/order/${cancelled._id}`)

const names = () =>
  new Map([unpaid, paid, cancelled, shipped].map(({ _id }, index) => [_id, ['unpaid', 'paid', 'cancelled', 'shipped'][index]]))

async function found(q: string, more = '', who = admin, path = '/allOrder?'): Promise<(string | undefined)[]> {
  const answer = await who.get(`${path}page=0&newestFirst=true&q=${encodeURIComponent(q)}${more}`)
  return answer.json<Order[]>().map(({ _id }) => names().get(_id))
}

test.each<[string, () => string, string[]]>([
  ["the order's number", () => paid.number, ['paid']],
  ['its digits alone', () => String(Number(paid.number.slice(2))), ['paid']],
  ['the number in lower case', () => paid.number.toLowerCase(), ['paid']],
  ["the beginning of the buyer's email", () => ann.email.slice(0, 8), ['cancelled', 'paid', 'unpaid']],
  ["a part of the buyer's name", () => 'BOB', ['shipped']],
  ["a part of the part's name", () => 'driver  Board', ['cancelled', 'paid', 'unpaid']],
  ["the part's number", () => 'tf-ld-47', ['cancelled', 'paid', 'unpaid']],
  ["the buyer's reference", () => 'po-2026', ['paid']],
  ['the transaction id', () => transactionId, ['paid']],
  ['the transaction id as its buyer sees it', () => shortTransactionId(transactionId), ['paid']],
  ['a tracking number with spaces', () => ups.trackingNumber.toLowerCase().replace(/^(.{5})(.{4})(.{4}).*/, '$1 $2 $3'), ['shipped']],
  ['nothing that there is', () => 'No such thing', []],
])('an order is found by %s', async (_, q, expected) => {
  expect(await found(q())).toEqual(expected)
})

test.each(['%', '_', '100%', '%_', '\\', "'; drop table orders; --", '(', '&|!', 'ﷺ'.repeat(60), '​'])(
  'a text such as %j is looked for as it stands',
  async (q) => {
    const all = await found(q)

    expect(all.every((name) => name === 'shipped')).toBe(true)
    expect(all.length > 0).toBe(q === '100%')
  },
)

test.each(['/allOrder?page=0&', '/allOrderStates?'])(
  '%s takes a text with NUL or of 200 characters without an error, and no longer one',
  async (path) => {
    const answerTo = async (q: string) => (await admin.get(`${path}q=${encodeURIComponent(q)}`)).statusCode

    expect(await answerTo('driver\0board')).toBe(400)
    expect(await answerTo('x'.repeat(TEXT_LIMITS.search))).toBe(200)
    expect(await answerTo('x'.repeat(TEXT_LIMITS.search + 1))).toBe(400)
  },
)

test('a text of white space finds what no text finds', async () => {
  expect(await found('   ')).toEqual(['shipped', 'paid', 'unpaid'])
})

test('a text is limited by state and days, and each page follows the one before', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

  expect(await found('driver', '&state=paid')).toEqual(['paid'])
  expect(await found('driver', '&state=cancelled')).toEqual(['cancelled'])
  expect(await found('driver', `&from=${tomorrow}`)).toEqual([])
  expect(await found('driver', '&size=1')).toEqual(['cancelled'])
  expect((await admin.get('/allOrder?page=1&size=2&q=driver')).json<Order[]>().map(({ _id }) => names().get(_id))).toEqual(['cancelled'])
})

test('found orders are counted by state, cancelled ones too', async () => {
  expect((await admin.get('/allOrderStates?q=driver')).json()).toEqual({ unpaid: 1, paid: 1, shipped: 0, refunded: 0, cancelled: 1 })
  expect((await ann.get(`/orderStates?customer=${ann.email}`)).json()).toEqual({
    unpaid: 1,
    paid: 1,
    shipped: 0,
    refunded: 0,
    cancelled: 1,
  })
})

test('a customer finds own orders only, whatever the text', async () => {
  const own = `/order?customer=${bob.email}&`

  expect(await found('driver', '', bob, own)).toEqual([])
  expect(await found(ann.email, '', bob, own)).toEqual([])
  expect(await found(paid.number, '', bob, own)).toEqual([])
  expect(await found(ups.trackingNumber.slice(0, 5), '', bob, own)).toEqual(['shipped'])
  expect((await bob.get(`/orderStates?customer=${bob.email}&q=driver`)).json()).toMatchObject({ paid: 0, unpaid: 0 })
})

test('a customer lists cancelled orders by their state', async () => {
  const answer = await ann.get(`/order?customer=${ann.email}&page=0&state=cancelled`)

  expect(answer.json<Order[]>().map(({ _id }) => _id)).toEqual([cancelled._id])
})

test('a program reads what has changed since a time, in the order of the changes', async () => {
  const { rows } = await shop.db.execute<{ now: string }>(
    sql`select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  )
  const since = rows[0]!.now
  const before = (await ann.get(`/order?customer=${ann.email}&page=0&changedSince=${since}`)).json()
  await admin.put(`/orderShipped/${paid._id}`)
  await ann.put(`/order/${unpaid._id}/reference`, { reference: 'PO-1', seen: '' })
  await shop.db.update(orders).set({ dispute: 'open' }).where(eq(orders.id, shipped._id))

  const changed = async (who: Customer, path: string) =>
    (await who.get(`${path}page=0&changedSince=${since}`)).json<Order[]>().map(({ _id }) => names().get(_id))
  expect(before).toEqual([])
  expect(await changed(admin, '/allOrder?')).toEqual(['paid', 'unpaid', 'shipped'])
  expect(await changed(ann, `/order?customer=${ann.email}&`)).toEqual(['paid', 'unpaid'])
  expect(await changed(bob, `/order?customer=${bob.email}&`)).toEqual(['shipped'])
})

test('a text that more than 100 tracking numbers begin with finds some of their orders, and says so', async () => {
  await transaction(shop.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into parcels (order_id, quantity, carrier, tracking_number)
      select ${shipped._id}, 1, 'ups', '1Z999AA1' || lpad(n::text, 10, '0') from generate_series(1, 101) as n`)
  })
  const states = async (q: string) => (await admin.get(`/allOrderStates?q=${q}`)).json<object>()

  expect(await states('1z999aa1')).toMatchObject({ shipped: 1, incomplete: true })
  expect(await states('1z999aa10000000101')).toMatchObject({ shipped: 1 })
  expect(await states('1z999aa10000000101')).not.toHaveProperty('incomplete')
})

test('a text that names more than 100 buyers says that not all of their orders are found', async () => {
  await shop.db.execute(sql`
    insert into users (email, display_name, created_at)
    select 'bob' || n || '@many.example', 'Bob Many', now() + interval '1 day' from generate_series(1, 101) as n`)
  const states = async (who: Customer, query: string) => (await who.get(query)).json<object>()

  expect(await states(admin, '/allOrderStates?q=bob')).toMatchObject({ shipped: 0, incomplete: true })
  expect(await states(admin, '/allOrderStates?q=driver')).not.toHaveProperty('incomplete')
  // A customer's own name finds their orders, however many have it.
  expect(await states(bob, `/orderStates?customer=${bob.email}&q=bob`)).toEqual({
    unpaid: 0,
    paid: 0,
    shipped: 1,
    refunded: 0,
    cancelled: 0,
  })
  expect(await found('bob', `&customer=${bob.email}`, bob, '/order?')).toEqual(['shipped'])
})
