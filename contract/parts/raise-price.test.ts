import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceAfterPercent, readPercent, roundings } from './raise-price.ts'

test('a price and its ladder rise by 5 %, rounded half up to the places asked for', () => {
  const part = {
    price: 2.5,
    priceBreaks: [
      { from: 5_000, price: 2.3 },
      { from: 10_000, price: 0.0042 },
    ],
  }
  expect(priceAfterPercent(part, 5, 4)).toEqual({
    price: 2.625,
    priceBreaks: [
      { from: 5_000, price: 2.415 },
      { from: 10_000, price: 0.0044 },
    ],
  })
  expect(priceAfterPercent({ price: 2.5, priceBreaks: [] }, 5, 2)).toEqual({ price: 2.63, priceBreaks: [] })
  expect(priceAfterPercent({ price: 2.5, priceBreaks: [] }, -50, 2)).toEqual({ price: 1.25, priceBreaks: [] })
  expect(priceAfterPercent({ price: 1, priceBreaks: [] }, 2.55, 4)).toEqual({ price: 1.0255, priceBreaks: [] })
})

test('a price that would be nothing, and steps that would be the same, cannot be raised', () => {
  expect(priceAfterPercent({ price: 0.004, priceBreaks: [] }, -10, 2)).toBe(undefined)
  expect(priceAfterPercent({ price: 2.504, priceBreaks: [{ from: 5_000, price: 2.501 }] }, 0, 2)).toBe(undefined)
})

test('without a change and with four places a price stays as it is, and a raised ladder falls', () => {
  const price = fc.integer({ min: 1, max: 99_999_999 }).map((units) => units / 10_000)
  fc.assert(
    fc.property(price, fc.constantFrom(...roundings), fc.integer({ min: -9_000, max: 90_000 }), (one, places, hundredths) => {
      expect(priceAfterPercent({ price: one, priceBreaks: [] }, 0, 4)?.price).toBe(one)
      const raised = priceAfterPercent({ price: one, priceBreaks: [] }, hundredths / 100, places)
      if (raised) expect(Math.abs(raised.price - one * (1 + hundredths / 10_000))).toBeLessThanOrEqual(0.5 * 10 ** -places + 1e-9)
    }),
  )
})

test('a percentage that was calculated is what it is, and three decimal places are too many', () => {
  expect([0.1 + 0.2, 1.4 * 4, -90, 2.55].map(readPercent)).toEqual([0.3, 5.6, -90, 2.55])
  expect([0.001, 2.555].map(readPercent)).toEqual([undefined, undefined])
})
