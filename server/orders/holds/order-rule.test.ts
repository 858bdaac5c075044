import { beforeAll, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const FACTS = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
const NONE = { ...FACTS, minimumOrder: null, orderStep: null }
type Rule = { minimumOrder: number | null; orderStep: number | null }

async function ruledPart(rule: Rule, available = 50_000): Promise<Part> {
  const part = await shop.addPart({ available, price: 2 })
  expect((await admin.put(`/parts/${part._id}/facts`, { ...NONE, ...rule, seen: NONE })).statusCode).toBe(200)
  return (await admin.get(`/inventory/${part._id}`)).json<Part>()
}

async function hold(part: Part, quantity: number) {
  const buyer = await shop.customer()
  const answer = await buyer.put(`/inventory/${part._id}`, {
    restAvailable: { available: Math.max(part.available - quantity, 0) },
    orderQuantity: quantity,
    userInfo: { email: buyer.email },
  })
  return { status: answer.statusCode, ...answer.json<{ modifiedCount?: number; fields?: { field: string; message: string }[] }>() }
}

test('a part with a minimum and a step is sold in these alone, and the rest of its stock stays as it was', async () => {
  const part = await ruledPart({ minimumOrder: 5_000, orderStep: 400 })
  expect(part).toMatchObject({ minimumOrder: 5_000, orderStep: 400 })
  const message = 'Choose 5,000 pieces, or more in steps of 400.'
  for (const quantity of [1_000, 4_999, 5_001, 5_399]) {
    expect(await hold(part, quantity)).toMatchObject({ status: 400, fields: [{ field: 'orderQuantity', message }] })
  }
  expect((await admin.get(`/inventory/${part._id}`)).json<Part>().available).toBe(part.available)
  for (const quantity of [5_000, 5_400]) expect(await hold(part, quantity)).toMatchObject({ status: 200, modifiedCount: 1 })
})

test('a program that does not know the rule of a part leaves it as it is', async () => {
  const { _id } = await ruledPart({ minimumOrder: 5_000, orderStep: 400 })
  const answer = await admin.put(`/parts/${_id}/facts`, { ...FACTS, origin: 'DE', seen: FACTS })
  expect(answer.json()).toMatchObject({ modifiedCount: 1, facts: { origin: 'DE', minimumOrder: 5_000, orderStep: 400 } })
})

test('too few pieces left are still told as such', async () => {
  const part = await ruledPart({ minimumOrder: 2_000, orderStep: null }, 3_000)
  expect(await hold(part, 4_000)).toMatchObject({ status: 200, modifiedCount: 0 })
})

test('a quote raises a line to the minimum and to the next step, and says so', async () => {
  const part = await ruledPart({ minimumOrder: 5_000, orderStep: 400 })
  const buyer = await shop.customer()
  const price = async (quantity: number) =>
    (await buyer.post('/quotes/price', { lines: [{ text: part.partNumber, quantity }] })).json<{ lines: QuoteLine[] }>().lines[0]
  expect(await price(1_200)).toMatchObject({ quantity: 5_000, lineTotal: 10_000, notes: ['raised-to-minimum'] })
  expect(await price(5_100)).toMatchObject({ quantity: 5_400, lineTotal: 10_800, notes: ['raised-to-step'] })
  const saved = await saveQuote(buyer, { lines: [1_200, 5_100, 5_400].map((quantity) => ({ text: part.partNumber, quantity })) })
  expect(saved.lines.map(({ notes }) => notes)).toEqual([['raised-to-minimum'], ['raised-to-step'], []])
  expect(await price(5_800)).toMatchObject({ quantity: 5_800, notes: [] })
})

test('a part in stock has a minimum order of its own left', async () => {
  const part = await ruledPart({ minimumOrder: 5_000, orderStep: null }, 4_000)
  const found = async (query: string) =>
    (await admin.get(`/searchParts?q=${part.partNumber}${query}`)).json<{ parts: Part[] }>().parts.some(({ _id }) => _id === part._id)
  expect(await found('')).toBe(true)
  expect(await found('&inStock=true')).toBe(false)
})

test('parts without a rule are answered as before', async () => {
  const part = await shop.addPart()
  expect(Object.keys((await admin.get(`/inventory/${part._id}`)).json<Part>())).not.toContain('minimumOrder')
})

test('a part is sold below 1,000 pieces when the admin says so, and only then', async () => {
  const part = await shop.addPart({ available: 3_000, price: 2 })
  const change = (body: object) => admin.put(`/parts/${part._id}/facts`, { ...NONE, minimumOrder: 250, ...body, seen: NONE })

  const unsaid = await change({})
  const said = await change({ belowUsual: true })

  expect(unsaid.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'minimumOrder' }] })
  expect(said.json()).toMatchObject({ modifiedCount: 1, facts: { minimumOrder: 250 } })
  expect(await hold(part, 249)).toMatchObject({ status: 400, fields: [{ field: 'orderQuantity', message: 'Choose 250 pieces or more.' }] })
  const order = await shop.placeOrder(await shop.customer(), { ...part, minimumOrder: 250 }, 250)
  expect(order).toMatchObject({ orderQuantity: 250, totalPrice: 500 })
})

test('every other part keeps the usual minimum of 1,000 pieces', async () => {
  const part = await shop.addPart({ available: 3_000, price: 2 })

  const answer = await hold(part, 999)

  expect(answer).toMatchObject({ status: 400, fields: [{ field: 'orderQuantity', message: 'Choose a quantity of at least 1000 pieces.' }] })
})

test('an unpaid order is reduced to what the rule of its part allows', async () => {
  const part = await ruledPart({ minimumOrder: 5_000, orderStep: null })
  const buyer = await shop.customer()
  const order = await shop.placeOrder(buyer, part, 8_000)
  const reduce = (pieces: number) => buyer.put(`/order/${order._id}/pieces`, { orderQuantity: pieces, totalPrice: pieces * 2 })

  const below = await reduce(4_000)
  const within = await reduce(6_000)

  expect(below.json()).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ field: 'orderQuantity', message: 'Choose 5,000 pieces or more.' }],
  })
  expect(within.json()).toMatchObject({ orderQuantity: 6_000 })
})
