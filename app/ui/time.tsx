import { shortDayText } from '#contract/basics/day-text.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { clockText, dayTextOf, timeText } from './days.ts'

/** A time with its zone; no day, which `PlainDay` shows. */
type Instant = string & { readonly length: number; readonly calendarDay?: never }

/** A time in the reader's time zone, which the server does not know: only for screens rendered in the browser. */
export function Time({ value, className = '', dateless = false }: { value: Instant; className?: string; dateless?: boolean }) {
  return (
    <time dateTime={value} className={`whitespace-nowrap ${className}`}>
      {(dateless ? clockText : timeText)(new Date(value))}
    </time>
  )
}

/** The day of a time in the reader's time zone; its title has the whole. */
export function Day({ value }: { value: Instant }) {
  return (
    <time dateTime={value} title={timeText(new Date(value))} className="whitespace-nowrap">
      {dayTextOf(new Date(value))}
    </time>
  )
}

/** A day of the calendar: the same for every reader, whatever the time zone. */
export function PlainDay<D extends CalendarDay>({ value }: { value: D & ('calendarDay' extends keyof D ? unknown : never) }) {
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {shortDayText(value)}
    </time>
  )
}
