import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { openEncoder } from './encoder.ts'
import type { ImageStore } from './image-store.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** One per process, because it bounds the memory and the cores that pictures take. */
export const encoder = openEncoder()

/** Far longer than any upload takes; an upload not finished by then was interrupted. */
const UNFINISHED_MINUTES = 60

type Pictures = { db: Database; store: ImageStore }

export const newPictureName = () => `${randomBytes(16).toString('hex')}.webp`

/**
 * Stores an uploaded picture as WebP in several widths under a random name, and returns its address.
 * @throws ShopError as `encodePicture`; StoreUnavailable when the store fails, and then nothing is usable.
 */
export async function storeImage(pictures: Pictures, bytes: Buffer, uploadedBy: string): Promise<string> {
  return storeEncoded(pictures, await encoder.encode(newPictureName(), bytes), { userId: uploadedBy, bytes: bytes.length })
}

/**
 * Stores an encoded picture and returns its address. The row is written before the bytes, so that the sweeper knows of every
 * leftover, and becomes usable after them, so that a part's picture always exists. Uploaded pictures that are usable are in
 * the audit log.
 * @throws StoreUnavailable when the store fails, and then nothing is usable.
 */
export async function storeEncoded(
  { db, store }: Pictures,
  { picture, width, height }: EncodedPicture,
  upload?: { userId: string; bytes: number },
): Promise<string> {
  const { name } = picture
  await db.insert(images).values({ name, uploadedBy: upload?.userId, width, height, discardAfter: minutesFromNow(UNFINISHED_MINUTES) })
  const url = await store.keep(picture)
  const isWhole = await transaction(db, async (tx) => {
    const whole = await tx
      .update(images)
      .set({ url: url ?? null, discardAfter: null })
      .where(and(eq(images.name, name), gt(images.discardAfter, databaseNow)))
      .returning({ name: images.name })
    if (whole.length > 0 && upload) await writeAudit(tx, upload, 'upload-picture', name, { bytes: upload.bytes })
    return whole.length > 0
  })
  if (!isWhole) throw new StoreUnavailable('storing a picture timed out')
  return url ?? `/images/${name}`
}
