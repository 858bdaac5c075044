import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import { exactPrice, parseUnitPrice, unitPriceToDecimal, type UnitPrice } from '#contract/basics/money.ts'
import type { Part, PartOffer } from '#contract/parts/parts.ts'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { NOTHING } from '#contract/parts/imports.ts'
import { partDeskMessages } from '#contract/parts/part-desk.ts'
import type { Transaction } from '#database/connect.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'
import { searchAnswers } from '#database/tables/searches.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { largestFallFrom, offersOfDay } from './offers-of-day.ts'
import { partColumns, presentPart } from './present-part.ts'
import { fallBeyond, unconfirmed } from './price-fall.ts'
import { recordChanges } from './record-changes.ts'
import { ladderRows, readLadder, readPartNumber, readPrice, withFreeNumber } from './read-offer.ts'

/**
 * Sets the given fields; a ladder is replaced as a whole. Holds, orders and saved quotes keep their own prices. The row is
 * locked between reading and writing, so that the change of a second admin is checked against the first one's.
 * @throws ShopError NOT_FOUND; PRICE_FALL for a price that falls by more than the shop's setting at some quantity, compared with the
 *   prices of the last day, unless it is confirmed; INVALID_INPUT at the field: changed since it was seen, a price that is no exact
 *   amount above 0 or not above the remaining ladder, a step that does not rise and fall, a number that another part has.
 */
export async function changeOffer(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  actor: Actor,
  partId: string,
  offer: PartOffer,
): Promise<{ modifiedCount: 0 | 1; part: Part }> {
  return transaction(db, async (tx) => {
    const onSale = and(eq(parts.id, partId), isNull(parts.deletedAt))
    const [before] = await tx.select(partColumns).from(parts).where(onSale).for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')
    requireSeen(presentPart(before).price, offer.seenPrice)
    requireSame(presentPart(before), offer)

    const price = offer.price === undefined ? tablePrice(before.price) : readPrice(offer.price, 'price')
    if (offer.priceBreaks === undefined) requireAbove(price, before.priceBreaks)
    const changed = {
      price: unitPriceToDecimal(price),
      priceBreaks: offer.priceBreaks === undefined ? before.priceBreaks : ladderRows(readLadder(price, offer.priceBreaks)),
      leadDays: offer.leadDays ?? before.leadDays,
      partNumber: offer.partNumber === undefined ? before.partNumber : await newNumber(tx, offer.partNumber, partId),
    }
    const offers = (await offersOfDay(tx, [partId])).get(partId)! // the part is locked
    const [after] = await withFreeNumber(() => tx.update(parts).set(changed).where(onSale).returning(partColumns))
    const part = presentPart(after!) // the row is locked, so the part is still on sale
    if (isDeepStrictEqual(before, after)) return { modifiedCount: 0, part }

    const fall = fallBeyond(settings.priceFallPercent, largestFallFrom(offers, part))
    if (fall && offer.confirmed !== true) throw unconfirmed(fall)
    await recordChanges(tx, actor, partId, before, after!)
    if (before.partNumber !== after!.partNumber) await keepFormerNumber(tx, partId, before.partNumber)
    const { leadDays, priceBreaks } = changed
    await writeAudit(tx, actor, 'change-offer', partId, {
      price: changed.price,
      steps: priceBreaks.length,
      leadDays,
      priceBefore: before.price,
      stepsBefore: before.priceBreaks.length,
      leadDaysBefore: before.leadDays,
      ...(fall && { confirmedFallPercent: fall.percent }),
    })
    return { modifiedCount: 1, part }
  })
}

/** Searches and quotes find the part by its former number as well, unless the shop has assigned it otherwise. */
async function keepFormerNumber(tx: Transaction, partId: string, partNumber: string): Promise<void> {
  await tx
    .insert(searchAnswers)
    .values({ form: sql`search_form(${partNumber})`, text: partNumber, partId })
    .onConflictDoNothing()
}

/** @throws ShopError INVALID_INPUT at `price` if the admin saw another price than the current one. */
function requireSeen(price: number, seen: number | undefined): void {
  if (seen !== undefined && exactPrice(seen) !== price) throw invalidField('price', messages.priceChangedTo(formatUnitPrice(price)))
}

/** @throws ShopError INVALID_INPUT at each given field whose current value is neither the seen nor the given one. */
function requireSame(now: Part, { seen: sent = {}, ...offer }: PartOffer): void {
  const [asked, seen] = [withExactPrices(offer), withExactPrices(sent)]
  const changed = (['price', 'priceBreaks', 'leadDays', 'partNumber'] as const).filter(
    (field) =>
      asked[field] !== undefined &&
      seen[field] !== undefined &&
      !isDeepStrictEqual(seen[field], now[field]) &&
      !isDeepStrictEqual(asked[field], now[field]),
  )
  if (changed.length === 0) return
  const fields = changed.map((field) => ({ field, message: partDeskMessages.changedTo(offerText(now, field)) }))
  throw new ShopError('INVALID_INPUT', { fields })
}

const withExactPrices = <Offer extends Pick<PartOffer, 'price' | 'priceBreaks'>>({ price, priceBreaks, ...others }: Offer) => ({
  ...others,
  price: price === undefined ? undefined : exactPrice(price),
  priceBreaks: priceBreaks?.map((step) => ({ from: step.from, price: exactPrice(step.price) })),
})

function offerText(now: Part, field: 'price' | 'priceBreaks' | 'leadDays' | 'partNumber'): string {
  if (field === 'price') return formatUnitPrice(now.price)
  if (field !== 'priceBreaks') return String(now[field])
  return now.priceBreaks.map(({ from, price }) => `${formatCount(from)}: ${formatUnitPrice(price)}`).join('; ') || NOTHING
}

/** The chosen number, or the next one that the shop assigns. */
const newNumber = async (tx: Transaction, typed: string, partId: string): Promise<string | SQL> =>
  (await readPartNumber(tx, typed, partId)) || sql`given_part_number(${parts.position})`

/** @throws ShopError INVALID_INPUT at `price`, the only price in the request. */
function requireAbove(price: UnitPrice, [first]: PriceBreakRow[]): void {
  if (first && tablePrice(first.price) >= price) throw invalidField('price', messages.priceAboveLadder)
}

const tablePrice = (decimal: string): UnitPrice => parseUnitPrice(decimal)! // the table allows positive prices only
