import { afterEach, expect, test, vi } from 'vitest'
import { weekdayText } from '../basics/day-text.ts'
import { leadDaysFor, shipDay, shopCalendar, type Holiday } from './lead-time.ts'

const christmas: Holiday[] = [{ from: '2026-12-24', to: '2026-12-26' }]
const overlapping: Holiday[] = [...christmas, { from: '2026-12-25', to: '2026-12-28' }]
/** 900 pieces in stock, 500 more come, and others are made in 15 working days. */
const part = (date: string, leadDays = 15) => ({ available: 900, leadDays, expected: { date, pieces: 500 } })
const made = { available: 900, leadDays: 60 }

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['stock on a Friday leaves on Tuesday', 900, part('2026-12-03'), '2026-11-27T10:00Z', [], 'Tue 1 Dec'],
  ['on a Saturday and a Sunday as well', 900, part('2026-12-03'), '2026-11-29T10:00Z', [], 'Tue 1 Dec'],
  ['a working day counts from the day after it', 1, made, '2026-11-30T00:00Z', [], 'Wed 2 Dec'],
  ['what is expected leaves when it has come', 901, part('2026-12-03'), '2026-11-27T10:00Z', [], 'Mon 7 Dec'],
  ['stock and what is expected are enough together', 1_400, part('2026-12-03'), '2026-11-27T10:00Z', [], 'Mon 7 Dec'],
  ['what is expected on a weekend', 901, part('2026-12-05'), '2026-11-27T10:00Z', [], 'Tue 8 Dec'],
  ['what is expected today leaves like stock', 901, part('2026-11-27'), '2026-11-27T10:00Z', [], 'Tue 1 Dec'],
  ['what comes later than it is made is made', 901, part('2027-03-01'), '2026-11-27T10:00Z', [], 'Fri 18 Dec'],
  ['too little is expected: all are made', 1_401, part('2026-12-03'), '2026-11-27T10:00Z', [], 'Fri 18 Dec'],
  ['nothing in stock', 1, { ...made, available: 0 }, '2026-11-27T10:00Z', [], 'Fri 19 Feb 2027'],
  ['made at once', 901, { ...made, leadDays: 0 }, '2026-11-27T10:00Z', [], 'Fri 27 Nov'],
  ['made at once, asked on a Saturday', 901, { ...made, leadDays: 0 }, '2026-11-28T10:00Z', [], 'Mon 30 Nov'],
  ['holidays are no working days', 1, made, '2026-12-22T12:00Z', christmas, 'Mon 28 Dec'],
  ['nor where they overlap', 1, made, '2026-12-22T12:00Z', overlapping, 'Tue 29 Dec'],
  ['nor before a delivery', 901, part('2026-12-28'), '2026-12-22T12:00Z', christmas, 'Wed 30 Dec'],
  ['a holiday on the weekend adds nothing', 1, made, '2026-12-24T12:00Z', [{ from: '2026-12-26', to: '2026-12-27' }], 'Mon 28 Dec'],
  ['holidays before and after add nothing', 1, made, '2026-12-18T00:00Z', christmas, 'Tue 22 Dec'],
  ['clocks that go back or forward lose no day', 901, { ...made, leadDays: 260 }, '2026-03-02T23:30Z', [], 'Mon 1 Mar 2027'],
])('%s', (_, pieces, supply, now, holidays, text) => {
  // Readers in the west have another day late in the evening; the day on which something ships is the same.
  for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', zone)
    const calendar = shopCalendar(holidays, new Date(now))
    expect(weekdayText(shipDay(leadDaysFor(pieces, supply, calendar), calendar), new Date(now))).toBe(text)
  }
})
