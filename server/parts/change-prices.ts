import { desc, eq, inArray, sql } from 'drizzle-orm'
import { formatUnitPrice } from '#contract/basics/figures.ts'
import { exactPrice, parseUnitPrice, unitPriceToDecimal } from '#contract/basics/money.ts'
import { PRICE_CHANGES, priceChangeMessages as messages, type MadePriceChange, type PriceChange } from '#contract/parts/price-changes.ts'
import type { PartPrice } from '#contract/parts/pricing.ts'
import { priceAfterPercent, readPercent } from '#contract/parts/raise-price.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable, Transaction } from '#database/connect.ts'
import { changedPrices, parts, priceChanges, type PriceBreakRow } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { answerOnce, type RepeatableRequest } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { largestFallFrom, offersOfDay } from './offers-of-day.ts'
import { presentBreaks } from './present-part.ts'
import { fallBeyond, unconfirmed } from './price-fall.ts'
import { settlePrices } from './settle-prices.ts'

/** Maximum rows of one statement, and of those named in a refusal. */
const ROWS_AT_ONCE = 1_000
const REFUSED_SHOWN = 20

type Row = {
  partId: string
  priceBefore: string
  breaksBefore: PriceBreakRow[]
  priceAfter: string
  breaksAfter: PriceBreakRow[]
}

/**
 * Changes prices and ladders of many parts by a percentage, all or none. Prices that stay the same are not counted. The new prices are
 * checked and stored first, without a lock; then they are written in batches, between which buyers hold pieces (`settle-prices.ts`).
 * @throws ShopError PRICES_CHANGED with the parts whose price is not the seen one; INVALID_INPUT with those that cannot have such a
 *   price; PRICE_FALL for a fall within a day beyond the shop's setting, unless it is confirmed.
 */
export async function changePrices(
  db: Database,
  request: RepeatableRequest,
  settings: Pick<Settings, 'priceFallPercent'>,
  admin: Caller,
  asked: PriceChange,
): Promise<{ _id: string; modifiedCount: number }> {
  const kept = await answerOnce(db, request, admin, (tx) => keepChange(tx, settings, admin, asked))
  const { state, moved } = await settlePrices(db, kept._id)
  if (state === 'gone') throw new ShopError('PRICES_CHANGED', refusedFor(moved.map(messages.changedSince)))
  return kept
}

async function keepChange(
  tx: Transaction,
  settings: Pick<Settings, 'priceFallPercent'>,
  admin: Caller,
  { percent: asIs, places, parts: asked, confirmed = false }: PriceChange,
): Promise<{ _id: string; modifiedCount: number }> {
  const percent = readPercent(asIs)
  if (percent === undefined) throw invalidField('percent', messages.percentTooFine)
  const found = await readParts(
    tx,
    asked.map(({ partsId }) => partsId),
  )
  const offers = await offersOfDay(tx, [...found.keys()])
  const changed: Row[] = []
  const moved: string[] = []
  const wrong: string[] = []
  const named = new Set<string>()
  for (const { partsId, seenPrice } of asked) {
    const part = found.get(partsId)
    if (!part) throw new ShopError('PRICES_CHANGED', refusedFor([messages.gone]))
    if (Number(part.price) !== exactPrice(seenPrice)) moved.push(messages.priceNow(part.name, formatUnitPrice(Number(part.price))))
    if (named.has(partsId)) continue // a part that is named twice is changed once
    named.add(partsId)
    const before: PartPrice = { price: Number(part.price), priceBreaks: presentBreaks(part.priceBreaks) }
    const after = priceAfterPercent(before, percent, places)
    if (!after) wrong.push(messages.cannotRaise(part.name))
    else if (JSON.stringify(after) !== JSON.stringify(before)) {
      const fall = fallBeyond(settings.priceFallPercent, largestFallFrom(offers.get(part.id)!, after))
      if (fall && !confirmed) throw unconfirmed(fall)
      changed.push({ partId: part.id, priceBefore: part.price, breaksBefore: part.priceBreaks, ...rowOf(after) })
    }
  }
  if (moved.length > 0) throw new ShopError('PRICES_CHANGED', refusedFor(moved))
  if (wrong.length > 0) throw new ShopError('INVALID_INPUT', refusedFor(wrong))
  const [made] = await tx
    .insert(priceChanges)
    .values({ percent: percent.toFixed(2), places, actorId: admin.userId, underway: 'writing' })
    .returning({ id: priceChanges.id })
  const { id } = made! // insert ... returning always yields its row
  for (let start = 0; start < changed.length; start += ROWS_AT_ONCE) {
    const some = changed.slice(start, start + ROWS_AT_ONCE)
    await tx.insert(changedPrices).values(some.map((row) => ({ changeId: id, ...row, isWritten: false })))
  }
  return { _id: id, modifiedCount: changed.length }
}

