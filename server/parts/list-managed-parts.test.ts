import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedParts, PricedPart } from '#contract/parts/part-desk.ts'
import type { ListedPart, Part } from '#contract/parts/parts.ts'
import { stockStateNames, stockStates } from '#contract/parts/stock-states.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { parts as table } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let panel: Part
let cable: Part

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await shop.addPart({ name: 'Quillon screw', partNumber: 'QS-1', available: 5_000, price: 0.1 })
  panel = await shop.addPart({
    name: 'Quillon panel',
    partNumber: 'QP-2',
    available: 999,
    price: 40,
    priceBreaks: [{ from: 5_000, price: 39 }],
  })
  cable = await shop.addPart({ name: 'Quillon cable', partNumber: 'QC-3', available: 1_000, price: 2 })
})

const list = async (query: string) => (await admin.get(`/parts?${query}`)).json<ManagedParts>()
const idsOf = ({ parts }: { parts: Pick<Part, '_id'>[] }) => parts.map(({ _id }) => _id)

test('the desk lists the newest part first, in pages, and stays on the last page', async () => {
  const first = await list('size=2')
  expect(idsOf(first)).toEqual([cable._id, panel._id])
  expect(first.count).toBe(first.all)
  const last = await list(`size=2&page=${first.count}`)
  expect(last.page).toBe(Math.ceil(first.count / 2) - 1)
  expect(last.parts.length).toBeGreaterThan(0)
})

test.each([
  ['name', ['cable', 'panel', 'screw']],
  ['-name', ['screw', 'panel', 'cable']],
  ['available', ['panel', 'cable', 'screw']],
  ['-available', ['screw', 'cable', 'panel']],
  ['partNumber', ['cable', 'panel', 'screw']],
  ['-partNumber', ['screw', 'panel', 'cable']],
  ['price', ['screw', 'cable', 'panel']],
  ['-price', ['panel', 'cable', 'screw']],
])('the found parts are sorted by %s', async (sort, names) => {
  expect((await list(`q=quillon&sort=${sort}`)).parts.map(({ name }) => name.replace('Quillon ', ''))).toEqual(names)
})

test('a number is found first, parts below a minimum order are counted among those of the text, and removed ones are not listed', async () => {
  expect(idsOf(await list('q=qp%202'))).toEqual([panel._id])
  expect(await list('q=quillon&show=belowMinimum')).toMatchObject({
    count: 1,
    all: 3,
    soldOut: 0,
    belowMinimum: 1,
    low: 1,
    parts: [{ _id: panel._id }],
  })
  expect(await list('q=nothing%20of%20the%20kind%20at%20all')).toMatchObject({ count: 0, page: 0, parts: [] })
  const gone = await shop.addPart({ name: 'Quillon lamp' })
  expect((await list('q=quillon')).count).toBe(4)
  await admin.delete(`/parts/${gone._id}`)
  expect((await list('q=quillon')).count).toBe(3)
})

test('list, filter and counts know the states of a stock as the screens do', async () => {
  const stocks = [0, 1, 900, 1_000, 4_000]
  const levels = [null, 0, 500, 5_000]
  for (const [minimumOrder, lowStockBelow] of [null, 100].flatMap((one) => levels.map((level) => [one, level] as const)))
    for (const available of stocks) {
      const { _id } = await shop.addPart({ name: 'Stockstate fan', available })
      await shop.db.update(table).set({ minimumOrder, lowStockBelow }).where(eq(table.id, _id))
    }

  const { parts: all, ...counts } = await list('q=stockstate&size=100')

  expect(all).toHaveLength(40)
  for (const state of stockStateNames) {
    const wanted = all.filter(stockStates[state]).map(({ _id }) => _id)
    const found = await list(`q=stockstate&size=100&show=${state}`)
    expect([state, found.count, idsOf(found).toSorted()]).toEqual([state, counts[state], wanted.toSorted()])
  }
})

