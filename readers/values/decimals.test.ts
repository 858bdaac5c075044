import { expect, test } from 'vitest'
import { decimalMarkOf, plainDecimal } from './decimals.ts'

test.each([
  [['1.234,56', '1,234'], ','],
  [['1,234.56'], '.'],
  [['12,5'], ','],
  [['0,125', '1,234'], ','],
  [['1234,567'], ','],
  [['1,234,567'], '.'],
  [["1'234,567"], ','],
  [['€ 0.5'], '.'],
  [['.500'], '.'],
  [['12', '7'], '.'],
] as const)('the decimal mark of %j is %s', (cells, mark) => {
  expect(decimalMarkOf(cells)).toEqual({ mark })
})

test('a column that has two readings is unclear, and one that proves both marks is mixed', () => {
  expect(decimalMarkOf(['7', '1,234'])).toEqual({ mark: undefined, why: 'unclear', example: '1,234' })
  expect(decimalMarkOf(['1,5', '2.5'])).toEqual({ mark: undefined, why: 'mixed', example: '2.5' })
})

test.each([
  ['1.234,50', ',', '1234.50'],
  ['1,234.50', '.', '1234.50'],
  ["12'345.5", '.', '12345.5'],
  ['12 345,5', ',', '12345.5'],
  ['\u2212 1', '.', undefined],
  ['\u22121,5', ',', '-1.5'],
  ['.5', '.', '0.5'],
  ['1E+05', '.', '100000'],
  ['1.5e3', '.', '1500'],
  ['1.5e-3', '.', '0.0015'],
  ['1,23.4', '.', undefined],
  ['12,34,567', '.', undefined],
  ['1.2.3', '.', undefined],
  ['0,125', '.', undefined],
  ['5 pcs', '.', undefined],
] as const)('%s with the mark %s is %s', (written, mark, plain) => {
  expect(plainDecimal(written, mark)).toBe(plain)
})
