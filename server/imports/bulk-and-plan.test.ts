import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkChange } from '#contract/parts/bulk-change.ts'
import type { ImportPreview, ListedImport } from '#contract/parts/imports.ts'
import type { ManagedPart } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { imports } from '#database/tables/imports.ts'
import { parts } from '#database/tables/parts.ts'
import { writePlanned } from '#server/imports/plan-import.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

let shop: TestShop
let admin: Customer
let category: string
let count = 0
let mark: string

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  category = (await admin.post('/categories', { name: 'Bulk boards', parent: null, place: 0 })).json<{ insertedId: string }>().insertedId
})
beforeEach(() => {
  mark = `Bulk${(count += 1)}x`
})

const fromParts = (change: BulkChange | object, filter: object = { q: mark }) => admin.post('/imports/from-parts', { filter, change })
const begin = async (change: BulkChange, filter?: object) => (await fromParts(change, filter)).json<{ _id: string }>()._id
const preview = async (id: string, query = '') => (await admin.get(`/imports/${id}?${query}`)).json<ImportPreview>()
const write = async (id: string) => admin.post(`/imports/${id}/write`, { fingerprint: (await preview(id)).fingerprint, confirmed: true })
const undo = (id: string) => admin.post(`/imports/${id}/undo`)
const desk = async ({ _id }: Pick<Part, '_id'>) => (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>()
const rowsOf = async (of: Part[]) =>
  Promise.all(of.map(async ({ _id }) => (await shop.db.select().from(parts).where(eq(parts.id, _id)))[0]))
const addTwo = async () => [
  await shop.addPart({ name: `${mark} one`, price: 2, priceBreaks: [{ from: 5_000, price: 1.5 }] }),
  await shop.addPart({ name: `${mark} two`, price: 0.01 }),
]
const reasons = (answer: { json: <T>() => T }) => answer.json<{ fields: { message: string }[] }>().fields.map(({ message }) => message)

test('all parts of a filter change in the same way after a preview, others stay, and the undo restores every cell', async () => {
  const found = await addTwo()
  const other = await shop.addPart()
  await shop.db
    .update(parts)
    .set({ smallPrices: [{ from: 1, price: '4.2000' }] })
    .where(eq(parts.id, found[0]!._id))
  const before = await rowsOf([...found, other])
  const change = {
    price: { percent: 10, places: 2 },
    leadDays: 33,
    category,
    minimumOrder: 2_000,
    orderStep: 500,
    lowStockBelow: 9_000,
  } as const

  const id = await begin(change)
  const { counts, fileName, percent, rows } = await preview(id)
  expect(counts).toMatchObject({ changed: 2, new: 0, same: 0, wrong: 0 })
  expect(percent).toBe(10)
  expect(fileName).toBe('Price (USD) +10 %, Lead time 33, Minimum order 2000, Order step 500, Low stock below 9000, Category Bulk boards')
  expect(rows[0]!.changes).toContainEqual({ field: 'price', before: '2.0000', after: '2.2000' })
  expect(rows[0]!.changes.map(({ field }) => field)).toContain('smallPrices')
  expect(await rowsOf([...found, other])).toEqual(before)

  expect((await write(id)).json()).toEqual({ modifiedCount: 2 })
  expect(await rowsOf(found)).toMatchObject([
    {
      price: '2.2000',
      smallPrices: [{ from: 1, price: '4.6200' }],
      leadDays: 33,
      categoryId: category,
      minimumOrder: 2_000,
      orderStep: 500,
      lowStockBelow: 9_000,
    },
    { price: '0.0100', leadDays: 33, lowStockBelow: 9_000 },
  ])
  expect((await desk(found[0]!)).priceBreaks).toEqual([{ from: 5_000, price: 1.65 }])
  expect((await rowsOf([other]))[0]).toEqual(before[2])

  expect((await undo(id)).json()).toEqual({ modifiedCount: 2 })
  expect(await rowsOf([...found, other])).toEqual(before)
})

test('prices that no part can have are wrong rows, which keep the whole from being written', async () => {
  await addTwo()
  const id = await begin({ price: { percent: -90, places: 2 } })
  const { counts, rows } = await preview(id, 'show=wrong')

  expect(counts).toMatchObject({ changed: 1, wrong: 1 })
  expect(rows[0]!.problems).toEqual([{ field: 'price', problem: 'price' }])
  expect((await write(id)).statusCode).toBe(409)
})

test('parts are hidden together, with what is reserved of them released, and shown again by the undo', async () => {
  const found = await addTwo()
  const buyer = await shop.customer()
  await buyer.put(`/inventory/${found[0]!._id}`, { restAvailable: { available: 0 }, orderQuantity: 1_000 })
  const stock = found[0]!.available
  expect(await shop.stockOf(found[0]!)).toBe(stock - 1_000)
  const id = await begin({ removed: true })
  await write(id)

  expect((await rowsOf(found)).map((row) => [row!.deletedAt !== null, row!.available])).toEqual([
    [true, stock],
    [true, found[1]!.available],
  ])
  expect((await desk(found[0]!)).changes[0]).toMatchObject({ field: 'removed', before: 'false', after: 'true' })

  expect((await undo(id)).json()).toEqual({ modifiedCount: 2 })
  expect((await desk(found[0]!)).removedAt).toBeNull()
})

test('hidden parts stay so while another part has the number of one, or one was shown meanwhile', async () => {
  const found = await addTwo()
  const id = await begin({ removed: true })
  await write(id)
  const second = await shop.addPart({ partNumber: found[0]!.partNumber.startsWith('TF') ? `${mark}-N` : found[0]!.partNumber })
  await shop.db
    .update(parts)
    .set({ partNumber: `${mark}-n` })
    .where(eq(parts.id, found[0]!._id))
  expect(reasons(await undo(id)).length).toBe(1)
  expect((await desk(found[1]!)).removedAt).not.toBeNull()

  await admin.delete(`/parts/${second._id}`)
  await shop.db.update(parts).set({ partNumber: found[0]!.partNumber }).where(eq(parts.id, found[0]!._id))
  await admin.post(`/parts/${found[1]!._id}/bring-back`)
  expect(reasons(await undo(id))).toEqual([`${found[1]!.name} has been changed since.`])
})

test.each<[object, object | undefined, string]>([
  [{}, undefined, 'change'],
  [{ price: { percent: 1.234, places: 2 } }, undefined, 'change.price.percent'],
  [{ price: { percent: 1_000, places: 2 } }, undefined, 'change.price.percent'],
  [{ minimumOrder: 999 }, undefined, 'change.minimumOrder'],
  [{ category: '00000000-0000-4000-8000-000000000000' }, undefined, 'change.category'],
  [{ leadDays: 5 }, { q: 'no part is called so' }, 'filter'],
])('a change %j of %j is refused at %s', async (change, filter, field) => {
  await addTwo()
  const answer = await fromParts(change, filter)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ fields: { field: string }[] }>().fields[0]!.field).toBe(field)
})

