import { weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'

/** 'Tue 1 Dec': by which day pieces leave a shop without holidays that take so many working days from today on. */
export const shipText = (leadDays: number) => weekdayText(shipDay(leadDays, shopCalendar()))
