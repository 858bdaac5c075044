import { expect, test } from 'vitest'
import { readDollars } from './dollar-text.ts'

test.each([
  ['12', 1_200],
  ['12.5', 1_250],
  [' $1,234.50 ', 123_450],
  ['0.01', 1],
  ['0', undefined],
  ['12.345', undefined],
  ['1,23', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%j is read as %s cents', (typed, cents) => {
  expect(readDollars(typed)).toBe(cents)
})
