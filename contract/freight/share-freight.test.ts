import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '../basics/money.ts'
import { shareFreight } from './share-freight.ts'

const line = (pieces: number, grams: number | null, totalCents: number) => ({ pieces, grams, totalCents })

test.each([
  ['by weight, where all weights are known', 4_500, [line(1_000, 30, 100), line(2_000, 30, 900_000)], [1_500, 3_000]],
  ['by weight to a thousandth of a gram', 100, [line(1, 0.001, 5), line(1, 0.003, 5)], [25, 75]],
  ['by value, where a weight is missing', 4_500, [line(1_000, 30, 100_000), line(2_000, null, 200_000)], [1_500, 3_000]],
  ['by pieces, where nothing has a value', 300, [line(5, null, 0), line(10, null, 0)], [100, 200]],
  ['with the odd cent where it falls', 100, [line(1, 1, 1), line(1, 1, 1), line(1, 1, 1)], [33, 34, 33]],
  ['as nothing, where it is free', 0, [line(1_000, 30, 100), line(2_000, 30, 200)], [0, 0]],
  ['as a whole, with one line', 4_501, [line(1_000, null, 250_000)], [4_501]],
])('freight is shared %s', (_, cents, lines, shares) => {
  expect(shareFreight(toCents(cents), lines)).toEqual(shares)
})

test('the shares of freight add up to it, none is below zero, and whoever carries nothing pays nothing', () => {
  const grams = fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 100_000_000_000 }).map((milligrams) => milligrams / 1_000),
  )
  const lines = fc.array(fc.record({ pieces: fc.integer({ min: 1, max: 60_000 }), grams, totalCents: fc.nat(1_000_000_000) }), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.nat(10_000_000), lines, (cents, carried) => {
      const shares = shareFreight(toCents(cents), carried)

      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      const isByValue = carried.some((one) => one.grams === null) && carried.some(({ totalCents }) => totalCents > 0)
      if (isByValue) expect(shares.filter((_, index) => carried[index]!.totalCents === 0).every((share) => share === 0)).toBe(true)
    }),
  )
})
