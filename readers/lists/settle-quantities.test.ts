import { expect, test } from 'vitest'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { readingsOf } from './readings.ts'
import { hasDecimalCommas, settleQuantities } from './settle-quantities.ts'

const settled = (quantities: string[], commas = false) =>
  settleQuantities(
    quantities.map((quantity) => ({ text: 'a part', quantity })),
    commas,
  ).map(({ quantity }) => quantity)
const piecesOf = (quantities: string[], commas = false) => settled(quantities, commas).map((quantity) => readQuantity(quantity) ?? 'asks')

test.each([
  ['alone', ['12.000'], ['asks']],
  ['among numbers without marks', ['12.000', '500'], ['asks', 500]],
  ['beside three places that are not zero', ['12.000', '1.250'], [12_000, 1_250]],
  ['beside two groups', ['12.000', '1.200.000'], [12_000, 1_200_000]],
  ['beside groups and decimals', ['12.000', '1.200,00'], [12_000, 1_200]],
  ['beside decimal points', ['12.000', '1,200.00'], [12, 1_200]],
  ['beside other decimals', ['12.000 pcs', '5.0'], [12, 5]],
  ['where the list contradicts itself', ['12.000', '5.0', '1.250'], ['asks', 5, 'asks']],
  ['with the other mark', ['12.000', '1,250'], ['asks', 1_250]],
])('12.000 %s is %j as %j', (_, quantities, pieces) => {
  expect(piecesOf(quantities)).toEqual(pieces)
})

test('12,000 is twelve thousand, and a question where commas are before decimals elsewhere in the list', () => {
  expect(piecesOf(['12,000', '3,000'])).toEqual([12_000, 3_000])
  expect(piecesOf(['12,000', '3,000'], true)).toEqual(['asks', 'asks'])
  expect(piecesOf(['12,000', '1,250'], true)).toEqual([12_000, 1_250])
  expect(piecesOf(['12,000', '5,0'], true)).toEqual([12, 5])
})

test('the comma of a list is told by title, unit or prices', () => {
  const columns = { header: true, part: 0, name: undefined, quantity: 1 }
  expect(
    hasDecimalCommas(
      [
        ['Teil', 'Menge', 'Preis'],
        ['A', '12,000', ''],
      ],
      columns,
    ),
  ).toBe(true)
  expect(
    hasDecimalCommas(
      [
        ['Part', 'Qty', 'Price'],
        ['A', '12,000', '4,50 €'],
      ],
      columns,
    ),
  ).toBe(true)
  expect(
    hasDecimalCommas(
      [
        ['Part', 'Qty', 'Price'],
        ['A', '12,000', '$4.50'],
      ],
      columns,
    ),
  ).toBe(false)
  expect(
    hasDecimalCommas(
      [
        ['Part', 'Qty', 'Price'],
        ['A', '12,000', ''],
      ],
      columns,
    ),
  ).toBe(false)
  expect(hasDecimalCommas([['12,000 Stück A']], { ...columns, header: false })).toBe(false)
  expect(hasDecimalCommas([['A 12,000 Stück']], { ...columns, header: false })).toBe(true)
})

test('readings keep what the quantity is multiplied with', () => {
  expect(readingsOf('12.000')).toEqual({ grouped: '12000', decimal: '12' })
  expect(readingsOf('12.000 Stk.')).toEqual({ grouped: '12000', decimal: '12' })
  expect(readingsOf('1.250')).toEqual({ grouped: '1250' })
  expect(readingsOf('2.000 x 1,000')).toEqual({ grouped: '2000 x 1,000', decimal: '2 x 1,000' })
  for (const clear of ['12000', '12.5', '', '0.500', 'about 12.000', '1.200.000']) expect(readingsOf(clear)).toBeUndefined()
})
