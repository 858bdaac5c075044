import { expect, test } from 'vitest'
import { dayText } from './day-text.ts'

test('a day has its year where it is not this one', () => {
  const now = new Date('2026-12-31T23:59:59Z')
  expect(dayText('2026-03-12', now)).toBe('12 March')
  expect(dayText('2027-01-01', now)).toBe('1 January 2027')
})
