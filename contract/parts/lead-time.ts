import { STOCK_LEAD_DAYS } from '../basics/limits.ts'
import { counted } from '../basics/figures.ts'
import type { CalendarDay } from '../basics/fields.ts'

/** Days on which the shop is closed, both included, as '2026-12-24'. */
export type Holiday = { from: string; to: string }

/** The shop's working days, seen from today: all but weekends and holidays. */
export type ShopCalendar = { today: CalendarDay; holidays: readonly Holiday[] }

/** What a part's page says of its stock: pieces, working days to make more, and the next delivery. */
export type Supply = { available: number; leadDays: number; expected?: { date: CalendarDay; pieces: number } | null | undefined }

const DAY_MS = 86_400_000

/** '1 working day' */
export const workingDays = (days: number) => counted(days, 'working day')

/** The calendar at a time. The shop's days are those of UTC, as on its invoices, wherever the reader is. */
export const shopCalendar = (holidays: readonly Holiday[] = [], now = new Date()): ShopCalendar => ({
  today: now.toISOString().slice(0, 10),
  holidays,
})

/**
 * Working days until so many pieces of a part are on their way: from the stock, else from the next delivery if it is enough and
 * sooner than making them, else made.
 */
export function leadDaysFor(pieces: number, { available, leadDays, expected }: Supply, calendar: ShopCalendar): number {
  if (pieces <= available) return STOCK_LEAD_DAYS
  if (!expected || pieces > available + expected.pieces) return leadDays
  let days = STOCK_LEAD_DAYS
  for (let day = calendar.today; day < expected.date && days < leadDays;) {
    day = dayAfter(day)
    if (isOpen(day, calendar)) days += 1
  }
  return Math.min(days, leadDays)
}

/**
 * The day by which pieces leave that take so many working days: counted from the day after today, and never a day on which the shop is
 * closed. Every day on which something ships is found here.
 */
export function shipDay(leadDays: number, calendar: ShopCalendar): CalendarDay {
  let day = calendar.today
  for (let left = leadDays; left > 0 || !isOpen(day, calendar);) {
    day = dayAfter(day)
    if (isOpen(day, calendar)) left -= 1
  }
  return day
}

/** Working days from today until a day on which the shop is open: by so many, `shipDay` finds it again. */
export function workingDaysUntil(day: CalendarDay, calendar: ShopCalendar): number {
  let days = 0
  for (let next = calendar.today; next < day;) {
    next = dayAfter(next)
    if (isOpen(next, calendar)) days += 1
  }
  return days
}

/** Those of the offer that was ordered; without one, its pieces are in stock. */
export const leadDaysOfOrder = ({ leadDays }: { leadDays?: number | null }): number => leadDays ?? STOCK_LEAD_DAYS

const dayAfter = (day: string): CalendarDay => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Whether the shop works on a day. */
export function isOpen(day: string, { holidays }: Pick<ShopCalendar, 'holidays'>): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.some(({ from, to }) => from <= day && day <= to)
}
