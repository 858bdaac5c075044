import { expect, test } from 'vitest'
import { asManyAsExpected } from './as-many-as-expected.ts'

test('an array is filled up to ten with its first element, or with what changes nothing', () => {
  expect(asManyAsExpected(['a', 'b'])).toEqual(['a', 'b', ...Array(8).fill('a')])
  expect(asManyAsExpected([1, 2, 3], null)).toEqual([1, 2, 3, ...Array(7).fill(null)])
})

test('a longer array and an empty one stay as they are', () => {
  const many = Array.from({ length: 12 }, (_, index) => index)

  expect(asManyAsExpected(many)).toEqual(many)
  expect(asManyAsExpected([])).toEqual([])
})
