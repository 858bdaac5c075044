import { expect, test } from 'vitest'
import { areDesignators, countDesignators } from './designators.ts'

test.each([
  ['C1,C2,C5-C9', 7],
  ['C1', 1],
  ['C1, C2; C3 C4', 4],
  ['R1-R10', 10],
  ['R1 - 10', 10],
  ['C1,C1', 1],
  ['C1-C3,C2', 3],
  ['U1A U1B', 2],
  ['LED12', 1],
])('%s is %i places on a board', (cell, count) => {
  expect(countDesignators(cell)).toBe(count)
})

test.each(['', 'C', '12', 'C9-C5', 'C1-R5', 'TCB-5512-4K', 'C1, many', '100n', 'C1-C999999'])('%j is none', (cell) => {
  expect(countDesignators(cell)).toBeUndefined()
})

test('a column is one of places if most of its cells are', () => {
  expect(areDesignators(['C1', 'C2,C3', '', 'R1-R4', 'U1', 'none'])).toBe(true)
  expect(areDesignators(['C1', 'LED Strip'])).toBe(false)
  expect(areDesignators([''])).toBe(false)
})

test('a cell with more places than any board has names none, and is not counted to its end', () => {
  expect(countDesignators('C1-C9999 '.repeat(30_000))).toBeUndefined()
})
