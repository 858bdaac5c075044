import { messages } from '#contract/basics/messages.ts'
import { unitPriceToDecimal, type UnitPrice } from '#contract/basics/money.ts'
import type { NewPart } from '#contract/parts/parts.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { requireUploaded } from '../images/require-uploaded.ts'
import { ladderRows, readLadder, readPartNumber, readPrice, withFreeNumber, type LadderStep } from './read-offer.ts'

/**
 * Adds a part to the catalogue and its opening stock to the ledger. Returns its id.
 * @throws ShopError INVALID_INPUT for a price that is no exact amount above 0, a ladder that does not fall, a number that
 *   another part has, or a picture that was not uploaded here.
 */
export async function addPart(tx: Transaction, actor: Actor, part: NewPart): Promise<string> {
  const price = readPrice(part.price, 'price')
  const priceBreaks = readLadder(price, part.priceBreaks ?? [])
  const partNumber = await readPartNumber(tx, part.partNumber ?? '')
  await requireUploaded(tx, part.img, 'img', messages.imageNotOurs)
  const id = await withFreeNumber(() => insertPart(tx, { ...part, price, priceBreaks, partNumber }))
  await writeAudit(tx, actor, 'add-part', id, { available: part.available, price: unitPriceToDecimal(price) })
  return id
}

/** The ladder is in the order of its steps; without a part number the shop assigns one, without a lead time the usual one. */
type PartToInsert = Omit<NewPart, 'price' | 'priceBreaks'> & {
  price: UnitPrice
  priceBreaks?: LadderStep[]
  categoryId?: string
  attributes?: Record<string, string>
}

/** Inserts the part's row and its opening stock, without the checks that user input needs. */
export async function insertPart(tx: Queryable, { priceBreaks = [], ...part }: PartToInsert): Promise<string> {
  const [row] = await tx
    .insert(parts)
    .values({
      ...part,
      name: part.name.trim(),
      description: part.description.trim(),
      price: unitPriceToDecimal(part.price),
      priceBreaks: ladderRows(priceBreaks),
    })
    .returning({ id: parts.id })
  const id = row!.id // insert ... returning always yields its row
  await tx.insert(stockMoves).values({ partId: id, delta: part.available, kind: 'opening', ref: id })
  return id
}
