import Type, { type Static } from 'typebox'
import { calendarDay, type CalendarDay } from '../basics/fields.ts'
import { STOCK_LEAD_DAYS } from '../basics/limits.ts'
import { leadDaysOfOrder, shipDay, workingDaysUntil, type ShopCalendar } from '../parts/lead-time.ts'

/** Months, the one of the lead time included, for which pieces are promised that are still to be made. */
export const PROMISED_MONTHS = 24

/** Pieces of a line or an order that leave on one day, and where they come from. */
export const PromisedPieces = Type.Object({
  pieces: Type.Integer({ minimum: 1 }),
  day: calendarDay({ description: 'By which they leave' }),
  from: Type.Enum(['stock', 'expected', 'made'], {
    description: '`stock`, an `expected` delivery that was not promised to others, or `made` for the order',
  }),
})
export type PromisedPieces = Static<typeof PromisedPieces>

/** What a part can promise: nothing of it is promised to others. */
export type Promisable = {
  /** Pieces in stock. */
  available: number
  /** Deliveries that have not arrived, with their day (UTC). One whose day is over promises nothing. */
  expected: readonly { id: string; day: CalendarDay; pieces: number }[]
  /** Null where nothing is made on demand. */
  made: {
    /** Working days until pieces that are ordered today are made. */
    leadDays: number
    perMonth: number
    /** Pieces of a month, as '2026-12', that are promised already. */
    promised: Readonly<Record<string, number>>
  } | null
}

/** A slice with what it is reserved from. */
export type Slice = PromisedPieces & {
  expectedId?: string
  /** The last day on which the delivery may come, so that its pieces leave by `day`. */
  dueOn?: CalendarDay
  month?: string
}

/** `missing`: pieces that cannot be promised. */
export type PromiseOfPieces = { slices: Slice[]; missing: number }

/**
 * When so many pieces leave: first what is in stock, then each time what is there soonest, from a delivery or made. Made pieces of a month
 * are those that are ready in it: the first on the day of the lead time, what a month cannot make a month later. Nothing leaves before the
 * `wished` day, and what is made for a later day leaves earlier months to others.
 */
export function promiseOf(supply: Promisable, pieces: number, wished: CalendarDay | null, calendar: ShopCalendar): PromiseOfPieces {
  const slices: Slice[] = []
  let missing = pieces
  const take = ({ pieces: most, ...source }: Slice) => {
    const taken = Math.min(missing, most)
    if (taken > 0) slices.push({ pieces: taken, ...source })
    missing -= Math.max(taken, 0)
  }
  const earliest = (day: CalendarDay) => (wished !== null && wished > day ? openDay(wished, calendar) : day)

  take({ pieces: supply.available, day: earliest(shipDay(STOCK_LEAD_DAYS, calendar)), from: 'stock' })
  if (missing === 0) return { slices, missing }
  const coming = supply.expected
    .filter(({ day }) => day >= calendar.today)
    .map(({ id, day: arrival, pieces: most }): Slice => {
      const day = earliest(leavesAfter(arrival, calendar))
      return { pieces: most, day, from: 'expected', expectedId: id, dueOn: latestArrival(day, calendar) }
    })
    .toSorted(byDay)
  for (const month of monthsOf(supply, earliest, calendar)) {
    while (coming[0] && byDay(coming[0], month) < 0) take(coming.shift()!)
    take(month)
    if (missing === 0) break
  }
  for (const slice of coming) take(slice)
  return { slices: slices.toSorted(byDay), missing }
}

/** What is left when these slices are promised, too. */
export function withoutSlices({ available, expected, made }: Promisable, slices: readonly Slice[]): Promisable {
  const of = (isIt: (slice: Slice) => boolean) => slices.filter(isIt).reduce((sum, { pieces }) => sum + pieces, 0)
  const months = [...new Set(slices.flatMap(({ month }) => month ?? []))]
  return {
    available: available - of(({ from }) => from === 'stock'),
    expected: expected.map((delivery) => ({ ...delivery, pieces: delivery.pieces - of(({ expectedId }) => expectedId === delivery.id) })),
    made: made && {
      ...made,
      promised: {
        ...made.promised,
        ...Object.fromEntries(months.map((month) => [month, (made.promised[month] ?? 0) + of((slice) => slice.month === month)])),
      },
    },
  }
}

