import { counted } from '../basics/figures.ts'
/** Days on which the shop is closed, both included, as '2026-12-24'. */
export type Holiday = { from: string; to: string }

const DAY_MS = 86_400_000
const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === 6

/** '1 working day' */
export const workingDays = (days: number) => counted(days, 'working day')

/**
 * The number of weekdays that a number of working `days` takes: a holiday on a weekday adds one. Counts from the day after `from`.
 */
export function leadTime(days: number, holidays: readonly Holiday[], from: Date): number {
  if (holidays.length === 0) return days
  let weekdays = 0
  let worked = 0
  for (let day = new Date(from.getTime() + DAY_MS); worked < days; day = new Date(day.getTime() + DAY_MS)) {
    if (isWeekend(day)) continue
    weekdays += 1
    const date = day.toISOString().slice(0, 10)
    if (!holidays.some((holiday) => holiday.from <= date && date <= holiday.to)) worked += 1
  }
  return weekdays
}
