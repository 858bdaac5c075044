import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { messages } from '#contract/messages.ts'
import { parseUnitPrice, unitPriceToDecimal, type UnitPrice } from '#contract/money.ts'
import type { Part, PartOffer } from '#contract/parts.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit, type Actor } from '../audit/write-audit.ts'
import { invalidField, ShopError } from '../errors.ts'
import { partColumns, presentPart } from './present-part.ts'
import { ladderRows, readLadder, readPartNumber, readPrice, withFreeNumber } from './read-offer.ts'

export type ChangedOffer = { modifiedCount: 0 | 1; part: Part }

/**
 * Sets what the offer says and leaves the rest; a ladder is replaced as a whole. Holds, orders and saved quotes carry
 * their own prices. The row stays locked from reading to writing, so that of two admins the second one's figures are
 * checked against the first one's.
 * @throws ShopError NOT_FOUND; INVALID_INPUT at the very field: a price that is no exact amount above 0 or not above the
 *   ladder that stays, a step that does not rise and fall, a number that another part has.
 */
export async function changeOffer(db: Database, actor: Actor, partId: string, offer: PartOffer): Promise<ChangedOffer> {
  return transaction(db, async (tx) => {
    const onSale = and(eq(parts.id, partId), isNull(parts.deletedAt))
    const [before] = await tx.select(partColumns).from(parts).where(onSale).for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')

    const price = offer.price === undefined ? tablePrice(before.price) : readPrice(offer.price, 'price')
    if (offer.priceBreaks === undefined) requireAbove(price, before.priceBreaks)
    const changed = {
      price: unitPriceToDecimal(price),
      priceBreaks: offer.priceBreaks === undefined ? before.priceBreaks : ladderRows(readLadder(price, offer.priceBreaks)),
      leadDays: offer.leadDays ?? before.leadDays,
      partNumber: offer.partNumber === undefined ? before.partNumber : await newNumber(tx, offer.partNumber, partId),
    }
    const [after] = await withFreeNumber(() => tx.update(parts).set(changed).where(onSale).returning(partColumns))
    const part = presentPart(after!) // the row is locked: it cannot have left the catalogue meanwhile
    if (isDeepStrictEqual(before, after)) return { modifiedCount: 0, part }

    const { leadDays, priceBreaks } = changed
    await writeAudit(tx, actor, 'change-offer', partId, { price: changed.price, steps: priceBreaks.length, leadDays })
    return { modifiedCount: 1, part }
  })
}

/** The number that was chosen, else the one that the shop gives. */
const newNumber = async (tx: Transaction, typed: string, partId: string): Promise<string | SQL> =>
  (await readPartNumber(tx, typed, partId)) || sql`given_part_number(${parts.position})`

/** @throws ShopError INVALID_INPUT at `price`, the only figure that was sent. */
function requireAbove(price: UnitPrice, [first]: PriceBreakRow[]): void {
  if (first && tablePrice(first.price) >= price) throw invalidField('price', messages.priceAboveLadder)
}

const tablePrice = (decimal: string): UnitPrice => parseUnitPrice(decimal)! // the table allows positive prices only
