import { expect, test } from 'vitest'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { QUANTITY_LENGTH } from '#readers/lists/lines.ts'
import { boardsOf, perBoard, timesBoards } from './times-boards.ts'

test.each([
  ['2', 1_000, '2 x 1,000', 2_000],
  ['2 x 500', 1_000, '2 x 1,000', 2_000],
  ['1,200 pcs', 10, '1,200 pcs x 10', 12_000],
  ['', 1_500, '1 x 1,500', 1_500],
  ['2 x 500', 1, '2', 2],
  ['12.000', 10, '12.000 x 10', undefined],
  ['2k', 3, '2k x 3', 6_000],
])('%j for %i boards is %j, %s pieces', (quantity, boards, times, pieces) => {
  expect(timesBoards(quantity, boards)).toBe(times)
  expect(readQuantity(times)).toBe(pieces)
})

test('a quantity tells its boards and what one of them needs', () => {
  expect([boardsOf('2 x 1,000'), perBoard('2 x 1,000')]).toEqual(['1,000', '2'])
  expect([boardsOf('2 x'), perBoard('2 x')]).toEqual(['', '2 x'])
  expect([boardsOf(''), perBoard('')]).toEqual(['', ''])
})

test('a quantity that would not fit is left as it is, instead of being cut', () => {
  const long = '5'.padStart(QUANTITY_LENGTH - 2, '0')
  expect(timesBoards(long, 1_000)).toBe(long)
})
