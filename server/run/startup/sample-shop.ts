import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { count, sql } from 'drizzle-orm'
import type { AttributeFields } from '#contract/parts/categories.ts'
import { IMAGE_WIDTHS } from '#contract/basics/limits.ts'
import type { PriceBreak } from '#contract/parts/pricing.ts'
import type { Synonym } from '#contract/parts/searches.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { newPictureName, storeEncoded } from '../../images/store-image.ts'
import { insertPart } from '../../parts/add-part.ts'
import { changeSynonyms, listSynonyms } from '../../searches/change-synonyms.ts'
import { readLadder, readPrice } from '../../parts/read-offer.ts'
import { addSampleKinds, type SampleKinds } from './sample-kinds.ts'

const CATALOGUE = fileURLToPath(new URL('../../../catalogue', import.meta.url))
const FILL_LIMIT_MS = 120_000
/** Of all sample pictures, in pixels. */
const PICTURE_SIZE = { width: 1_200, height: 900 }

type SamplePart = SampleKinds & {
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
 * Fills an empty shop with the sample catalogue, in one transaction: 24 parts with their pictures, categories and attributes,
 * synonyms, and 14 reviews. Returns false when the shop has, or ever had, a part.
 */
export async function fillEmptyShop(db: Database, store: ImageStore): Promise<boolean> {
  if (!(await isEmpty(db))) return false

  const sampleParts = await readJson<SamplePart[]>('parts.json')
  const sampleAttributes = await readJson<Omit<AttributeFields, 'place'>[]>('attributes.json')
  const sampleSynonyms = await readJson<Synonym[]>('synonyms.json')
  const sampleReviews = await readJson<SampleReview[]>('reviews.json')
  const pictures = await storePictures(db, store, sampleParts)
  return transaction(db, async (tx) => {
    // Of several processes that start on one database, the first fills it, and the others wait, also on a slow machine.
    await allowLongStatements(tx, FILL_LIMIT_MS)
    await tx.execute(sql`lock table ${parts} in share row exclusive mode`)
    if (!(await isEmpty(tx))) return false
    const kindsOf = await addSampleKinds(tx, { parts: sampleParts, attributes: sampleAttributes })
    for (const [index, { image: _, price, priceBreaks, category, attributes, ...part }] of sampleParts.entries()) {
      const unitPrice = readPrice(price, 'price')
      const offer = { price: unitPrice, priceBreaks: readLadder(unitPrice, priceBreaks), img: pictures[index]! }
      await insertPart(tx, { ...part, ...offer, ...kindsOf({ category, ...(attributes && { attributes }) }) })
    }
    if ((await listSynonyms(tx)).length === 0) await changeSynonyms(tx, null, { remove: [], add: sampleSynonyms })
    await tx.insert(reviews).values(sampleReviews)
    return true
  })
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const [filled] = await db.select({ parts: count() }).from(parts)
  return filled!.parts === 0 // count yields one row
}

/** URLs of the parts' pictures, in the order of the parts. The catalogue holds them encoded, so that a first start is short. */
const storePictures = (db: Database, store: ImageStore, sampleParts: SamplePart[]): Promise<string[]> =>
  Promise.all(
    sampleParts.map(async ({ image }) => {
      const name = newPictureName()
      const file = async (folder: string) => ({
        key: join(folder, name),
        bytes: await readFile(join(CATALOGUE, dirname(image), folder, basename(image))),
      })
      const files = await Promise.all([file(''), ...IMAGE_WIDTHS.map((width) => file(`${width}`))] as const)
      return storeEncoded({ db, store }, { picture: { name, files }, ...PICTURE_SIZE })
    }),
  )

const readJson = async <T>(name: string) => JSON.parse(await readFile(join(CATALOGUE, name), 'utf8')) as T
