import { expect, test } from 'vitest'
import { unitPriceToDollars } from '../basics/money.ts'
import { offerPriceAt } from './pricing.ts'
import { readSmallPrices, smallPricesText } from './small-prices.ts'

const small = [
  { from: 1, price: 4.2 },
  { from: 100, price: 3.5 },
]

test.each([
  [1, 4.2],
  [99, 4.2],
  [100, 3.5],
  [999, 3.5],
  [1_000, 2.5],
  [5_000, 2],
])('an offer of %i pieces begins with %f dollars, below the minimum by the prices for so few', (quantity, price) => {
  const part = { price: 2.5, priceBreaks: [{ from: 5_000, price: 2 }] }

  expect(unitPriceToDollars(offerPriceAt({ ...part, smallPrices: small }, quantity))).toBe(price)
  expect(unitPriceToDollars(offerPriceAt(part, quantity))).toBe(quantity < 5_000 ? 2.5 : 2)
})

test('prices below the minimum are typed and shown as a list of steps from one piece on', () => {
  expect(readSmallPrices(' 1: 4.20 ; 100: $3.5')).toEqual(small)
  expect(smallPricesText(small)).toBe('1: 4.2; 100: 3.5')
  expect(readSmallPrices(' ')).toBeNull()
})

test.each(['2: 4', '1: 4; 100: 4', '1: 4; 1: 3', '1: 0', '1: 4.12345', '1', 'cheap', '1: 4;'])('%j are no such prices', (typed) => {
  expect(readSmallPrices(typed)).toBeUndefined()
})
