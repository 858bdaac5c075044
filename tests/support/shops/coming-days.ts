import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'

/** A working day some weeks from now. */
export const comingWorkingDay = () => shipDay(20, shopCalendar())

/** A Saturday some weeks from now. */
export function comingSaturday(): string {
  const day = new Date(comingWorkingDay())
  day.setUTCDate(day.getUTCDate() + 6 - day.getUTCDay())
  return day.toISOString().slice(0, 10)
}
