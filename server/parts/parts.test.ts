import { randomUUID } from 'node:crypto'
import { eq, sum } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { stockMoves } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  buyer = await shop.customer()
  for (let index = 0; index < 12; index++) await shop.addPart({ name: `Listed ${index}` })
})

test('pages follow the order of the full list and end with the rest', async () => {
  const all = (await shop.visitor.get('/allParts')).json()
  const pages = await Promise.all([0, 1].map(async (page) => (await shop.visitor.get(`/pagesParts?page=${page}&size=9`)).json()))

  expect(pages[0]).toHaveLength(9)
  expect(pages.flat()).toEqual(all)
  expect((await shop.visitor.get('/allPartsCount')).json()).toEqual({ count: all.length })
})

test.each([
  ['page=-1&size=9', 9],
  ['page=0&size=0', 1],
  ['page=0&size=1000000000', 12],
  ['page=999999999', 0],
  ['page=1e999', 0],
  ['', 9],
])('the page call clamps %s', async (query, length) => {
  const answer = await shop.visitor.get(`/pagesParts?${query}`)

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toHaveLength(length)
})

test.each(['page=abc', 'size=1.5', 'page=1&page=2'])('the page call refuses %s with the field', async (query) => {
  const answer = await shop.visitor.get(`/pagesParts?${query}`)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields[0].field).toMatch(/page|size/)
})

test('a price below one cent comes back exactly', async () => {
  const part = await shop.addPart({ price: 0.0042 })

  expect((await buyer.get(`/inventory/${part._id}`)).json().price).toBe(0.0042)
})

test('an unknown part, and an invalid id, are refused with a message', async () => {
  expect((await buyer.get(`/inventory/${randomUUID()}`)).statusCode).toBe(404)
  expect((await buyer.get('/inventory/no-id')).json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'id' }] })
})

const newPart = { name: 'New board', price: '14.85', available: 2_000, description: 'A new board' }

async function uploadedPicture(): Promise<string> {
  return (await shop.addPart()).img
}

test('an admin adds a part, and its opening stock is in the ledger', async () => {
  const answer = await admin.post('/parts', { ...newPart, img: await uploadedPicture() })

  expect(answer.statusCode).toBe(200)
  const part = (await buyer.get(`/inventory/${answer.json().insertedId}`)).json()
  expect(part).toMatchObject({ name: 'New board', price: 14.85, available: 2_000 })
  expect(await ledgerOf(part._id)).toBe(2_000)
})

test.each([
  ['name', '', "Part's Name is required"],
  ['name', '   ', "Part's Name is required"],
  ['price', undefined, "Part's Price is required"],
  ['price', '', "Part's Price is required"],
  ['price', 0, 'Enter a price in dollars above 0, with at most four decimal places.'],
  ['price', -1, 'Enter a price in dollars above 0, with at most four decimal places.'],
  ['price', '1.00001', 'Enter a price in dollars above 0, with at most four decimal places.'],
  ['price', '10000000.01', 'Enter a price in dollars above 0, with at most four decimal places.'],
  ['available', undefined, "Part's Available is required"],
  ['available', -1, "Part's Available is required"],
  ['available', 1.5, "Part's Available is required"],
  ['available', '2000', "Part's Available is required"],
  ['description', '', "Part's Description is required"],
  ['description', 'with a \u0000', "Part's Description is required"],
  ['description', 'x'.repeat(4_001), 'At most 4,000 characters.'],
  ['img', '', "Part's Picture is required"],
  ['img', 'https://elsewhere.example/x.png', 'Upload the picture first.'],
  ['img', 'javascript:alert(1)', 'Upload the picture first.'],
  ['img', `/images/${'0'.repeat(32)}.webp`, 'Upload the picture first.'],
])('a new part with %s %j is refused at that field', async (field, value, message) => {
  const before = (await shop.visitor.get('/allPartsCount')).json()

  const answer = await admin.post('/parts', { ...newPart, img: await uploadedPicture(), [field]: value })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toContainEqual({ field, message })
  expect((await shop.visitor.get('/allPartsCount')).json().count).toBe(before.count + 1) // the part that the picture was uploaded for
})

test('unexpected properties are refused, not copied', async () => {
  const answer = await admin.post('/parts', { ...newPart, img: await uploadedPicture(), _id: randomUUID() })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual([{ field: '_id', message: "'_id' is not expected here." }])
})

test('the stock update adds the entered number, so that a concurrent purchase is kept', async () => {
  const part = await shop.addPart({ available: 5_000 })
  await shop.placeOrder(buyer, part, 2_000)

  const answer = await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 6_000 }, added: 1_000 })

  expect(answer.json()).toMatchObject({ modifiedCount: 1, available: 4_000 })
  expect(await shop.stockOf(part)).toBe(4_000)
})

test('the specified payload alone sets the stock', async () => {
  const part = await shop.addPart({ available: 5_000 })

  const answer = await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 6_000 }, user: { email: admin.email } })

  expect(answer.json()).toMatchObject({ modifiedCount: 1, available: 6_000 })
  expect(await ledgerOf(part._id)).toBe(6_000)
})

test('the stock never leaves its bounds', async () => {
  const part = await shop.addPart({ available: 1_000 })

  const below = await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 0 }, added: -1_001 })
  const above = await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 0 }, added: 1_000_000_000 })

  expect([below.statusCode, above.statusCode]).toEqual([400, 400])
  expect(await shop.stockOf(part)).toBe(1_000)
})

test('both kinds of stock change in one call are refused', async () => {
  const part = await shop.addPart()

  const answer = await admin.put(`/inventory/${part._id}`, {
    newAvailable: { available: 1 },
    restAvailable: { available: 9_000 },
  })

  expect(answer.statusCode).toBe(400)
})

test('a customer cannot update the stock', async () => {
  const part = await shop.addPart()

  const answer = await buyer.put(`/inventory/${part._id}`, { newAvailable: { available: 99_999 } })

  expect(answer.statusCode).toBe(403)
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('fifty concurrent restocks add every piece', async () => {
  const part = await shop.addPart({ available: 0 })

  await Promise.all(
    Array.from({ length: 50 }, () => admin.put(`/inventory/${part._id}`, { newAvailable: { available: 1_000 }, added: 1_000 })),
  )

  expect(await shop.stockOf(part)).toBe(50_000)
  expect(await ledgerOf(part._id)).toBe(50_000)
})

test('a removed part leaves the catalogue and keeps its orders', async () => {
  const part = await shop.addPart()
  const order = await shop.placeOrder(buyer, part)

  const first = await admin.delete(`/parts/${part._id}`)
  const second = await admin.delete(`/parts/${part._id}`)

  expect([first.json(), second.json()]).toEqual([{ deletedCount: 1 }, { deletedCount: 0 }])
  expect((await buyer.get(`/inventory/${part._id}`)).statusCode).toBe(404)
  expect((await buyer.get(`/order/${order._id}`)).json()).toMatchObject({ name: part.name, img: part.img })
})

async function ledgerOf(partId: string): Promise<number> {
  const [row] = await shop.db
    .select({ sum: sum(stockMoves.delta) })
    .from(stockMoves)
    .where(eq(stockMoves.partId, partId))
  return Number(row!.sum)
}
