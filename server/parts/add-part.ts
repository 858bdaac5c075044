import { and, eq, isNull } from 'drizzle-orm'
import { IMAGE_URL_PATTERN } from '#contract/images.ts'
import { MAXIMUM_PRICE_DOLLARS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { parseUnitPrice, unitPriceToDecimal, unitPriceToDollars, type UnitPrice } from '#contract/money.ts'
import type { NewPart } from '#contract/parts.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { invalidField } from '../errors.ts'
import { writeAudit, type Actor } from '../operations/write-audit.ts'

/**
 * Puts a part into the catalogue, its opening stock into the ledger. Answers with its id.
 * @throws ShopError INVALID_INPUT for a price that is no exact amount above 0, or a picture that was not uploaded here.
 */
export async function addPart(tx: Transaction, actor: Actor, part: NewPart): Promise<string> {
  const price = priceOf(part.price)
  await requireUploaded(tx, part.img)
  const id = await insertPart(tx, { ...part, price })
  await writeAudit(tx, actor, 'add-part', id, { available: part.available, price: unitPriceToDecimal(price) })
  return id
}

/** The part's row and its opening stock, without the checks that a person's input needs. */
export async function insertPart(tx: Queryable, part: Omit<NewPart, 'price'> & { price: UnitPrice }): Promise<string> {
  const [row] = await tx
    .insert(parts)
    .values({
      name: part.name.trim(),
      description: part.description.trim(),
      img: part.img,
      price: unitPriceToDecimal(part.price),
      available: part.available,
    })
    .returning({ id: parts.id })
  const id = row!.id // insert ... returning always yields its row
  await tx.insert(stockMoves).values({ partId: id, delta: part.available, kind: 'opening', ref: id })
  return id
}

function priceOf(dollars: NewPart['price']): UnitPrice {
  const text = String(dollars).trim()
  if (text === '') throw invalidField('price', messages.partPriceRequired)
  const price = parseUnitPrice(text)
  if (price === undefined || unitPriceToDollars(price) > MAXIMUM_PRICE_DOLLARS) {
    throw invalidField('price', messages.priceInvalid)
  }
  return price
}

/** The picture's row stays locked until the part stands, so that the sweeper cannot take the picture away meanwhile. */
async function requireUploaded(tx: Queryable, img: string): Promise<void> {
  const name = IMAGE_URL_PATTERN.exec(img)?.[1]
  const isThisOne = name ? and(eq(images.name, name), isNull(images.url)) : eq(images.url, img)
  const found = await tx
    .select({ name: images.name })
    .from(images)
    .where(and(isThisOne, isNull(images.discardAfter)))
    .limit(1)
    .for('share')
  if (found.length === 0) throw invalidField('img', messages.imageNotOurs)
}
