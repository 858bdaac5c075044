import { weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'

const HOUR_MS = 60 * 60 * 1_000

/** 'Tue 1 Dec': by which day pieces leave a shop without holidays that take so many working days from the day of `now` on. */
export const shipTextOn = (leadDays: number, now: Date): string => weekdayText(shipDay(leadDays, shopCalendar([], now)), now)

/** The same from today on, with what stands behind it. Within an hour of midnight also from the other day, on which the shop may have said it. */
export const shipText = (leadDays: number, behind = ''): RegExp => {
  const [before, after] = [-HOUR_MS, HOUR_MS].map((ms) => shipTextOn(leadDays, new Date(Date.now() + ms)))
  return new RegExp(`^(?:${before}|${after})${behind}$`)
}
