import { expect, test } from 'vitest'
import { dayText, shortDayText, weekdayText } from './day-text.ts'

const now = new Date('2026-12-31T23:59:59Z')

test('a day has its year where it is not this one', () => {
  expect(dayText('2026-03-12', now)).toBe('12 March')
  expect(dayText('2027-01-01', now)).toBe('1 January 2027')
  expect(shortDayText('2026-09-01')).toBe('1 Sep 2026')
  expect(weekdayText('2026-12-01', now)).toBe('Tue 1 Dec')
  expect(weekdayText('2027-01-01', now)).toBe('Fri 1 Jan 2027')
})
