import { and, eq, isNull } from 'drizzle-orm'
import { IMAGE_MAX_BYTES } from '#contract/basics/limits.ts'
import { IMAGE_URL_PATTERN } from '#contract/parts/images.ts'
import { images } from '#database/tables/images.ts'
import { fetchForCaller } from '../platform/external/fetch-for-caller.ts'
import type { Services } from '../services.ts'
import { storeImage } from './store-image.ts'

const PATIENCE_MS = 20_000

/**
 * Stores the picture at a public web address like an uploaded one, and returns its address in the shop. A picture of the shop is not
 * stored again.
 * @throws ShopError INVALID_INPUT at `url` for a private address, or one without a file; otherwise as `storeImage`.
 */
export async function fetchImage({ db, images: store, settings }: Services, url: string, fetchedBy: string): Promise<string> {
  if (IMAGE_URL_PATTERN.test(url)) return url
  const [own] = await db
    .select({ url: images.url })
    .from(images)
    .where(and(eq(images.url, url), isNull(images.discardAfter)))
  if (own) return url
  return storeImage(
    { db, store },
    await fetchForCaller(url, { maxBytes: IMAGE_MAX_BYTES, patienceMs: PATIENCE_MS, privateAddresses: settings.privateAddresses }),
    fetchedBy,
  )
}
