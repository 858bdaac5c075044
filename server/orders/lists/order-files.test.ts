import { eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { orders } from '#database/tables/orders.ts'
import { cellOf, rowsByTitle } from '#tests/support/shops/cells.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { chargeTax, publish } from '#tests/support/shops/charging.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { sellAt } from '#tests/support/shops/sell-at.ts'

let shop: TestShop
let admin: Customer
let ann: Customer
let bob: Customer
let cable: Part

/** More than two batches. */
const OF_ANN = 1_050

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
  bob = await shop.customer('bob')
  cable = await shop.addPart({ name: '=HYPERLINK("https://pay.example")', partNumber: 'CB-1' })
  await sellAt(shop.db, { buyer: bob, part: cable, quantity: 3_000, paidAt: sql`now() - interval '40 days'` })
  await sellAt(shop.db, { buyer: ann, part: cable, quantity: 1_000, paidAt: sql`now() - interval '10 days'` })
  // Many at the same time: the order of a page does not hang on it.
  await shop.db.execute(sql`
    with taken as (
      insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
      select ${ann.userId}, ${cable._id}, 1000, 1, 'ordered', now() from generate_series(2, ${OF_ANN}::int) returning id
    )
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents,
      state, reference, placed_at)
    select id, ${ann.userId}, ${cable._id}, 'Cable', '/x.webp', ${ann.email}, 'Ann', '+49 30 1', E'Dock 1\nBonn', 1000, 1, 100000,
      'unpaid', 'PO-7', now() - interval '5 days' from taken`)
})

type Answer = { statusCode: number; body: string }

const rowsOf = ({ body }: Answer) => body.split('\r\n').slice(1, -1)
const numbersOf = (answer: Answer) => rowsOf(answer).map((row) => Number(row.slice('O-'.length, row.indexOf(','))))
const cellsUnder = (answer: Answer, ...titles: string[]) => titles.map((title) => cellOf(answer, title))
const file = (who: Customer, query: string) => who.get(`/allOrderFile?format=csv&${query}`)

test('a file has each order once, the newest first, over all batches', async () => {
  const answer = await file(admin, '')
  const numbers = numbersOf(answer)

  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders.csv"',
  })
  expect(answer.body).toMatch(/^\ufeffOrder,Ordered,State,Part,Part number,Pieces,/)
  expect(numbers).toHaveLength(OF_ANN + 1)
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  expect(numbersOf(await file(admin, `customer=${ann.email}`))).toEqual(numbers.filter((number) => number !== 1))
})

test('cells that a spreadsheet would evaluate are made harmless', async () => {
  const [row] = rowsOf(await file(admin, `customer=${bob.email}`))

  expect(row).toContain(`"'=HYPERLINK(""https://pay.example"")",CB-1,3000,1.25,3750,0,`)
})

test.each([
  ['state=paid', 2],
  ['state=cancelled', 0],
  ['q=po-7', OF_ANN - 1],
  ['q=po-7&state=paid', 0],
  ['q=bob', 1],
])('a file has what its filter finds: %s', async (query, count) => {
  expect(rowsOf(await file(admin, query))).toHaveLength(count)
})

test('a file is limited to days', async () => {
  const ago = (days: number) => new Date(-days * 86_400_000 + Date.now()).toISOString()

  expect(rowsOf(await file(admin, `from=${ago(20)}&to=${ago(7)}`))).toHaveLength(1)
  expect(rowsOf(await file(admin, `customer=${ann.email}&to=${ago(7)}`))).toHaveLength(1)
})

test('a customer has a file of their own orders alone', async () => {
  const own = await bob.get(`/orderFile?format=csv&customer=${bob.email.toUpperCase()}`)

  expect(rowsOf(own)).toHaveLength(1)
  expect((await bob.get(`/orderFile?format=csv&customer=${ann.email}`)).statusCode).toBe(403)
  expect((await bob.get('/allOrderFile?format=csv')).statusCode).toBe(403)
  expect(rowsOf(await bob.get(`/orderFile?format=csv&customer=${bob.email}&q=po-7`))).toEqual([])
})

test('a workbook has the same rows, with numbers as numbers and texts as texts', async () => {
  const answer = await admin.get('/allOrderFile?format=xlsx')
  const sheet = strFromU8(unzipSync(answer.rawPayload)['xl/worksheets/sheet1.xml']!)

  expect(sheet.match(/<row /g)).toHaveLength(1 + OF_ANN + 1)
  expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK(&quot;https://pay.example&quot;)</t>')
  expect(sheet).toContain('<v>3750</v>')
})

test('an unknown customer has an empty file', async () => {
  const answer = await file(admin, 'customer=unknown@example.com')

  expect(answer.statusCode).toBe(200)
  expect(rowsOf(answer)).toEqual([])
})

test('an account has one file at a time, and one that waits', async () => {
  const answers = await Promise.all(Array.from({ length: 3 }, () => file(admin, '')))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429])
})

test('a text that finds too many orders for a file is refused', async () => {
  await shop.db.execute(sql`
    with taken as (
      insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
      select ${bob.userId}, ${cable._id}, 1000, 1, 'ordered', now() from generate_series(1, 10001) returning id
    )
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents,
      state, reference)
    select id, ${bob.userId}, ${cable._id}, 'Cable', '/x.webp', ${bob.email}, 'Bob', '1', 'x', 1000, 1, 100000, 'unpaid', 'PO-8' from taken`)
  const answer = await file(admin, 'q=po-8')

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual([{ field: 'q', message: 'More than 10,000 orders match. Narrow the text or the days.' }])
})

