import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { fieldProblems } from '#contract/parts/part-fields.ts'
import type { ManagedPart } from '#contract/parts/part-desk.ts'
import type { PartFacts } from '#contract/parts/part-facts.ts'
import type { Samples } from '#contract/parts/samples.ts'
import type { ShopQuote } from '#contract/quotes/offers.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { parts } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const small = [
  { from: 1, price: 4.2 },
  { from: 100, price: 3.5 },
]
const NONE = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
const change = (id: string, smallPrices: object | null, seen: object | null = null) =>
  admin.put(`/parts/${id}/facts`, { ...NONE, smallPrices, seen: { ...NONE, smallPrices: seen } })
const facts = async (id: string) => (await admin.get(`/parts/${id}/facts`)).json<PartFacts>()

test('prices of fewer pieces than the minimum are set, changed, left out and taken away, and the history tells it', async () => {
  const { _id } = await shop.addPart({ price: 2.5 })
  expect(await facts(_id)).not.toHaveProperty('smallPrices')

  expect((await change(_id, small)).json()).toMatchObject({ modifiedCount: 1, facts: { smallPrices: small } })
  await admin.put(`/parts/${_id}/facts`, { ...NONE, origin: 'DE', seen: NONE })
  expect(await facts(_id)).toMatchObject({ smallPrices: small, origin: 'DE' })
  expect((await change(_id, [{ from: 1, price: 5 }])).json()).toMatchObject({ fields: [{ field: 'smallPrices' }] })
  await admin.put(`/parts/${_id}/facts`, { ...NONE, origin: 'DE', smallPrices: null, seen: { ...NONE, origin: 'DE', smallPrices: small } })

  const { changes } = (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>()
  expect(changes.filter(({ field }) => field === 'smallPrices')).toMatchObject([
    { before: '[[1,"4.2000"],[100,"3.5000"]]', after: '' },
    { before: '', after: '[[1,"4.2000"],[100,"3.5000"]]' },
  ])
  expect(await facts(_id)).not.toHaveProperty('smallPrices')
})

test.each([
  ['that do not begin at one piece', [{ from: 2, price: 4 }]],
  [
    'that rise',
    [
      { from: 1, price: 4 },
      { from: 100, price: 5 },
    ],
  ],
  ['of five decimal places', [{ from: 1, price: 4.123_45 }]],
])('prices %s are refused at their field', async (_, steps) => {
  const { _id } = await shop.addPart({ price: 2.5 })

  expect((await change(_id, steps)).json()).toMatchObject({ fields: [{ field: 'smallPrices', message: fieldProblems.smallPrices }] })
})

test('the database keeps no prices that do not fall', async () => {
  const { _id } = await shop.addPart({ price: 2.5 })
  const rising = [
    { from: 1, price: '4.0000' },
    { from: 100, price: '5.0000' },
  ]

  await expect(shop.db.update(parts).set({ smallPrices: rising }).where(eq(parts.id, _id))).rejects.toThrow()
})

test('samples cost what so few pieces cost, unless samples have a price of their own', async () => {
  const { _id } = await shop.addPart({ price: 2.5, available: 5_000 })
  await shop.db.update(parts).set({ samplePieces: 100 }).where(eq(parts.id, _id))
  await change(_id, small)
  const buyer = await shop.customer()
  const left = async () => (await buyer.get(`/parts/${_id}/samples`)).json<Samples>()

  expect(await left()).toEqual({ pieces: 100, price: 3.5 })
  const { quoteId } = (await buyer.post(`/parts/${_id}/samples`, { quantity: 5 })).json<{ quoteId: string }>()
  expect((await buyer.get(`/quotes/${quoteId}`)).json<Quote>()).toMatchObject({ total: 21, lines: [{ quantity: 5, unitPrice: 4.2 }] })

  await shop.db.update(parts).set({ samplePrice: '1.0000' }).where(eq(parts.id, _id))
  expect(await left()).toEqual({ pieces: 100, price: 1 })
})

test("an offer of few pieces is compared with what so few cost, and shows it as today's price", async () => {
  const part = await shop.addPart({ price: 2.5, available: 5_000 })
  await change(part._id, small)
  const buyer = await shop.customer()
  const quote = (await buyer.post('/quotes', { lines: [{ text: part.partNumber, quantity: 1_000 }] })).json<Quote>()
  const offer = (unitPrice: number, total: number, version = 1) =>
    admin.post(`/quotes/${quote._id}/offer`, { version, lines: [{ row: 1, quantity: 50, unitPrice }], terms: '', validDays: 30, total })

  expect((await offer(1.9, 95)).json()).toMatchObject({ code: 'PRICE_FALL' })
  expect((await offer(4, 200)).json()).toEqual({ version: 2 })

  const shown = (await admin.get(`/allQuotes/${quote._id}`)).json<ShopQuote>()
  expect(shown).toMatchObject({ listTotal: 210, lines: [{ quantity: 50, listPrice: 4.2 }] })
})
