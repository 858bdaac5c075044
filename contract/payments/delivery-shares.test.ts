import { expect, test } from 'vitest'
import fc from 'fast-check'
import { deliveryShare, dueOfShare, withdrawnShare, type SharedOrder } from './delivery-shares.ts'

const order = (quantity: number, totalCents: number, freightCents = 0, taxCents = 0): SharedOrder => ({
  quantity,
  totalCents,
  freightCents,
  taxCents,
})

/** Order, pieces of each delivery, and of each price, freight and tax in cents. */
const cases: [what: string, order: SharedOrder, pieces: number[], shares: [number, number, number][]][] = [
  ['the whole in one', order(1_000, 250_000, 4_990, 48_448), [1_000], [[250_000, 4_990, 48_448]]],
  ['two halves', order(2_000, 500_000, 9_000, 96_710), [1_000, 1_000], [[250_000, 4_500, 48_355], [250_000, 4_500, 48_355]]],
  ['freight alone in parts', order(3, 0, 100), [1, 1, 1], [[0, 33, 0], [0, 34, 0], [0, 33, 0]]],
  ['thirds of a dollar', order(3, 100), [1, 1, 1], [[33, 0, 0], [34, 0, 0], [33, 0, 0]]],
  ['thirds of two cents', order(3, 2), [1, 1, 1], [[1, 0, 0], [0, 0, 0], [1, 0, 0]]],
  ['one cent of three pieces', order(3, 1), [1, 1, 1], [[0, 0, 0], [1, 0, 0], [0, 0, 0]]],
  ['half a cent goes up, once', order(2, 1), [1, 1], [[1, 0, 0], [0, 0, 0]]],
  ['seven of ten', order(10, 999), [7, 3], [[699, 0, 0], [300, 0, 0]]],
  ['three of ten', order(10, 999), [3, 7], [[300, 0, 0], [699, 0, 0]]],
  ['the tax of half cents', order(2, 250, 0, 48), [1, 1], [[125, 0, 24], [125, 0, 24]]],
  ['a tax of one cent', order(4, 4, 0, 1), [1, 1, 1, 1], [[1, 0, 0], [1, 0, 1], [1, 0, 0], [1, 0, 0]]],
  ['a tax of three cents on two pieces', order(2, 16, 0, 3), [1, 1], [[8, 0, 2], [8, 0, 1]]],
  ['tax on price and freight', order(4, 1_000, 200, 228), [1, 3], [[250, 50, 57], [750, 150, 171]]],
  ['freight that is more than the price', order(4, 100, 5_001, 969), [1, 1, 2], [[25, 1_250, 242], [25, 1_251, 243], [50, 2_500, 484]]],
  ['tax of freight alone', order(2, 0, 1_001, 190), [1, 1], [[0, 501, 95], [0, 500, 95]]],
  ['free pieces', order(5, 0), [2, 3], [[0, 0, 0], [0, 0, 0]]],
  ['a single piece', order(1, 19, 1, 4), [1], [[19, 1, 4]]],
  ['reels of a thousand', order(30_000, 517_500, 12_345, 100_671), [16_750, 13_250], [[288_938, 6_893, 56_208], [228_562, 5_452, 44_463]]],
  ['three releases', order(30_000, 517_500), [10_000, 10_000, 10_000], [[172_500, 0, 0], [172_500, 0, 0], [172_500, 0, 0]]],
  ['a sample first', order(30_000, 517_500), [5, 29_995], [[86, 0, 0], [517_414, 0, 0]]],
  ['the last piece alone', order(1_001, 100_100, 77), [1_000, 1], [[100_000, 77, 0], [100, 0, 0]]],
  ['prices of four places', order(1_000, 12_346), [333, 333, 334], [[4_111, 0, 0], [4_111, 0, 0], [4_124, 0, 0]]],
  ['7 % of an odd sum', order(3, 1_001, 0, 70), [1, 1, 1], [[334, 0, 23], [333, 0, 24], [334, 0, 23]]],
  ['25.5 %', order(3, 1_000, 0, 255), [2, 1], [[667, 0, 170], [333, 0, 85]]],
  ['ten of eleven', order(11, 1_100, 11, 211), [10, 1], [[1_000, 10, 192], [100, 1, 19]]],
  ['one of eleven', order(11, 1_100, 11, 211), [1, 10], [[100, 1, 19], [1_000, 10, 192]]],
  ['more deliveries than cents', order(6, 3), [1, 1, 1, 1, 1, 1], [[1, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]]],
  ['a billion dollars', order(1_000_000, 100_000_000_001), [999_999, 1], [[99_999_900_001, 0, 0], [100_000, 0, 0]]],
  ['a billion with tax', order(3, 100_000_000_000, 0, 19_000_000_000), [1, 2], [[33_333_333_333, 0, 6_333_333_333], [66_666_666_667, 0, 12_666_666_667]]],
  ['none of the pieces', order(3, 100, 3, 19), [0, 3], [[0, 0, 0], [100, 3, 19]]],
  ['a cent of freight', order(2, 10, 1, 2), [1, 1], [[5, 1, 1], [5, 0, 1]]],
  ['untaxed abroad', order(7, 70_001, 701), [3, 4], [[30_000, 300, 0], [40_001, 401, 0]]],
] // prettier-ignore