/** The last day of slices; undefined without any. */
export const lastDay = (slices: readonly { day: CalendarDay }[]): CalendarDay | undefined =>
  slices
    .map(({ day }) => day)
    .toSorted()
    .at(-1)

/** Working days from today until the last of these slices leaves. */
export const leadDaysUntil = (slices: readonly { day: CalendarDay }[], calendar: ShopCalendar): number =>
  workingDaysUntil(lastDay(slices) ?? calendar.today, calendar)

/** By which day an order leaves that is paid now: with its last pieces, and one delivery of several not before its day. */
export function shipDayOf(
  order: {
    leadDays?: number | null
    promised?: readonly PromisedPieces[] | null
    wishedOn?: CalendarDay | null
    release?: object | null
  },
  calendar: ShopCalendar,
): CalendarDay {
  const released = order.release && order.wishedOn ? [{ day: openDay(order.wishedOn, calendar) }] : []
  return lastDay([{ day: shipDay(leadDaysOfOrder(order), calendar) }, ...(order.promised ?? []), ...released])!
}

/** What an order waits for, by day; null where all of it is in stock. */
export function awaitedSlices(slices: readonly PromisedPieces[]): PromisedPieces[] | null {
  const awaited = shownSlices(slices.filter(({ from }) => from !== 'stock'))
  return awaited.length > 0 ? awaited : null
}

/** Slices of one day and one source as one, for people. */
export function shownSlices(slices: readonly PromisedPieces[]): PromisedPieces[] {
  const shown: PromisedPieces[] = []
  for (const { pieces, day, from } of slices.toSorted(byDay)) {
    const same = shown.find((one) => one.day === day && one.from === from)
    if (same) same.pieces += pieces
    else shown.push({ pieces, day, from })
  }
  return shown
}

/** The months in which pieces can be made, the first one first, each with what is left of it and the day on which it is ready. */
function* monthsOf({ made }: Promisable, earliest: (day: CalendarDay) => CalendarDay, calendar: ShopCalendar): Generator<Slice> {
  if (made === null) return
  const first = earliest(shipDay(made.leadDays, calendar))
  for (let later = 0; later < PROMISED_MONTHS; later++) {
    const day = later === 0 ? first : dayOfMonth(first, later, calendar)
    if (day === undefined) continue
    const month = day.slice(0, 7)
    yield { pieces: made.perMonth - (made.promised[month] ?? 0), day, from: 'made', month }
  }
}

/** The same day some months later, or the nearest open one of its month; undefined in a month in which the shop is closed. */
function dayOfMonth(first: CalendarDay, later: number, calendar: ShopCalendar): CalendarDay | undefined {
  const [year, month, date] = first.split('-').map(Number) as [number, number, number] // a day has three numbers
  const lastDate = new Date(Date.UTC(year, month + later, 0)).getUTCDate()
  for (const [from, step] of [
    [Math.min(date, lastDate), 1],
    [Math.min(date, lastDate), -1],
  ] as const) {
    for (let tried = from; tried >= 1 && tried <= lastDate; tried += step) {
      const day = new Date(Date.UTC(year, month - 1 + later, tried)).toISOString().slice(0, 10)
      if (openDay(day, calendar) === day) return day
    }
  }
  return undefined
}

/** Goods leave as stock does, counted from the day on which they have come. */
const leavesAfter = (arrival: CalendarDay, calendar: ShopCalendar) => shipDay(STOCK_LEAD_DAYS, { ...calendar, today: arrival })

function latestArrival(day: CalendarDay, calendar: ShopCalendar): CalendarDay {
  let arrival = day
  while (leavesAfter(arrival, calendar) > day) arrival = dayBefore(arrival)
  return arrival
}

const dayBefore = (day: CalendarDay): CalendarDay => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** The day itself, or the next one on which the shop is open. */
const openDay = (day: CalendarDay, calendar: ShopCalendar) => shipDay(0, { ...calendar, today: day })

/** In order of day; on one day what is in stock, then what is expected, comes first. */
const byDay = (one: PromisedPieces, other: PromisedPieces) =>
  one.day === other.day ? ORDER.indexOf(one.from) - ORDER.indexOf(other.from) : one.day < other.day ? -1 : 1
const ORDER = ['stock', 'expected', 'made']
