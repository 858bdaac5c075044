import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { count, sql } from 'drizzle-orm'
import type { PriceBreak } from '#contract/pricing.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { transaction } from '#database/transaction.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImage } from '../../images/store-image.ts'
import { insertPart } from '../../parts/add-part.ts'
import { readLadder, readPrice } from '../../parts/read-offer.ts'

const CATALOGUE = fileURLToPath(new URL('../../../catalogue', import.meta.url))
/** Concurrently prepared pictures. */
const WORKERS = 4

type SamplePart = {
  name: string
  description: string
  partNumber: string
  price: number
  available: number
  leadDays: number
  priceBreaks: PriceBreak[]
  image: string
}
type SampleReview = { displayName: string; rating: number; review: string }

/**
 * Fills an empty shop with the sample catalogue, in one transaction: 24 parts with their pictures, and 14 reviews. Returns
 * false when the shop has, or ever had, a part.
 */
export async function fillEmptyShop(db: Database, store: ImageStore): Promise<boolean> {
  if (!(await isEmpty(db))) return false

  const sampleParts = await readJson<SamplePart[]>('parts.json')
  const sampleReviews = await readJson<SampleReview[]>('reviews.json')
  const pictures = await storePictures(db, store, sampleParts)
  return transaction(db, async (tx) => {
    // Of several processes that start on one database, the first fills it.
    await tx.execute(sql`lock table ${parts} in share row exclusive mode`)
    if (!(await isEmpty(tx))) return false
    for (const [index, { image: _, price, priceBreaks, ...part }] of sampleParts.entries()) {
      const unitPrice = readPrice(price, 'price')
      await insertPart(tx, { ...part, price: unitPrice, priceBreaks: readLadder(unitPrice, priceBreaks), img: pictures[index]! })
    }
    await tx.insert(reviews).values(sampleReviews)
    return true
  })
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const [filled] = await db.select({ parts: count() }).from(parts)
  return filled!.parts === 0 // count yields one row
}

/** URLs of the parts' pictures, in the order of the parts. */
async function storePictures(db: Database, store: ImageStore, sampleParts: SamplePart[]): Promise<string[]> {
  const urls: string[] = []
  const waiting = sampleParts.entries()
  const work = async () => {
    for (const [index, { image }] of waiting) {
      urls[index] = await storeImage({ db, store }, await readFile(join(CATALOGUE, image)), null)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return urls
}

const readJson = async <T>(name: string) => JSON.parse(await readFile(join(CATALOGUE, name), 'utf8')) as T
