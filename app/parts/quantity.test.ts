import { describe, expect, test } from 'vitest'
import { quantityDown, quantityProblem, quantityUp, readPieces, readQuantity } from './quantity.ts'

describe('a quantity', () => {
  test.each(['', ' ', '-1000', '1000.5', '1e3', '0x3e8', 'many', '９９９９'])('is none when %j is typed', (typed) => {
    expect(readQuantity(typed)).toBe(0)
  })

  test('is read with spaces around it', () => {
    expect(readQuantity(' 1500 ')).toBe(1_500)
  })

  test('must be above 999 and at most the stock', () => {
    expect(quantityProblem('999', 5_000)).toBe('belowMinimum')
    expect(quantityProblem('', 5_000)).toBe('belowMinimum')
    expect(quantityProblem('-1000', 5_000)).toBe('belowMinimum')
    expect(quantityProblem('1000', 5_000)).toBeUndefined()
    expect(quantityProblem('5000', 5_000)).toBeUndefined()
    expect(quantityProblem('5001', 5_000)).toBe('aboveStock')
    expect(quantityProblem('9'.repeat(20), 5_000)).toBe('aboveStock')
  })

  test.each(['1500.5', '1e3', 'many'])('is no whole number when %j is typed', (typed) => {
    expect(quantityProblem(typed, 5_000)).toBe('notWhole')
  })
})

describe('the steps', () => {
  test('add and take 1000 pieces', () => {
    expect(quantityUp(1_500, 10_000)).toBe(2_500)
    expect(quantityDown(2_500)).toBe(1_500)
  })

  test('stop at the stock and at nothing', () => {
    expect(quantityUp(2_000, 2_500)).toBe(2_500)
    expect(quantityUp(9_000, 2_500)).toBe(2_500)
    expect(quantityDown(500)).toBe(0)
  })
})

test('an admin adds whole pieces, or takes some out with a number below 0', () => {
  expect(readPieces(' 500 ')).toBe(500)
  expect(readPieces('-500')).toBe(-500)
  expect(['', '1.5', '1e3', 'some'].map(readPieces)).toEqual([undefined, undefined, undefined, undefined])
})

test('a part with a minimum and a step is pressed from its minimum on, to the last whole step of the stock', () => {
  const rule = { minimumOrder: 5_000, orderStep: 400 }
  expect(quantityProblem('4999', 20_000, rule)).toBe('belowMinimum')
  expect(quantityProblem('5200', 20_000, rule)).toBe('betweenSteps')
  expect(quantityProblem('5400', 20_000, rule)).toBeUndefined()
  expect(quantityUp(5_000, 20_000, rule)).toBe(6_200)
  expect(quantityUp(5_000, 5_900, rule)).toBe(5_800)
  expect(quantityDown(6_200, rule)).toBe(5_000)
  expect(quantityDown(5_400, rule)).toBe(0)
})
