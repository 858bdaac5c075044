import { expect, test } from 'vitest'
import { formatAmount, formatCents, formatChange, formatKilograms, formatCount, formatMoney, formatUnitPrice, placesOf } from './figures.ts'

test.each([
  [85, '$85.00'],
  [38.6, '$38.60'],
  [203_340, '$203,340.00'],
  [1_234_567.89, '$1,234,567.89'],
  [-1_250.5, '−$1,250.50'],
])('an amount of %d is shown as %s', (dollars, shown) => {
  expect(formatAmount(dollars)).toBe(shown)
  expect(formatCents(Math.round(dollars * 100))).toBe(shown)
})

test.each([
  [85, '$85.00'],
  [14.85, '$14.85'],
  [0.1725, '$0.1725'],
  [0.0042, '$0.0042'],
  [1_250.5, '$1,250.50'],
])('a unit price of %d is shown as %s', (dollars, shown) => {
  expect(formatUnitPrice(dollars)).toBe(shown)
})

test.each([
  [0, '0'],
  [999, '999'],
  [17_400, '17,400'],
  [1_000_000_000, '1,000,000,000'],
  [-1_500, '−1,500'],
])('%d pieces are shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown)
})

test('a unit price has its own decimal places, two at least, and the finest of a column tells how many the column needs', () => {
  const prices = [14.2, 0.825, 0.7052]
  expect(prices.map((price) => formatUnitPrice(price))).toEqual(['$14.20', '$0.825', '$0.7052'])
  expect([placesOf(prices), placesOf([])]).toEqual([4, 2])
})

test('money of a bank has its currency, and every negative figure the same minus', () => {
  expect(['USD', 'usd', 'EUR'].map((currency) => formatMoney(-1_250.5, currency))).toEqual(['−$1,250.50', '−$1,250.50', '−1,250.50 EUR'])
  expect(formatMoney(12.5, 'eur')).toBe('12.50 EUR')
  expect([1_500, -3, 0].map(formatChange)).toEqual(['+1,500', '−3', '0'])
})

test('weights are in groups of thousands, to the gram', () => {
  expect([1_200.5, 0.0256, 12, 1_234_567.0004].map(formatKilograms)).toEqual(['1,200.5', '0.026', '12', '1,234,567'])
})
