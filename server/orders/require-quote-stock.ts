import { sql } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import { dayText, weekdayText } from '#contract/basics/day-text.ts'
import { sampleMessages } from '#contract/parts/samples.ts'
import type { QuoteOrder } from '#contract/quotes/quotes.ts'
import { shipDay, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { lastDay, promiseOf, withoutSlices, type Promisable, type Slice } from '#contract/promises/promise.ts'
import { releaseMessages } from '#contract/promises/releases.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import type { Transaction } from '#database/connect.ts'
import type { quoteLines } from '#database/tables/quotes.ts'
import { ShopError } from '../errors.ts'
import { findSupply } from '../promises/find-supply.ts'
import { samplesLeft } from '../parts/samples-left.ts'
import type { linesOfReleases } from './lines-of-releases.ts'

/** `now` is the time at which it was locked, by the database's clock. */
export type Quote = { id: string; number: string; version: number; note: string; now: Date }

/** A line, or one of its releases, which becomes an order. */
export type Line = ReturnType<typeof linesOfReleases<Omit<typeof quoteLines.$inferSelect, 'quoteId' | 'version'>>>[number]

/** `made`: pieces that are not in stock and are made or awaited for the order; `slices`: when those leave that the shop promises by itself. */
export type StockedLine = Line & { made: number; slices: readonly Slice[]; wishedOn: CalendarDay | null; img: string }

export const notOrderable = (fields: { field: string; message: string }[]) => new ShopError('QUOTE_NOT_ORDERABLE', { fields })

export const lineField = ({ row }: Pick<Line, 'row'>, message: string) => ({ field: `lines.${row}`, message })

const linesOf = ({ id, version }: Quote) => sql`quote_id = ${id}::uuid and version = ${version}::int`

/**
 * Locks the parts of all lines and requires that enough pieces of each are left, or are promised beyond the stock; two lines of the same part
 * add up. Pieces that are missing are made, of parts that were offered made to order.
 */
export async function requireQuoteStock(
  tx: Transaction,
  quote: Quote,
  lines: Line[],
  { isOffer, wishes, calendar }: { isOffer: boolean; wishes: readonly (CalendarDay | null)[]; calendar: ShopCalendar },
): Promise<StockedLine[]> {
  // In the order of their ids, as in every transaction; otherwise two could deadlock.
  const { rows } = await tx.execute<{ id: string; img: string; available: string; is_on_sale: boolean; promises: boolean }>(sql`
    select id, img, available, deleted_at is null as is_on_sale, made_monthly is not null as promises from parts
    where id in (select part_id from quote_lines where ${linesOf(quote)})
    order by id for no key update`)
  const partOf = new Map(rows.map((part) => [part.id, { img: part.img, available: Number(part.available), isOnSale: part.is_on_sale }]))
  const discontinued = lines.filter(({ partId }) => !partOf.get(partId!)?.isOnSale)
  if (discontinued.length > 0) throw notOrderable(discontinued.map((line) => lineField(line, messages.partNoLongerSold)))
  const over = lines.filter(({ releasedOn }) => releasedOn !== null && releasedOn < calendar.today)
  if (over.length > 0) throw notOrderable(over.map((line) => lineField(line, releaseMessages.over(weekdayText(line.releasedOn!)))))

  const wanted = new Map<string, number>()
  for (const { partId, quantity } of lines) wanted.set(partId!, (wanted.get(partId!) ?? 0) + quantity!)
  const isShort = ({ partId }: Line) => wanted.get(partId!)! > partOf.get(partId!)!.available
  const promising = rows.filter(({ promises }) => promises && !isOffer).map(({ id }) => id)
  const beyond = lines.some((line) => isShort(line) && promising.includes(line.partId!)) ? await findSupply(tx, promising) : new Map()
  const short = lines.filter((line) => !line.madeToOrder && isShort(line) && !beyond.has(line.partId!))
  const fields = short.map((line) => lineField(line, messages.piecesLeft(partOf.get(line.partId!)!.available)))
  const stocked = lines.map((line, index) => {
    const wishedOn = wishes[index]!
    const part = partOf.get(line.partId!)!
    const made = Math.max(line.quantity! - part.available, 0)
    const { slices, missing } = takeBeyond(beyond, line, wishedOn, calendar)
    if (missing > 0) fields.push(lineField(line, messages.piecesLeft(line.quantity! - missing)))
    part.available -= line.quantity! - made
    return { ...line, made, slices, wishedOn, img: part.img }
  })
  if (fields.length > 0) throw new ShopError('STOCK_TOO_LOW', { fields })
  return stocked
}

/** What is promised of a line, which the lines below it cannot have. */
function takeBeyond(beyond: Map<string, Promisable>, { partId, quantity }: Line, wishedOn: CalendarDay | null, calendar: ShopCalendar) {
  const supply = beyond.get(partId!)
  if (!supply) return { slices: [], missing: 0 }
  const promise = promiseOf(supply, quantity!, wishedOn, calendar)
  beyond.set(partId!, withoutSlices(supply, promise.slices))
  return promise
}

/**
 * Pieces beyond the stock leave no later than the buyer saw; where they did not say what they saw, within the working days of the line.
 * @throws ShopError DAY_CHANGED with the last day, and the lines whose day is later.
 */
export function requireDays(lines: StockedLine[], { shipBy }: QuoteOrder, calendar: ShopCalendar): void {
  const promised = lines.filter(({ made, slices }) => made > 0 && slices.length > 0)
  const saw = ({ leadDays }: StockedLine) => shipBy ?? shipDay(leadDays!, calendar)
  // A later day that the buyer wishes for is no surprise.
  const asWished = ({ wishedOn }: StockedLine) => (wishedOn === null ? '' : shipDay(0, { ...calendar, today: wishedOn }))
  const later = promised.filter((line) => lastDay(line.slices)! > saw(line) && lastDay(line.slices)! > asWished(line))
  if (later.length === 0) return
  throw new ShopError('DAY_CHANGED', {
    fields: later.map((line) => lineField(line, messages.leavesLater(dayText(lastDay(line.slices)!)))),
    currentShipBy: lastDay(promised.flatMap(({ slices }) => slices))!,
  })
}

/**
 * Under the lock of the buyer, so that two orders at once are counted one after the other.
 * @throws ShopError QUOTE_NOT_ORDERABLE with the lines that ask for more samples than are left to the buyer.
 */
export async function requireSamplesLeft(tx: Transaction, userId: string, lines: Line[]): Promise<void> {
  for (const line of lines) {
    const left = (await samplesLeft(tx, userId, line.partId!))?.pieces ?? 0 // all are matched
    if (line.quantity! > left) throw notOrderable([lineField(line, sampleMessages.left(left))])
  }
}
