import { expect, test } from 'vitest'
import { TEST_LIMIT_MS } from './hang-limit.ts'
import { msUntilDayIsLong } from './not-at-midnight.ts'

test('a test that could last until midnight begins after it, every other one at once', () => {
  const midnight = Date.parse('2026-03-01T00:00:00Z')

  expect([midnight, midnight + 1, midnight - TEST_LIMIT_MS - 1].map(msUntilDayIsLong)).toEqual([0, 0, 0])
  for (const left of [TEST_LIMIT_MS, 30_000, 1]) expect(midnight - left + msUntilDayIsLong(midnight - left)).toBe(midnight + 1_000)
})
