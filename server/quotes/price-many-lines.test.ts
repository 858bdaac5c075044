import { expect, test } from 'vitest'
import type { PricedLines, QuoteRequestLine } from '#contract/quotes.ts'
import { growCatalogue, quoteLinesOf } from '#tests/support/load/large-quotes.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { chanceOf } from '#tests/support/seeded.ts'
import { measureWork } from '#tests/support/load/work-of.ts'

const shop = await openShop()
await growCatalogue(shop.db, 1_000)
const many = await quoteLinesOf(shop.db, 3_000, chanceOf(7))
const { lines: answered } = await price(many)
const matched = many.filter((_, index) => answered[index]!.status === 'matched')

async function price(lines: QuoteRequestLine[]): Promise<PricedLines> {
  return (await shop.visitor.post('/quotes/price', { lines })).json()
}

/** Every statement outside a transaction checks a connection out, so checkouts count statements. */
async function statementsFor(lines: QuoteRequestLine[]): Promise<number> {
  let statements = 0
  const count = () => void statements++
  shop.db.$client.on('acquire', count)
  await price(lines)
  shop.db.$client.off('acquire', count)
  return statements
}

test('thousands of lines take no more statements than one', async () => {
  expect(matched.length).toBeGreaterThan(2_000)
  const forOne = await statementsFor(matched.slice(0, 1))
  expect(forOne).toBeGreaterThan(0)
  expect(await statementsFor(matched)).toBe(forOne)
})

test('ten times the lines take about ten times as long, and the event loop is never blocked for long', async () => {
  await measureWork(shop.db, () => price(many))
  const few = await measureWork(shop.db, async () => {
    for (let start = 0; start < many.length; start += 300) await price(many.slice(start, start + 300))
  })

  const all = await measureWork(shop.db, () => price(many))

  expect(all.cpuMs).toBeLessThan(few.cpuMs * 1.5)
  expect(all.turnMs).toBeLessThan(100)
})