test('the payment method, and carriers and tracking numbers of all parcels in their order, have columns behind the others', async () => {
  const carl = await shop.customer('carl')
  await sellAt(shop.db, { buyer: carl, part: cable, quantity: 2_000, paidAt: sql`now()` })
  const [order] = (await carl.get(`/order?customer=${carl.email}`)).json<Order[]>()
  const path = `/order/${order!._id}/parcels`
  const answer = () => file(admin, `customer=${carl.email}`)
  await admin.post(path, { pieces: 500 })
  expect(cellsUnder(await answer(), 'Payment method', 'Carrier', 'Tracking number')).toEqual(['card', '', ''])
  const ups = newUps()
  await admin.post(path, { pieces: 500, ...ups })
  await admin.post(path, { pieces: 500, carrier: 'dhl', trackingNumber: '1234567890' })

  const sent = await answer()
  expect(sent.body).toContain(
    ',Shipped,Parcels,Delivered,Payment method,Carrier,Tracking number,Withdrawn pieces,Returned pieces,Wished day,Sample\r\n',
  )
  expect(cellsUnder(sent, 'Parcels', 'Delivered', 'Payment method', 'Carrier', 'Tracking number')).toEqual([
    `; ups ${ups.trackingNumber}; dhl 1234567890`,
    '',
    'card',
    '; ups; dhl',
    `; ${ups.trackingNumber}; 1234567890`,
  ])
})

test.each([
  ['pi_3OxAmPlE1234567890123456', 'card', 'card'],
  ['bank_6f1c2d3e4f5a6b7c8d9e0f1a', 'transfer', 'transfer'],
  ['acct_6f1c2d3e4f5a6b7c8d9e0f1a', 'on account', 'account'],
])(
  'an order that is paid as %s has the payment method %s, in CSV and in Excel, and no statement says otherwise',
  async (transactionId, method, paidBy) => {
    const buyer = await shop.customer(method.replace(' ', '-'))
    await shop.placeOrder(buyer, await shop.addPart())
    await shop.db
      .update(orders)
      .set({ state: 'paid', paidAt: sql`now()`, transactionId })
      .where(eq(orders.userId, buyer.userId))
    await shop.db
      .update(orders)
      .set({ paidBy: paidBy === 'card' ? 'account' : 'card' })
      .where(eq(orders.userId, buyer.userId))

    expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toMatchObject([{ transactionId, paidBy }])
    const csv = await file(admin, `customer=${buyer.email}`)
    const { rawPayload } = await admin.get(`/allOrderFile?format=xlsx&customer=${buyer.email}`)

    expect(csv.body).toContain(`,${transactionId},`)
    expect(cellOf(csv, 'Payment method')).toBe(method)
    expect(strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!)).toContain(`>${method}<`)
  },
)

test('pieces that are withdrawn, and those that came back, have columns behind all others', async () => {
  const erin = await shop.customer('erin')
  await sellAt(shop.db, { buyer: erin, part: cable, quantity: 2_000, paidAt: sql`now()` })
  const [order] = (await erin.get(`/order?customer=${erin.email}`)).json<Order[]>()
  const set = (pieces: { withdrawnPieces: number } | { returnedPieces: number }) =>
    shop.db.update(orders).set(pieces).where(eq(orders.userId, erin.userId))
  await set({ withdrawnPieces: 300 })
  await admin.post(`/order/${order!._id}/parcels`, { pieces: 500 })
  await set({ returnedPieces: 200 })

  expect(cellsUnder(await file(admin, `customer=${erin.email}`), 'Withdrawn pieces', 'Returned pieces')).toEqual(['300', '200'])
})

test('an order that is not paid has no payment method', async () => {
  const dora = await shop.customer('dora')
  await shop.placeOrder(dora, await shop.addPart())

  expect(cellOf(await file(admin, `customer=${dora.email}`), 'Payment method')).toBe('')
})

test('in a shop that charges tax, or has done so, a file has tax, gross and the reason behind the usual columns', async () => {
  const taxed = await openShop()
  const [boss, buyer] = [await taxed.admin(), await taxed.customer()]
  const part = await taxed.addPart({ price: 2.5 })
  const headOf = ({ body }: Answer) => body.split('\r\n')[0]!
  await taxed.placeOrder(buyer, part, 1_000)
  const before = await file(boss, '')
  await chargeTax(boss)
  await taxed.placeOrder(buyer, part, 2_000)
  await publish(boss, { tax: { charges: 'none' } })

  const after = await file(boss, '')
  const workbook = strFromU8(unzipSync((await boss.get('/allOrderFile?format=xlsx')).rawPayload)['xl/worksheets/sheet1.xml']!)

  const usual = headOf(before).replace(',Withdrawn pieces,Returned pieces,Wished day,Sample', '')
  expect(usual).toMatch(/,Carrier,Tracking number$/)
  expect(headOf(after)).toBe(`${usual},Tax (USD),Tax rate (%),With tax (USD),Tax reason,Withdrawn pieces,Returned pieces,Wished day,Sample`)
  const [withTax, without] = rowsByTitle(after)
  expect(withTax).toMatchObject({
    'Tax (USD)': '950',
    'Tax rate (%)': '19',
    'With tax (USD)': '5950',
    'Tax reason': 'The tax of the country in which seller and destination are.',
  })
  expect(without).toEqual({ ...rowsByTitle(before)[0], 'Tax (USD)': '', 'Tax rate (%)': '', 'With tax (USD)': '', 'Tax reason': '' })
  expect(workbook).toContain('<v>5950</v>')
})
