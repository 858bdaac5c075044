import fc from 'fast-check'
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { parseUnitPrice, unitPriceToDecimal } from '#contract/basics/money.ts'
import { unitPriceAt, type PartPrice } from '#contract/parts/pricing.ts'
import { parts } from '#database/tables/parts.ts'
import { quantities, soundLadders, typedLadders } from '#tests/support/ladders.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { ladderRows, readLadder } from './read-offer.ts'

const CASES = 5_000

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

const decimal = (dollars: number) => unitPriceToDecimal(parseUnitPrice(dollars)!)
const tableRow = ({ price, priceBreaks }: PartPrice) => ({
  price: decimal(price),
  breaks: priceBreaks.map((step) => ({ from: step.from, price: decimal(step.price) })),
})

/** The database's answer to each case, in their order. */
async function askDatabase<T>(question: SQL, cases: object[]): Promise<T[]> {
  const { rows } = await shop.db.execute<{ answer: T }>(sql`
    select ${question} as answer
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as cases (one, at) order by at`)
  return rows.map(({ answer }) => answer)
}

test('the database computes the same price as the contract, for any ladder and quantity', async () => {
  const cases = fc.sample(fc.tuple(soundLadders, quantities), CASES)

  const asked = await askDatabase<string>(
    sql`unit_price_at((one ->> 'price')::numeric, one -> 'breaks', (one ->> 'quantity')::bigint)::numeric(12, 4)::text`,
    cases.map(([priced, quantity]) => ({ ...tableRow(priced), quantity })),
  )

  expect(asked).toHaveLength(CASES)
  const differing = cases.filter(([priced, quantity], index) => unitPriceToDecimal(unitPriceAt(priced, quantity)) !== asked[index])
  expect(differing).toEqual([])
  // Both reached and missed steps must occur, or the comparison proves nothing.
  const reached = cases.filter(([{ priceBreaks }, quantity]) => priceBreaks.some(({ from }) => from <= quantity)).length
  expect(Math.min(reached, CASES - reached)).toBeGreaterThan(CASES / 20)
})

test('the table refuses exactly what the shop refuses to read', async () => {
  const cases = fc.sample(fc.oneof(soundLadders, typedLadders), CASES)

  const kept = await askDatabase<boolean>(sql`price_breaks_fall((one ->> 'price')::numeric, one -> 'breaks')`, cases.map(tableRow))

  const differing = cases.filter((priced, index) => isRead(priced) !== kept[index])
  expect(differing).toEqual([])
  const sound = kept.filter(Boolean).length
  expect(Math.min(sound, CASES - sound)).toBeGreaterThan(CASES / 20)
})

function isRead({ price, priceBreaks }: PartPrice): boolean {
  try {
    readLadder(parseUnitPrice(price)!, [...priceBreaks])
    return true
  } catch {
    return false
  }
}

const steps = (count: number) => Array.from({ length: count }, (_, index) => ({ from: 2_000 + index, price: (2 - index / 10).toFixed(4) }))

test.each<[string, unknown]>([
  [
    'a step that starts where the one before it does',
    [
      { from: 5_000, price: '2.0000' },
      { from: 5_000, price: '1.9000' },
    ],
  ],
  [
    'a step that starts below the one before it',
    [
      { from: 5_000, price: '2.0000' },
      { from: 4_000, price: '1.9000' },
    ],
  ],
  ['a step at the minimum order', [{ from: 1_000, price: '2.0000' }]],
  ['a first step as dear as the part', [{ from: 5_000, price: '2.5000' }]],
  [
    'a rising step',
    [
      { from: 5_000, price: '2.0000' },
      { from: 6_000, price: '2.1000' },
    ],
  ],
  [
    'two steps of one price',
    [
      { from: 5_000, price: '2.0000' },
      { from: 6_000, price: '2.0000' },
    ],
  ],
  ['a free step', [{ from: 5_000, price: '0.0000' }]],
  ['a step below nothing', [{ from: 5_000, price: '-1.0000' }]],
  ['an empty step', [{}]],
  ['a step without a price', [{ from: 5_000 }]],
  ['a step without a quantity', [{ price: '2.0000' }]],
  ['eleven steps', steps(11)],
])('the table refuses a part with %s', async (_, priceBreaks) => {
  const insert = shop.db.insert(parts).values({
    name: 'Raw',
    img: '/images/raw.webp',
    description: '',
    price: '2.5',
    available: 0,
    priceBreaks: priceBreaks as [],
  })

  await expect(insert).rejects.toMatchObject({ cause: { constraint: 'parts_price_breaks_fall' } })
})

test.each<unknown>([{}, 'none', 5, null])('the table refuses a ladder of %j', async (priceBreaks) => {
  const insert = shop.db.execute(sql`
    insert into parts (name, img, description, price, available, price_breaks)
    values ('Raw', '', '', 2.5, 0, ${JSON.stringify(priceBreaks)}::jsonb)`)

  await expect(insert).rejects.toThrow()
})

test('the table accepts an empty ladder, and one of ten steps', async () => {
  for (const priceBreaks of [[], steps(10)]) {
    await shop.db.insert(parts).values({
      name: 'Raw',
      img: '/images/raw.webp',
      description: '',
      price: '2.5',
      available: 0,
      priceBreaks,
    })
  }
})

test('a ladder is unchanged after a write and a read', () => {
  const [price] = [parseUnitPrice('0.0095')!]
  expect(
    ladderRows(
      readLadder(price, [
        { from: 5_000, price: '0.009' },
        { from: 10_000, price: 0.0071 },
      ]),
    ),
  ).toEqual([
    { from: 5_000, price: '0.0090' },
    { from: 10_000, price: '0.0071' },
  ])
})