test.each(cases)('deliveries share what is due: %s', (_, ordered, pieces, shares) => {
  let before = 0
  const found = pieces.map((some) => {
    const share = deliveryShare(ordered, before, some)
    before += some
    return [share.netCents, share.freightCents, share.taxCents]
  })
  expect(found).toEqual(shares)
})

test('however an order is divided, its deliveries and withdrawn pieces add up to it, and none is below zero', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000_000_000 })
  const divided = fc
    .array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 12 })
    .chain((pieces) => fc.record({ pieces: fc.constant(pieces), total: cents, freight: cents, tax: cents }))
  fc.assert(
    fc.property(divided, ({ pieces, total, freight, tax }) => {
      const taxCents = total + freight === 0 ? 0 : tax
      const ordered = {
        ...order(
          pieces.reduce((sum, some) => sum + some, 0),
          total,
          freight,
          taxCents,
        ),
        withdrawnPieces: 0,
      }
      let before = 0
      const shares = pieces.map((some, index) => {
        const share = index === pieces.length - 1 ? withdrawnShare(ordered, some) : deliveryShare(ordered, before, some)
        before += some
        return share
      })
      const sumOf = (field: 'netCents' | 'freightCents' | 'taxCents') => shares.reduce((sum, share) => sum + share[field], 0)
      expect([sumOf('netCents'), sumOf('freightCents'), sumOf('taxCents')]).toEqual([total, freight, taxCents])
      expect(shares.every((share) => Math.min(share.netCents, share.freightCents, share.taxCents) >= 0)).toBe(true)
      expect(shares.reduce((sum, share) => sum + dueOfShare(share), 0)).toBe(total + freight + taxCents)
    }),
  )
})

test('the tax of a delivery is that of its own price at the rate, but for a cent', () => {
  const rates = fc.constantFrom(700, 1_900, 2_000, 2_100, 2_550)
  fc.assert(
    fc.property(
      fc.record({
        quantity: fc.integer({ min: 2, max: 50_000 }),
        total: fc.integer({ min: 1, max: 1_000_000_000 }),
        freight: fc.integer({ min: 0, max: 1_000_000 }),
        rate: rates,
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      ({ quantity, total, freight, rate, part }) => {
        const taxCents = Math.floor(((total + freight) * rate + 5_000) / 10_000)
        const before = Math.floor(part * (quantity - 1))
        const { netCents, freightCents, taxCents: tax } = deliveryShare(order(quantity, total, freight, taxCents), before, 1)
        expect(Math.abs(tax - ((netCents + freightCents) * rate) / 10_000)).toBeLessThan(1.51)
      },
    ),
  )
})
