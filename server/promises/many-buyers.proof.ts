import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { madeMonths } from '#database/tables/promises.ts'
import { contact, openShop } from '#tests/support/shops/open-shop.ts'
import { checkInvariants } from '../run/invariants/check-invariants.ts'

const BUYERS = 50
const LOT = 1_000

const shop = await openShop()
const admin = await shop.admin()

/** All buyers order a lot of the part at once; the number of those that got one. */
async function orderAtOnce(part: Part): Promise<number> {
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.customer()))
  const quotes = await Promise.all(
    buyers.map(async (buyer) => (await buyer.post('/quotes', { lines: [{ text: part.partNumber, quantity: LOT }] })).json<Quote>()),
  )
  const answers = await Promise.all(
    quotes.map(({ _id, version, total }, index) =>
      buyers[index]!.post(`/quotes/${_id}/order`, { version, total, ...contact, shipBy: '2099-12-31' }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set([undefined, 'STOCK_TOO_LOW']))
  const broken = (await checkInvariants(shop.db)).filter(({ count, name }) => count > 0 && name !== 'nothingIsOverdue')
  expect(broken).toEqual([])
  return answers.filter(({ statusCode }) => statusCode === 200).length
}

test('of fifty buyers at once of one delivery, each piece is promised to one', async () => {
  const part = await shop.addPart({ available: 0 })
  await shop.db.update(parts).set({ madeMonthly: 0 }).where(eq(parts.id, part._id))
  const date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  await admin.post(`/parts/${part._id}/expected`, { date, pieces: 10 * LOT + 999, note: '' })

  expect(await orderAtOnce(part)).toBe(10)

  const [delivery] = await shop.db.select().from(expectedGoods).where(eq(expectedGoods.partId, part._id))
  expect(delivery!.promisedPieces).toBe(10 * LOT)
  expect(await shop.db.$count(orders, eq(orders.partId, part._id))).toBe(10)
})

test('of fifty buyers at once of what is made in 24 months, no month is promised beyond what it makes', async () => {
  const part = await shop.addPart({ available: 0 })
  await shop.db.update(parts).set({ madeMonthly: 417 }).where(eq(parts.id, part._id))

  expect(await orderAtOnce(part)).toBe(10)

  const [months] = await shop.db
    .select({ most: sql<number>`max(promised_pieces)::int`, sum: sql<number>`sum(promised_pieces)::int` })
    .from(madeMonths)
    .where(eq(madeMonths.partId, part._id))
  expect(months).toEqual({ most: 417, sum: 10 * LOT })
})
