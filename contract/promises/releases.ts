import Type, { type Static } from 'typebox'
import { weekdayText } from '../basics/day-text.ts'
import type { FieldError } from '../basics/errors.ts'
import { calendarDay, day, Dollars, MESSAGE, nullable, strictObject, type CalendarDay } from '../basics/fields.ts'
import { counted, formatCount } from '../basics/figures.ts'
import { MAXIMUM_STOCK } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { toCents, totalOf, type Cents, type UnitPrice } from '../basics/money.ts'
import { minimumOf, raisedTo, stepOf, type OrderRule } from '../orders/order-rule.ts'
import { wishedDayProblem } from '../orders/wished-day.ts'
import { shipDay, type ShopCalendar } from '../parts/lead-time.ts'
import { PromisedPieces } from './promise.ts'

/** Deliveries of one line. */
export const FEWEST_RELEASES = 2
export const MAXIMUM_RELEASES = 24

/** Pieces of a line that are wished for on a day of their own. Each release becomes an order. */
export const Release = strictObject({
  pieces: Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole }),
  wishedOn: day({ description: 'A working day of the shop, later than that of the release before' }),
})
export type Release = Static<typeof Release>

/** A release in the answer to its line. */
export const QuotedRelease = Type.Object({
  pieces: Type.Integer(),
  wishedOn: calendarDay(),
  total: Dollars,
  leavesOn: Type.Optional(
    nullable(
      calendarDay({
        description:
          'By which day its last pieces leave, if it is ordered now; null where not all of them can be promised. Not of a quote that is over',
      }),
    ),
  ),
  promise: Type.Optional(
    Type.Array(PromisedPieces, { description: 'Of more than is in stock: when its pieces leave; the earliest first' }),
  ),
})
export type QuotedRelease = Static<typeof QuotedRelease>

export const OrderedRelease = Type.Object(
  { line: Type.Integer(), number: Type.Integer(), of: Type.Integer() },
  { description: 'Of a line in several deliveries: which line of its quote, and which of its deliveries' },
)
export type OrderedRelease = Static<typeof OrderedRelease>

/** Whether a release leaves by its day. */
export const isMet = ({ leavesOn, wishedOn }: Pick<QuotedRelease, 'leavesOn' | 'wishedOn'>): boolean =>
  leavesOn !== undefined && leavesOn !== null && leavesOn <= wishedOn

export const releaseMessages = {
  count: `A line has ${FEWEST_RELEASES} to ${MAXIMUM_RELEASES} deliveries.`,
  sum: (sum: number, pieces: number) =>
    `These deliveries have ${counted(sum, 'piece')} together, the line has ${formatCount(pieces)}. Make them equal.`,
  order: (before: string) => `Choose a day after ${before}, the day of the delivery before.`,
  minimum: (least: number) => `A delivery has at least ${counted(least, 'piece')}.`,
  step: (step: number, next: number) => `This part is sold in steps of ${formatCount(step)}: ${formatCount(next)} would do.`,
  over: (wishedOn: string) => `The delivery of ${wishedOn} is over. Edit the deliveries of this line.`,
  offered: (pieces: number) =>
    `This line goes in several deliveries of ${counted(pieces, 'piece')} together. Offer as many, or ask the buyer to change them.`,
} as const

export const piecesOfReleases = (releases: readonly Pick<Release, 'pieces'>[]): number =>
  releases.reduce((sum, { pieces }) => sum + pieces, 0)

/**
 * What a line costs: price times pieces. Of a line with releases the sum of what each of them costs, rounded as its order and its line of an
 * invoice are; where a piece costs fractions of a cent, that can be some cents more or less.
 */
export const totalOfLine = (price: UnitPrice, quantity: number, releases: readonly Pick<Release, 'pieces'>[] | null | undefined): Cents =>
  releases ? toCents(releases.reduce((sum, { pieces }) => sum + totalOf(price, pieces), 0)) : totalOf(price, quantity)

/**
 * What is wrong with the releases of a line, each at its field, as `2.wishedOn`, releases counting from 1; '' is all of them together.
 * @param line its pieces, where the buyer has said them; the rule is unknown for a line without a part.
 */
export function releaseProblems(
  releases: readonly Release[],
  { quantity, rule }: { quantity: number | undefined; rule: OrderRule | undefined },
  calendar: ShopCalendar,
): FieldError[] {
  if (releases.length < FEWEST_RELEASES || releases.length > MAXIMUM_RELEASES) return [{ field: '', message: releaseMessages.count }]
  const problems = releases.flatMap(({ pieces, wishedOn }, index): FieldError[] => {
    const pieceProblem = rule && piecesProblem(pieces, rule)
    const dayProblem = wishedDayProblem(wishedOn, calendar) ?? orderProblem(wishedOn, releases[index - 1]?.wishedOn, calendar)
    return [
      ...(pieceProblem === undefined ? [] : [{ field: `${index + 1}.pieces`, message: pieceProblem }]),
      ...(dayProblem === undefined ? [] : [{ field: `${index + 1}.wishedOn`, message: dayProblem }]),
    ]
  })
  const sum = piecesOfReleases(releases)
  if (quantity !== undefined && quantity !== sum) problems.push({ field: '', message: releaseMessages.sum(sum, quantity) })
  return problems
}

/** A release is an order of the part: not fewer pieces than its minimum, and in its steps. */
function piecesProblem(pieces: number, rule: OrderRule): string | undefined {
  if (pieces < minimumOf(rule)) return releaseMessages.minimum(minimumOf(rule))
  const next = raisedTo(rule, pieces)
  return next > pieces ? releaseMessages.step(stepOf(rule), next) : undefined
}

const orderProblem = (wishedOn: CalendarDay, before: CalendarDay | undefined, { today }: ShopCalendar) =>
  before !== undefined && wishedOn <= before ? releaseMessages.order(weekdayText(before, new Date(today))) : undefined

export const rhythms = ['week', 'two-weeks', 'month', 'quarter'] as const
export type Rhythm = (typeof rhythms)[number]

/** A release as it is planned; `movedFrom` is the day of the rhythm where the shop is closed on it. */
export type PlannedRelease = Release & { movedFrom?: CalendarDay }

/**
 * 'Each time so many pieces from the first of March, every month, three times'. A day on which the shop is closed moves to the next working
 * day; the days after it do not move. The 31st of a month is the last day of a shorter one.
 */
export function planReleases(
  { pieces, first, every, times }: { pieces: number; first: CalendarDay; every: Rhythm; times: number },
  calendar: ShopCalendar,
): PlannedRelease[] {
  return Array.from({ length: times }, (_, index) => {
    const asked = laterBy(first, every, index)
    const wishedOn = shipDay(0, { ...calendar, today: asked })
    return { pieces, wishedOn, ...(wishedOn !== asked && { movedFrom: asked }) }
  })
}

function laterBy(first: CalendarDay, every: Rhythm, times: number): CalendarDay {
  const [year, month, date] = first.split('-').map(Number) as [number, number, number] // a day has three numbers
  const months = every === 'month' ? times : every === 'quarter' ? 3 * times : 0
  const days = every === 'week' ? 7 * times : every === 'two-weeks' ? 14 * times : 0
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate) + days)).toISOString().slice(0, 10)
}
