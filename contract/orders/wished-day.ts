import { weekdayText } from '../basics/day-text.ts'
import type { CalendarDay } from '../basics/fields.ts'
import { isOpen, type ShopCalendar } from '../parts/lead-time.ts'

/** How far ahead a day can be wished for. */
const YEARS_AHEAD = 3

export const wishedDayMessages = {
  over: (day: string) => `${day} is over. Choose a later day.`,
  closed: (day: string) => `The shop is closed on ${day}. Choose another day.`,
  tooFar: 'Choose a day within three years.',
} as const

/** Why nothing can be delivered on a day that a buyer wishes for; undefined where it can be wished for. */
export function wishedDayProblem(day: CalendarDay, calendar: ShopCalendar): string | undefined {
  const { today } = calendar
  const text = weekdayText(day, new Date(today))
  if (day < today) return wishedDayMessages.over(text)
  if (day > `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`) return wishedDayMessages.tooFar
  return isOpen(day, calendar) ? undefined : wishedDayMessages.closed(text)
}
