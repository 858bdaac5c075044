import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenSeed } from '#tests/support/seeded.ts'
import {
  centsToDollars,
  dollarsToCents,
  exactPrice,
  parseUnitPrice,
  roundToCents,
  totalOf,
  unitPriceToDecimal,
  unitPriceToDollars,
  type UnitPrice,
} from './money.ts'

test.each([
  ['14.85', 148_500],
  [14.85, 148_500],
  ['0.0042', 42],
  ['85', 850_000],
  [' 2.5 ', 25_000],
  [1.1 * 3, 33_000],
  [0.1 + 0.2, 3_000],
  [String(1.1 * 3), 33_000],
  ['2.50000', 25_000],
  [99_999_999.9999, 999_999_999_999],
])('%j dollars are read exactly', (dollars, tenThousandths) => {
  expect(parseUnitPrice(dollars)).toBe(tenThousandths)
})

test.each(['', '0', '-1', '1.23456', 1.00001, 0.00004, '1e5', 'abc', '1,5', Number.NaN, Number.POSITIVE_INFINITY, 1e-7, '123456789'])(
  '%j is no price',
  (dollars) => {
    expect(parseUnitPrice(dollars)).toBeUndefined()
  },
)

test('a price goes to the database and back unchanged', () => {
  for (const text of ['0.0001', '0.0042', '14.8500', '10000000.0000']) {
    expect(unitPriceToDecimal(parseUnitPrice(text)!)).toBe(text)
  }
  expect(unitPriceToDollars(parseUnitPrice('0.0042')!)).toBe(0.0042)
})

test('a total is rounded half up to the cent, once', () => {
  expect(totalOf(parseUnitPrice('0.0042')!, 1_000)).toBe(420)
  expect(totalOf(parseUnitPrice('0.0001')!, 1_050)).toBe(11)
  expect(totalOf(parseUnitPrice('0.0001')!, 1_049)).toBe(10)
  expect(totalOf(parseUnitPrice('9999999.9999')!, 100_000)).toBe(99_999_999_999_000)
  expect(centsToDollars(totalOf(parseUnitPrice(14.85)!, 2_000))).toBe(29_700)
})

test('dollars of a payload that set an amount become cents only when they are whole cents', () => {
  expect(dollarsToCents(29_700)).toBe(2_970_000)
  expect(dollarsToCents(0.29)).toBe(29)
  expect(dollarsToCents(16.4 * 3_000)).toBe(4_920_000)
  expect(dollarsToCents(0.1 + 0.2)).toBe(30)
  expect(dollarsToCents(1.005)).toBeUndefined()
  expect(dollarsToCents(1.0001)).toBeUndefined()
  expect(dollarsToCents(5e-324)).toBeUndefined()
  expect(dollarsToCents(1e-7)).toBeUndefined()
  expect(dollarsToCents(0)).toBe(0)
  expect(dollarsToCents(-1)).toBeUndefined()
  expect(dollarsToCents(Number.NaN)).toBeUndefined()
})

test.each([
  [49_199.99999999999, 4_920_000],
  [4.2042, 420],
  [1.005, 101],
  [2_500.001, 250_000],
  [90_071_992_547_409.91, 9_007_199_254_740_991],
])('%d dollars that a caller calculated are %d cents', (dollars, cents) => {
  expect(roundToCents(dollars)).toBe(cents)
})

test.each([-0.01, Number.NaN, Infinity, 1e14])('%d dollars are no amount', (dollars) => {
  expect(roundToCents(dollars)).toBeUndefined()
})

test('price times quantity in binary numbers is the same money as the total of the shop, and a cent off is other money', () => {
  const price = fc.integer({ min: 1, max: 999_999_999 }).map((tenThousandths) => tenThousandths as UnitPrice)
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 1_000_000 }), (unitPrice, quantity) => {
      const total = totalOf(unitPrice, quantity)

      expect(roundToCents(unitPriceToDollars(unitPrice) * quantity)).toBe(total)
      expect(roundToCents(centsToDollars(total))).toBe(total)
      expect(roundToCents(centsToDollars(total) + 0.01)).toBe(total + 1)
    }),
    { seed: chosenSeed(), numRuns: 5_000 },
  )
})

test('prices within a millionth are one price, and a ten-thousandth apart they are two', () => {
  expect(exactPrice(1.1 * 3)).toBe(3.3)
  expect(exactPrice(3.3001)).toBe(3.3001)
  expect([exactPrice(0), exactPrice(1e9), exactPrice(2.00001)]).toEqual([0, 1e9, 2.00001])
})
