import { USUAL_LEAD_DAYS } from '#contract/basics/limits.ts'
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

/** The ladder is in the order of its steps; without a part number the shop assigns one. */
type PartToInsert = Pick<NewPart, 'name' | 'description' | 'img' | 'available'> & {
  price: UnitPrice
  partNumber?: string
  priceBreaks?: LadderStep[]
  leadDays?: number
  categoryId?: string
  attributes?: Record<string, string>
}

/** Inserts the part's row and its opening stock, without the checks that user input needs. */
export async function insertPart(tx: Queryable, part: PartToInsert): Promise<string> {
  const [row] = await tx
    .insert(parts)
    .values({
      name: part.name.trim(),
      description: part.description.trim(),
      img: part.img,
      price: unitPriceToDecimal(part.price),
      available: part.available,
      partNumber: part.partNumber ?? '',
      priceBreaks: ladderRows(part.priceBreaks ?? []),
      leadDays: part.leadDays ?? USUAL_LEAD_DAYS,
      categoryId: part.categoryId,
      attributes: part.attributes,
    })
    .returning({ id: parts.id })
  const id = row!.id // insert ... returning always yields its row
  await tx.insert(stockMoves).values({ partId: id, delta: part.available, kind: 'opening', ref: id })
  return id
}
