import { shortDayText } from '#contract/basics/day-text.ts'

/** A day in the reader's time zone as an address and a date field have it: '2026-11-23'. */
export type Day = string

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** A day of the reader's calendar, `shift` days later. */
export function dayOf(time: Date, shift = 0): Day {
  const day = new Date(time.getFullYear(), time.getMonth(), time.getDate() + shift)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(twoDigits).join('-')
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** '28 Nov 2026', in the reader's time zone. */
export const dayTextOf = (time: Date): string => shortDayText(dayOf(time))

/** '14:32' */
export const clockText = (time: Date): string => `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`

/** '28 Nov 2026, 14:32' */
export const timeText = (time: Date): string => `${dayTextOf(time)}, ${clockText(time)}`

/** The begin of a day that exists, `shift` days later; undefined for other texts. Days have 23 to 25 hours. */
export function beginOf(day: Day, shift = 0): Date | undefined {
  const [, year, month, date] = DAY.exec(day)?.map(Number) ?? []
  if (!year || !month || !date) return undefined
  const begin = new Date(year, month - 1, date + shift)
  return dayOf(begin, -shift) === day ? begin : undefined
}

/** Both days inclusive; '' has no bound. */
export type Days = { from: Day | ''; to: Day | '' }

/** The calendar month before that of a time. */
export const lastMonthOf = (time: Date): Days => {
  const monthBegin = new Date(time.getFullYear(), time.getMonth(), 1)
  return { from: dayOf(new Date(time.getFullYear(), time.getMonth() - 1, 1)), to: dayOf(monthBegin, -1) }
}

export const isBackwards = ({ from, to }: Days) => from !== '' && to !== '' && from > to

/** Bounds of a query: the begin of the first day, and the end of the last. Days in the wrong order have none. */
export function timesOf(days: Days): { from?: string; to?: string } {
  if (isBackwards(days)) return {}
  const [from, to] = [beginOf(days.from), beginOf(days.to, 1)]
  return { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) }
}
