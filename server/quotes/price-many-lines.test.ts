import { expect, test, vi } from 'vitest'
import type { PricedLines, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { databaseWork } from '#tests/support/database/database-work.ts'
import { growCatalogue, quoteLinesOf } from '#tests/support/load/large-quotes.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { chanceOf } from '#tests/support/seeded.ts'

const shop = await openShop()
await growCatalogue(shop.db, 1_000)
const many = await quoteLinesOf(shop.db, 3_000, chanceOf(7))
const { lines: answered } = await price(many)
const matched = many.filter((_, index) => answered[index]!.status === 'matched')

async function price(lines: QuoteRequestLine[]): Promise<PricedLines> {
  return (await shop.visitor.post('/quotes/price', { lines })).json()
}

test('thousands of lines take no more statements than one', async () => {
  expect(matched.length).toBeGreaterThan(2_000)
  const forOne = await countStatements(shop.db, () => price(matched.slice(0, 1)))
  expect(forOne).toBeGreaterThan(0)
  expect(await countStatements(shop.db, () => price(matched))).toBe(forOne)
})

test('ten times the lines are about ten times the work of the database', async () => {
  const lines = many.slice(0, 1_000)
  const few = await databaseWork(shop.db, async () => {
    for (let start = 0; start < lines.length; start += 100) await price(lines.slice(start, start + 100))
  })

  const all = await databaseWork(shop.db, () => price(lines))

  expect(all.blocks).toBeLessThan(few.blocks * 1.5)
  expect(all.rows).toBeLessThan(few.rows * 1.5)
})

test('matching and pricing thousands of lines yields to the event loop again and again', async () => {
  // A clock that advances by a millisecond at each reading. The work reads it once for 32 lines.
  let [reads, readsInTurn, mostInTurn] = [0, 0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => {
    mostInTurn = Math.max(mostInTurn, ++readsInTurn)
    return reads++
  })
  let others = setImmediate(function turn() {
    readsInTurn = 0
    others = setImmediate(turn)
  })

  await price(many)

  clearImmediate(others)
  expect(reads).toBeGreaterThan((2 * many.length) / 32)
  // Ten milliseconds, and what else happens before the next turn.
  expect(mostInTurn).toBeLessThan(40)
})
