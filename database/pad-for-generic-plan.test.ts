import { expect, test } from 'vitest'
import { padForGenericPlan } from './pad-for-generic-plan.ts'

test('an array is filled up to ten with its first element, or with what changes nothing', () => {
  expect(padForGenericPlan(['a', 'b'])).toEqual(['a', 'b', ...Array(8).fill('a')])
  expect(padForGenericPlan([1, 2, 3], null)).toEqual([1, 2, 3, ...Array(7).fill(null)])
})

test('a longer array and an empty one stay as they are', () => {
  const many = Array.from({ length: 12 }, (_, index) => index)

  expect(padForGenericPlan(many)).toEqual(many)
  expect(padForGenericPlan([])).toEqual([])
})
