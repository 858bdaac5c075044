import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { sampleMessages, type Samples } from '#contract/parts/samples.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { parts } from '#database/tables/parts.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

async function partWithSamples(fields: Partial<typeof parts.$inferInsert> = {}): Promise<Part> {
  const part = await shop.addPart({ price: 2.5, available: 10_000 })
  await shop.db
    .update(parts)
    .set({ samplePieces: 5, samplePrice: '4.2500', ...fields })
    .where(eq(parts.id, part._id))
  return part
}

const ask = (buyer: Customer, { _id }: Part, quantity = 5) => buyer.post(`/parts/${_id}/samples`, { quantity })
const left = async (buyer: Customer, { _id }: Part) => (await buyer.get(`/parts/${_id}/samples`)).json<Samples>()

async function quoteOfSamples(buyer: Customer, part: Part, quantity = 5): Promise<Quote> {
  const { quoteId } = (await ask(buyer, part, quantity)).json<{ quoteId: string }>()
  return (await buyer.get(`/quotes/${quoteId}`)).json<Quote>()
}

const order = (buyer: Customer, { _id, version, total }: Quote) => buyer.post(`/quotes/${_id}/order`, { version, total, ...contact })

test('samples are fewer pieces than the minimum at their own price, ordered as any quote; they count until they are cancelled', async () => {
  const part = await partWithSamples()
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]

  const quote = await quoteOfSamples(ann, part, 3)
  const group = (await order(ann, quote)).json<OrderGroup>()

  expect(quote).toMatchObject({ sample: true, orderable: true, total: 12.75, lines: [{ quantity: 3, unitPrice: 4.25, notes: [] }] })
  expect(group.orders).toMatchObject([{ sample: true, orderQuantity: 3, price: 4.25, totalPrice: 12.75 }])
  expect(await shop.stockOf(part)).toBe(9_997)
  expect(await left(ann, part)).toEqual({ pieces: 2, price: 4.25 })
  expect(await left(bob, part)).toEqual({ pieces: 5, price: 4.25 })
  await ann.delete(`/order/${group.orders[0]!._id}`)
  expect(await left(ann, part)).toEqual({ pieces: 5, price: 4.25 })
})

test('samples without a price of their own cost the price of the part', async () => {
  const part = await partWithSamples({ samplePrice: null })

  expect(await left(await shop.customer('ann'), part)).toEqual({ pieces: 5, price: 2.5 })
})

test.each<[string, Partial<typeof parts.$inferInsert>, number, string]>([
  ['more than a customer can have', {}, 6, sampleMessages.left(5)],
  ['samples of a part that has none', { samplePieces: null }, 1, sampleMessages.none],
  ['a sum that no card can pay', { samplePrice: '0.0100' }, 5, 'One card payment is at least $0.50. Please order more pieces.'],
])('%s are refused at the quantity', async (_, fields, quantity, sentence) => {
  const answer = await ask(await shop.customer(), await partWithSamples(fields), quantity)

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'quantity', message: sentence }] })
})

test('of two quotes of all samples that are ordered at once, one is ordered', async () => {
  const part = await partWithSamples()
  const buyer = await shop.customer()
  const wanted = [await quoteOfSamples(buyer, part), await quoteOfSamples(buyer, part)]

  const answers = await Promise.all(wanted.map((quote) => order(buyer, quote)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
    code: 'QUOTE_NOT_ORDERABLE',
    fields: [{ field: 'lines.1', message: sampleMessages.left(0) }],
  })
  expect(await shop.stockOf(part)).toBe(9_995)
})
