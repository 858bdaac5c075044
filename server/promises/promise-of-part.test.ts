import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { PartFacts } from '#contract/parts/part-facts.ts'
import type { PromiseOfPart } from '#contract/promises/part-promise.ts'
import { parts } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.customer()
})

async function partWith(madeMonthly: number | null, available = 16_750): Promise<string> {
  const { _id } = await shop.addPart({ available })
  await shop.db.update(parts).set({ madeMonthly }).where(eq(parts.id, _id))
  return _id
}
const promise = async (id: string, pieces: number) => (await buyer.get(`/parts/${id}/promise?pieces=${pieces}`)).json<PromiseOfPart>()
const facts = async (id: string) => (await buyer.get(`/parts/${id}/facts`)).json<PartFacts>()

const stock = () => ({ pieces: 16_750, day: shipDay(2, shopCalendar()), from: 'stock' })
const madeDay = () => shipDay(15, shopCalendar())

test('a buyer who asks for 30,000 of a part that is made on demand is told what leaves now, and what leaves by which day', async () => {
  const id = await partWith(1_000_000_000)

  expect(await promise(id, 30_000)).toEqual({ promise: [stock(), { pieces: 13_250, day: madeDay(), from: 'made' }], missing: 0 })
  expect((await facts(id)).beyondStock).toBe(true)
})

test('pieces that the shop can neither make nor expects are told as missing', async () => {
  expect(await promise(await partWith(0), 30_000)).toEqual({ promise: [stock()], missing: 13_250 })
})

test('a part of which its owner has said nothing promises its stock alone, and its facts are those of before', async () => {
  const id = await partWith(null)

  expect(await promise(id, 30_000)).toEqual({ promise: [stock()], missing: 13_250 })
  expect(await facts(id)).not.toHaveProperty('beyondStock')
})

test('no day is told of no pieces, and of a part that is not on sale', async () => {
  const id = await partWith(0)

  expect((await buyer.get(`/parts/${id}/promise?pieces=0`)).statusCode).toBe(400)
  expect((await buyer.get(`/parts/${id}/promise?pieces=many`)).statusCode).toBe(400)
  await shop.db
    .update(parts)
    .set({ deletedAt: sql`now()` })
    .where(eq(parts.id, id))
  expect((await buyer.get(`/parts/${id}/promise?pieces=5`)).statusCode).toBe(404)
})