/**
 * Reverts a change: all parts get their former prices, in the same batches. `modifiedCount` is 0 when that was done before.
 * @throws ShopError NOT_FOUND; PRICES_CHANGED with the parts whose price has changed since; then nothing is changed.
 */
export async function undoPrices(db: Database, admin: Caller, changeId: string): Promise<{ modifiedCount: number }> {
  await settlePrices(db, changeId)
  const modifiedCount = await transaction(db, (tx) => beginUndoing(tx, admin, changeId))
  const { state, moved } = await settlePrices(db, changeId)
  if (state === 'made') throw new ShopError('PRICES_CHANGED', refusedFor(moved.map(messages.changedSince)))
  return { modifiedCount }
}

async function beginUndoing(tx: Transaction, admin: Caller, changeId: string): Promise<number> {
  const [change] = await tx
    .select({ undoneAt: priceChanges.undoneAt })
    .from(priceChanges)
    .where(eq(priceChanges.id, changeId))
    .for('update')
  if (!change) throw new ShopError('NOT_FOUND')
  if (change.undoneAt !== null) return 0
  const rows = await tx.select().from(changedPrices).where(eq(changedPrices.changeId, changeId))
  const found = await readParts(
    tx,
    rows.map(({ partId }) => partId),
  )
  const since = rows.flatMap(({ partId, priceAfter, breaksAfter }) => {
    const part = found.get(partId)
    if (!part) return [messages.gone]
    return part.price === priceAfter && JSON.stringify(part.priceBreaks) === JSON.stringify(breaksAfter)
      ? []
      : [messages.changedSince(part.name)]
  })
  if (since.length > 0) throw new ShopError('PRICES_CHANGED', refusedFor(since))
  await tx
    .update(priceChanges)
    .set({ undoneAt: databaseNow, undoneBy: admin.userId, underway: 'writing' })
    .where(eq(priceChanges.id, changeId))
  return rows.length
}

export async function listPriceChanges(db: Queryable): Promise<MadePriceChange[]> {
  const rows = await db
    .select({
      _id: priceChanges.id,
      percent: priceChanges.percent,
      parts: sql<number>`(select count(*)::int from changed_prices where change_id = ${priceChanges.id})`,
      by: users.email,
      at: priceChanges.at,
      undoneAt: priceChanges.undoneAt,
    })
    .from(priceChanges)
    .innerJoin(users, eq(users.id, priceChanges.actorId))
    .where(sql`${priceChanges.underway} is distinct from 'giving-up'`)
    .orderBy(desc(priceChanges.position))
    .limit(PRICE_CHANGES)
  return rows.map(({ percent, at, undoneAt, ...change }) => ({
    ...change,
    percent: Number(percent),
    at: at.toISOString(),
    undone: undoneAt !== null,
  }))
}

/** Those of the parts that are on sale. */
async function readParts(tx: Transaction, ids: string[]) {
  const rows = await tx
    .select({ id: parts.id, name: parts.name, price: parts.price, priceBreaks: parts.priceBreaks })
    .from(parts)
    .where(sql`${inArray(parts.id, ids)} and ${parts.deletedAt} is null`)
  return new Map(rows.map((part) => [part.id, part]))
}

const decimalOf = (dollars: number) => unitPriceToDecimal(parseUnitPrice(dollars)!) // a raised price is one

const rowOf = ({ price, priceBreaks }: PartPrice) => ({
  priceAfter: decimalOf(price),
  breaksAfter: priceBreaks.map((step) => ({ from: step.from, price: decimalOf(step.price) })),
})

const refusedFor = (sentences: string[]) => ({
  fields: (sentences.length === 0 ? [messages.changedMeanwhile] : sentences)
    .slice(0, REFUSED_SHOWN)
    .map((message) => ({ field: 'parts', message })),
})