test('the desk narrows the list to a category and to values of attributes, with a text or without', async () => {
  const category = (await admin.post('/categories', { name: 'Quillon boards', parent: null, place: 0 })).json<{ insertedId: string }>()
  await admin.post('/attributes', { name: 'Quillon size', unit: 'in', kind: 'number', place: 0 })
  const nothing = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
  const facts = (size: string) => ({ ...nothing, category: category.insertedId, attributes: { 'quillon-size': size }, seen: nothing })
  for (const [part, size] of [
    [panel, '55'],
    [cable, '65'],
  ] as const) {
    expect((await admin.put(`/parts/${part._id}/facts`, facts(size))).statusCode).toBe(200)
  }

  expect(idsOf(await list('category=quillon-boards'))).toEqual([cable._id, panel._id])
  expect(idsOf(await list('has=quillon-size:55'))).toEqual([panel._id])
  expect(await list('q=quillon&category=quillon-boards&has=quillon-size:65')).toMatchObject({
    count: 1,
    all: 1,
    parts: [{ _id: cable._id }],
  })
  expect(await list('category=quillon-boards&show=belowMinimum')).toMatchObject({
    count: 1,
    all: 2,
    belowMinimum: 1,
    parts: [{ _id: panel._id }],
  })
  expect((await list('q=quillon&category=of-another-kind')).count).toBe(0)
})

test('prices are those of all parts of the filter', async () => {
  const read = async (query: string) => (await admin.get(`/part-prices?${query}`)).json<PricedPart[]>()
  expect(await read('q=quillon&show=belowMinimum')).toEqual([
    { _id: panel._id, name: panel.name, price: 40, priceBreaks: [{ from: 5_000, price: 39 }] },
  ])
  expect((await read('')).length).toBe((await list('')).count)
})

test('lists and prices for a change of prices say which parts have prices below the minimum', async () => {
  const part = await shop.addPart({ name: 'Sampled socket' })
  await shop.addPart({ name: 'Sampled shell' })
  await shop.db
    .update(table)
    .set({ smallPrices: [{ from: 1, price: '4.2000' }] })
    .where(eq(table.id, part._id))

  const priced = (await admin.get('/part-prices?q=sampled')).json<PricedPart[]>()
  const all = (await admin.get('/allParts')).json<ListedPart[]>()

  for (const listed of [priced, (await list('q=sampled')).parts, all]) {
    expect(listed.filter(({ hasSmallPrices }) => hasSmallPrices !== undefined)).toMatchObject([{ _id: part._id, hasSmallPrices: true }])
  }
  expect((await shop.visitor.get('/allParts')).body).not.toContain('hasSmallPrices')
})

test('the list of all parts tells those who keep the parts what runs low and what has not come, and nobody else', async () => {
  const part = await shop.addPart({ name: 'Awaited fan', available: 2_000 })
  await shop.db.insert(expectedGoods).values({ partId: part._id, expectedOn: '2001-01-01', pieces: 700, actorId: admin.userId })
  await admin.put(`/parts/${part._id}/low-stock`, { below: 2_500, seen: null })
  const clerk = await shop.customer('clerk')
  await admin.put(`/user/permissions/${clerk.email}`, { permissions: ['look'] })
  const found = async (caller: Pick<Customer, 'get'>) =>
    (await caller.get('/allParts')).json<ListedPart[]>().find(({ _id }) => _id === part._id)

  const told = { ...part, lowStockBelow: 2_500, awaited: { date: '2001-01-01', pieces: 700, isLate: true } }
  for (const caller of [admin, clerk]) expect(await found(caller)).toEqual(told)
  for (const caller of [shop.visitor, await shop.customer('buyer')]) expect(await found(caller)).toEqual(part)
  const plain = await shop.addPart()
  expect((await admin.get('/allParts')).json<ListedPart[]>()).toContainEqual({ ...plain, lowStockBelow: null })
})
