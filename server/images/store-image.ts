import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { openEncoder } from './encoder.ts'
import type { ImageStore } from './image-store.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** One per process, because it bounds the memory and the cores that pictures take. */
export const encoder = openEncoder()

/** Far longer than any upload takes; an upload not finished by then was interrupted. */
const UNFINISHED_MINUTES = 60

/**
 * Stores an uploaded picture as WebP in several widths under a random name, and returns its address. The row is written
 * before the bytes, so that the sweeper knows of every leftover, and becomes usable after them, so that a part's picture
 * always exists. Usable pictures are in the audit log.
 * @throws ShopError as `encodePicture`; StoreUnavailable when the store fails, and then nothing is usable.
 */
export async function storeImage(
  { db, store }: { db: Database; store: ImageStore },
  bytes: Buffer,
  uploadedBy: string | null,
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.webp`
  const { picture, width, height } = await encoder.encode(name, bytes)
  await db.insert(images).values({ name, uploadedBy, width, height, discardAfter: minutesFromNow(UNFINISHED_MINUTES) })
  const url = await store.keep(picture)
  const isWhole = await transaction(db, async (tx) => {
    const whole = await tx
      .update(images)
      .set({ url: url ?? null, discardAfter: null })
      .where(and(eq(images.name, name), gt(images.discardAfter, databaseNow)))
      .returning({ name: images.name })
    if (whole.length > 0 && uploadedBy !== null)
      await writeAudit(tx, { userId: uploadedBy }, 'upload-picture', name, { bytes: bytes.length })
    return whole.length > 0
  })
  if (!isWhole) throw new StoreUnavailable('storing a picture timed out')
  return url ?? `/images/${name}`
}
