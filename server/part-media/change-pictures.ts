import { and, eq, isNull } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import { partMediaMessages, type PartPicture, type PicturesChange } from '#contract/parts/part-media.ts'
import type { Database } from '#database/connect.ts'
import { partPictures } from '#database/tables/part-media.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireUploaded } from '../images/require-uploaded.ts'
import { recordChanges, recordText } from '../parts/record-changes.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { findPictures } from './find-media.ts'

/**
 * Replaces all pictures of a part; the first is its main picture from now on. `modifiedCount` is 0 when nothing changes.
 * @throws ShopError NOT_FOUND; PICTURES_CHANGED when they are not as the admin saw them; INVALID_INPUT at a picture that was not uploaded
 *   here or comes twice, and at the text of the main one.
 */
export async function changePictures(
  db: Database,
  actor: Actor,
  partId: string,
  { seen, pictures }: PicturesChange,
): Promise<{ modifiedCount: 0 | 1; pictures: PartPicture[] }> {
  const typed = pictures.map(({ img, alt }) => ({ img, alt: alt.replace(/\s+/g, ' ').trim() }))
  const [main, ...further] = typed
  if (!main || main.alt === '') throw invalidField('pictures.0.alt', partMediaMessages.altRequired)
  const twice = typed.findIndex(({ img }, index) => typed.findIndex((other) => other.img === img) < index)
  if (twice !== -1) throw invalidField(`pictures.${twice}.img`, partMediaMessages.pictureTwice)

  return transaction(db, async (tx) => {
    const onSale = and(eq(parts.id, partId), isNull(parts.deletedAt))
    const [part] = await tx.select({ img: parts.img }).from(parts).where(onSale).for('no key update')
    if (!part) throw new ShopError('NOT_FOUND')
    const now = await findPictures(tx, partId)
    if (isSame(now, typed)) return { modifiedCount: 0, pictures: now }
    if (!isSame(now, seen)) throw new ShopError('PICTURES_CHANGED')
    for (const [index, { img }] of typed.entries()) {
      if (now.some((known) => known.img === img)) continue
      await requireUploaded(tx, img, `pictures.${index}.img`, messages.imageNotOurs)
    }
    await tx.delete(partPictures).where(eq(partPictures.partId, partId))
    await tx.insert(partPictures).values(typed.map(({ img, alt }, place) => ({ partId, place, img, alt })))
    if (main.img !== part.img) await tx.update(parts).set({ img: main.img }).where(onSale)
    await recordChanges(tx, actor, partId, part, { img: main.img })
    await recordText(tx, actor, partId, 'pictures', { before: asText(now), after: asText([main, ...further]) })
    await writeAudit(tx, actor, 'change-pictures', partId, { pictures: typed.length, picturesBefore: now.length })
    return { modifiedCount: 1, pictures: typed }
  })
}

const asText = (pictures: PartPicture[]) => JSON.stringify(pictures.map(({ img, alt }) => [img, alt]))
const isSame = (one: PartPicture[], other: PartPicture[]) => asText(one) === asText(other)
