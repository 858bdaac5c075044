import fc, { type Arbitrary } from 'fast-check'
import { MAXIMUM_PRICE_BREAKS, MAXIMUM_PRICE_DOLLARS, MAXIMUM_STOCK, MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import type { PriceBreak, PartPrice } from '#contract/parts/pricing.ts'

const dollars = (tenThousandths: number) => unitPriceToDollars(tenThousandths as UnitPrice)

/** Prices of one piece in dollars, with as many below a cent as in the millions. */
export const prices: Arbitrary<number> = fc
  .oneof(
    fc.integer({ min: 1, max: 500 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 1, max: MAXIMUM_PRICE_DOLLARS * 10_000 }),
  )
  .map(dollars)

/** Pieces, with many just before, at and behind the usual steps. */
export const quantities: Arbitrary<number> = fc.oneof(
  fc.integer({ min: 1, max: MAXIMUM_STOCK }),
  fc.integer({ min: 1, max: 60_000 }),
  fc.tuple(fc.constantFrom(1_000, 5_000, 10_000, 25_000, 50_000), fc.integer({ min: -2, max: 2 })).map(([step, off]) => step + off),
)

const starts = quantities.filter((quantity) => quantity > MINIMUM_ORDER)

/** The price of a part with a valid ladder: none to ten steps, `from` rising, `price` falling. */
export const soundLadders: Arbitrary<PartPrice> = fc
  .record({
    figures: fc.uniqueArray(prices, { minLength: 1, maxLength: MAXIMUM_PRICE_BREAKS + 1 }),
    starts: fc.uniqueArray(starts, { maxLength: MAXIMUM_PRICE_BREAKS }),
  })
  .map(({ figures, starts: unsorted }) => {
    const [price = 1, ...falling] = figures.toSorted((one, other) => other - one)
    const rising = unsorted.toSorted((one, other) => one - other)
    const priceBreaks = falling.slice(0, rising.length).map((step, index) => ({ from: rising[index]!, price: step }))
    return { price, priceBreaks }
  })

/** Ladders as typed by people, with steps close together: most of them are invalid. */
export const typedLadders: Arbitrary<PartPrice> = fc.record({
  price: fc.integer({ min: 1, max: 8 }).map(dollars),
  priceBreaks: fc.array(
    fc.record<PriceBreak>({
      from: fc.integer({ min: MINIMUM_ORDER - 1, max: MINIMUM_ORDER + 6 }),
      price: fc.integer({ min: 1, max: 8 }).map(dollars),
    }),
    { maxLength: 4 },
  ),
})
