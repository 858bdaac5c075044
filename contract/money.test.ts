import { expect, test } from 'vitest'
import { centsToDollars, dollarsToCents, parseUnitPrice, totalOf, unitPriceToDecimal, unitPriceToDollars } from './money.ts'

test.each([
  ['14.85', 148_500],
  [14.85, 148_500],
  ['0.0042', 42],
  ['85', 850_000],
  [' 2.5 ', 25_000],
])('%j dollars are read exactly', (dollars, tenThousandths) => {
  expect(parseUnitPrice(dollars)).toBe(tenThousandths)
})

test.each(['', '0', '-1', '1.23456', '1e5', 'abc', '1,5', Number.NaN, Number.POSITIVE_INFINITY, 1e-7, '123456789'])(
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

test('dollars of a payload become cents only when they are exact cents', () => {
  expect(dollarsToCents(29_700)).toBe(2_970_000)
  expect(dollarsToCents(0.29)).toBe(29)
  expect(dollarsToCents(1.005)).toBeUndefined()
  expect(dollarsToCents(-1)).toBeUndefined()
  expect(dollarsToCents(Number.NaN)).toBeUndefined()
})
