import { expect, test } from 'vitest'
import { leadTime } from './lead-time.ts'

const christmas = [{ from: '2026-12-24', to: '2026-12-26' }]

test('a holiday on a weekday adds a day, on a weekend none', () => {
  // The 24th and 25th are Thursday and Friday, the 26th is a Saturday.
  expect(leadTime(2, christmas, new Date('2026-12-22T12:00:00Z'))).toBe(4)
  expect(leadTime(2, [{ from: '2026-12-26', to: '2026-12-27' }], new Date('2026-12-24T12:00:00Z'))).toBe(2)
})

test('holidays before the order and after the delivery add nothing', () => {
  expect(leadTime(2, christmas, new Date('2026-12-26T00:00:00Z'))).toBe(2)
  expect(leadTime(2, christmas, new Date('2026-12-18T00:00:00Z'))).toBe(2)
  expect(leadTime(3, [], new Date('2026-12-22T12:00:00Z'))).toBe(3)
  expect(leadTime(0, christmas, new Date('2026-12-23T12:00:00Z'))).toBe(0)
})

test('holidays that overlap count once', () => {
  expect(leadTime(1, [...christmas, { from: '2026-12-25', to: '2026-12-25' }], new Date('2026-12-23T12:00:00Z'))).toBe(3)
})