const tomorrow = (days = 1) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const plan = async (id: string, date = tomorrow()) =>
  admin.post(`/imports/${id}/plan`, { date, fingerprint: (await preview(id)).fingerprint, confirmed: true })
const listed = async (id: string) => (await admin.get('/imports')).json<ListedImport[]>().find(({ _id }) => _id === id)!
const passDay = (id: string) =>
  shop.db
    .update(imports)
    .set({ plannedFor: sql`now() - interval '1 second'` })
    .where(eq(imports.id, id))

test('planned prices hold from their day on, once, and open quotes keep theirs', async () => {
  const [part] = await addTwo()
  const buyer = await shop.customer()
  const quote = await saveQuote(buyer, { lines: [{ text: part!.partNumber, quantity: 1_000 }] })
  const id = await begin({ price: { percent: 50, places: 2 } })

  expect((await plan(id)).json()).toEqual({ plannedFor: `${tomorrow()}T00:00:00.000Z` })
  expect(await listed(id)).toMatchObject({ state: 'planned', plannedFor: `${tomorrow()}T00:00:00.000Z`, writtenRows: 0 })
  expect(await writePlanned(shop.services)).toBe(0)
  expect((await desk(part!)).price).toBe(2)
  expect(reasons(await write(id))).toEqual(['This import is planned. Take it out of the plan first.'])

  await passDay(id)
  await Promise.all([writePlanned(shop.services), writePlanned(shop.services)])
  expect((await desk(part!)).price).toBe(3)
  expect((await desk(part!)).changes.filter(({ field }) => field === 'price').length).toBe(1)
  expect((await desk(part!)).changes[0]!.by).toBe(admin.email)
  expect(await listed(id)).toMatchObject({ state: 'written', writtenRows: 2 })
  expect((await buyer.get(`/quotes/${quote._id}`)).json()).toEqual(quote)

  expect((await undo(id)).json()).toEqual({ modifiedCount: 2 })
  expect((await desk(part!)).price).toBe(2)
})

test('a row of a planned import that is wrong by its day is left out, and the others are written', async () => {
  const [one, two] = await addTwo()
  const id = await begin({ leadDays: 44 })
  await plan(id)
  await admin.delete(`/parts/${two!._id}`)
  await passDay(id)

  expect(await writePlanned(shop.services)).toBe(1)
  expect((await desk(one!)).leadDays).toBe(44)
  expect((await desk(two!)).leadDays).not.toBe(44)
})

test('a planned import is taken out of the plan, and is open again; it is not dropped meanwhile', async () => {
  await addTwo()
  const id = await begin({ leadDays: 45 })
  await plan(id)
  await shop.db
    .update(imports)
    .set({ createdAt: sql`now() - interval '30 days'` })
    .where(eq(imports.id, id))
  await begin({ leadDays: 46 })

  expect((await admin.post(`/imports/${id}/unplan`)).json()).toEqual({ modifiedCount: 1 })
  expect((await admin.post(`/imports/${id}/unplan`)).json()).toEqual({ modifiedCount: 0 })
  expect(await listed(id)).toMatchObject({ state: 'open', plannedFor: null })
  await passDay(id)
  expect(await writePlanned(shop.services)).toBe(0)
})

test.each([tomorrow(0), '2020-01-01', tomorrow(800)])('an import cannot be planned for %s', async (date) => {
  await addTwo()
  const answer = await plan(await begin({ leadDays: 47 }), date)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'date', message: 'Enter a day from tomorrow on, within 2 years.' }] })
})
