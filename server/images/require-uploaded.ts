import { and, eq, isNull } from 'drizzle-orm'
import { IMAGE_URL_PATTERN } from '#contract/parts/images.ts'
import type { Queryable } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { invalidField } from '../errors.ts'

/**
 * Locks the picture's row until the transaction is committed, so that the sweeper cannot delete the picture.
 * @throws ShopError INVALID_INPUT at `field` for a picture that was not uploaded here.
 */
export async function requireUploaded(tx: Queryable, url: string, field: string, message: string): Promise<void> {
  const name = IMAGE_URL_PATTERN.exec(url)?.[1]
  const isThisOne = name ? and(eq(images.name, name), isNull(images.url)) : eq(images.url, url)
  const found = await tx
    .select({ name: images.name })
    .from(images)
    .where(and(isThisOne, isNull(images.discardAfter)))
    .limit(1)
    .for('share')
  if (found.length === 0) throw invalidField(field, message)
}
