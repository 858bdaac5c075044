import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantities, soundLadders } from '#tests/support/ladders.ts'
import { parseUnitPrice, unitPriceToDecimal } from '../basics/money.ts'
import { betterBuy, priceAt, savingPercentAt, totalAt, totalDollarsAt, unitPriceAt, type PartPrice } from './pricing.ts'

const RUNS = { numRuns: 2_000 }

const part: PartPrice = {
  price: 0.0095,
  priceBreaks: [
    { from: 5_000, price: 0.0093 },
    { from: 10_000, price: 0.0071 },
    { from: 50_000, price: 0.007 },
  ],
}

test.each([
  [1, 0.0095],
  [1_000, 0.0095],
  [4_999, 0.0095],
  [5_000, 0.0093],
  [9_999, 0.0093],
  [10_000, 0.0071],
  [49_999, 0.0071],
  [50_000, 0.007],
  [1_000_000_000, 0.007],
])('of %d pieces bought at once each costs $%d', (quantity, price) => {
  expect(priceAt(part, quantity)).toBe(price)
})

test('without a ladder every quantity has the one price', () => {
  expect(totalDollarsAt({ price: 14.85, priceBreaks: [] }, 2_000)).toBe(29_700)
})

test('a price that is none is a fault, never a free part', () => {
  expect(() => unitPriceAt({ price: 0, priceBreaks: [] }, 1_000)).toThrow(RangeError)
  expect(() => unitPriceAt({ price: Number.NaN, priceBreaks: [] }, 1_000)).toThrow(RangeError)
})

describe('whatever the ladder', () => {
  test('a piece never costs more when more are bought', () => {
    fc.assert(
      fc.property(soundLadders, quantities, quantities, (priced, one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)]
        expect(unitPriceAt(priced, more)).toBeLessThanOrEqual(unitPriceAt(priced, fewer))
      }),
      RUNS,
    )
  })

  test('the price is that of the last step that is reached', () => {
    fc.assert(
      fc.property(soundLadders, quantities, (priced, quantity) => {
        const reached = priced.priceBreaks.filter(({ from }) => quantity >= from)
        expect(priceAt(priced, quantity)).toBe(Math.min(priced.price, ...reached.map(({ price }) => price)))
      }),
      RUNS,
    )
  })

  test('the total is the exact product, rounded half up to the cent once', () => {
    fc.assert(
      fc.property(soundLadders, quantities, (priced, quantity) => {
        const exact = exactTenThousandths(priced, quantity)
        fc.pre(exact / 100n < BigInt(Number.MAX_SAFE_INTEGER))

        const cents = BigInt(totalAt(priced, quantity))

        // Half a cent is fifty ten-thousandths: never further away than that, and upwards when just so far.
        const off = cents * 100n - exact
        expect(off > -50n && off <= 50n).toBe(true)
        expect(totalDollarsAt(priced, quantity)).toBe(Number(cents) / 100)
      }),
      RUNS,
    )
  })

  test('the saving is never promised too high, nor more than a tenth of a per cent too low', () => {
    fc.assert(
      fc.property(soundLadders, quantities, (priced, quantity) => {
        const usual = BigInt(parseUnitPrice(priced.price)!)
        const saved = (usual - BigInt(unitPriceAt(priced, quantity))) * 1_000n
        const told = BigInt(Math.round(savingPercentAt(priced, quantity) * 10))
        expect(told * usual <= saved && saved < (told + 1n) * usual).toBe(true)
      }),
      RUNS,
    )
  })

  test('more pieces are only named when they can be had and cost at most 5 % more', () => {
    let named = 0
    fc.assert(
      fc.property(soundLadders, quantities, quantities, (priced, quantity, available) => {
        const offer = betterBuy(priced, quantity, available)
        if (!offer) return
        named++
        expect(offer.quantity).toBeGreaterThan(quantity)
        expect(offer.quantity).toBeLessThanOrEqual(available)
        expect(priced.priceBreaks.map(({ from }) => from)).toContain(offer.quantity)
        const [asked, offered] = [totalAt(priced, quantity), totalAt(priced, offer.quantity)].map(BigInt)
        expect(offered! * 100n <= asked! * 105n).toBe(true)
        expect(offer.costsLess).toBe(offered! < asked!)
        expect(offer.total).toBe(totalDollarsAt(priced, offer.quantity))
      }),
      // The smallest example is not worth minutes of looking for it.
      { numRuns: 20_000, endOnFailure: true },
    )
    expect(named).toBeGreaterThan(100)
  })
})

describe('a better buy', () => {
  test('costs less just below a step', () => {
    expect(totalDollarsAt(part, 9_000)).toBe(83.7)
    expect(betterBuy(part, 9_000, 20_000)).toEqual({ quantity: 10_000, total: 71, costsLess: true })
  })

  test('costs little more somewhat further below', () => {
    expect(betterBuy(part, 7_300, 20_000)).toEqual({ quantity: 10_000, total: 71, costsLess: false })
  })

  test('is none where the step costs clearly more', () => {
    expect(betterBuy(part, 7_200, 20_000)).toBeUndefined()
  })

  test('is none that the stock does not reach', () => {
    expect(betterBuy(part, 9_000, 9_999)).toBeUndefined()
    expect(betterBuy(part, 9_000, 10_000)).toBeDefined()
  })

  test('is the furthest step that costs no more', () => {
    const steep: PartPrice = {
      price: 1,
      priceBreaks: [
        { from: 2_000, price: 0.5 },
        { from: 3_000, price: 0.3 },
      ],
    }
    expect(betterBuy(steep, 1_900, 5_000)).toEqual({ quantity: 3_000, total: 900, costsLess: true })
  })

  test('at an equal total is the step with the most pieces', () => {
    const even: PartPrice = {
      price: 2,
      priceBreaks: [
        { from: 1_950, price: 1.05 },
        { from: 2_000, price: 1 },
      ],
    }
    expect(betterBuy(even, 1_000, 5_000)).toEqual({ quantity: 2_000, total: 2_000, costsLess: false })
  })

  test('is none for nothing, and none behind the last step', () => {
    expect(betterBuy(part, 0, 20_000)).toBeUndefined()
    expect(betterBuy(part, 50_000, 100_000)).toBeUndefined()
  })
})

test.each([
  [1_000, 0],
  [5_000, 2.1],
  [10_000, 25.2],
  [50_000, 26.3],
])('of %d pieces each costs %d per cent less', (quantity, percent) => {
  expect(savingPercentAt(part, quantity)).toBe(percent)
})

/** Price times quantity in whole ten-thousandths of a dollar, reckoned with none of the shop's arithmetic of money. */
function exactTenThousandths(priced: PartPrice, quantity: number): bigint {
  const step = priced.priceBreaks.findLast(({ from }) => from <= quantity)
  const [whole = '0', fraction = ''] = (step?.price ?? priced.price).toFixed(4).split('.')
  expect(unitPriceToDecimal(parseUnitPrice(step?.price ?? priced.price)!)).toBe(`${whole}.${fraction}`)
  return BigInt(whole + fraction) * BigInt(quantity)
}
