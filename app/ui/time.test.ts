import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { Day, PlainDay, Time } from './time.tsx'

const due: CalendarDay = '2026-12-28'
const sent: string = '2026-12-28T02:00:00Z'

test('a day of the calendar is the same day for every reader, and a time is on the day of its reader', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')

  expect(renderToStaticMarkup(PlainDay({ value: due }))).toContain('>28 Dec 2026<')
  expect(renderToStaticMarkup(Day({ value: sent }))).toContain('>27 Dec 2026<')
  expect(renderToStaticMarkup(Time({ value: sent }))).toContain('>27 Dec 2026, 18:00<')
})

test('the compiler keeps days of the calendar and times apart', () => {
  // @ts-expect-error A day has no time.
  expect(Time({ value: due })).toBeDefined()
  // @ts-expect-error A day has no zone.
  expect(Day({ value: due })).toBeDefined()
  // @ts-expect-error A time is no day of the calendar.
  expect(PlainDay({ value: sent })).toBeDefined()
})
