import { expect, test } from 'vitest'
import { beginOf, dayOf, lastMonthOf, timesOf } from '#app/ui/days.ts'

test('a range of days reaches from the begin of the first to the end of the last, in the local time zone', () => {
  const { from, to } = timesOf({ from: '2026-03-01', to: '2026-03-31' })

  expect(new Date(from!)).toEqual(new Date(2026, 2, 1))
  expect(new Date(to!)).toEqual(new Date(2026, 3, 1))
  expect(timesOf({ from: '2026-03-01', to: '' })).toEqual({ from })
  expect(timesOf({ from: '', to: '' })).toEqual({})
})

test('days in the wrong order, days that do not exist and other texts bound nothing', () => {
  expect(timesOf({ from: '2026-03-02', to: '2026-03-01' })).toEqual({})
  for (const day of ['2026-02-30', '2026-13-01', '2026-3-1', 'yesterday', '0000-00-00']) expect(beginOf(day)).toBeUndefined()
})

test('days are counted over the ends of months and over changes of the clock', () => {
  expect(dayOf(new Date(2026, 2, 1, 12), -1)).toBe('2026-02-28')
  expect(dayOf(new Date(2026, 2, 30, 0, 30), -6)).toBe('2026-03-24')
  expect(beginOf('2026-03-28', 2)).toEqual(new Date(2026, 2, 30))
})

test('the month before has all of its days, also before a leap day and a new year', () => {
  expect(lastMonthOf(new Date(2028, 2, 31, 12))).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(lastMonthOf(new Date(2027, 0, 1))).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
