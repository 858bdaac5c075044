import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { orders } from '#database/tables/orders.ts'
import { partPictures } from '#database/tables/part-media.ts'
import { parts } from '#database/tables/parts.ts'
import { returnPictures } from '#database/tables/returns.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { transaction } from '#database/transaction.ts'
import type { ImageStore } from './image-store.ts'

/** Pictures per step, so that no step locks many rows. */
const AT_A_TIME = 100
const ONE_DAY_AGO = sql`now() - interval '24 hours'`

/**
 * Removes pictures unused for a day: uploaded without a part, or of a removed part that was never ordered. Also removes
 * what interrupted uploads left. `privateStore` has pictures of returns. Returns the number removed. Every step may be repeated, and several processes may sweep
 * concurrently.
 * @throws StoreUnavailable when the store fails; the next run continues.
 */
export async function sweepImages(
  { db, images: store }: { db: Database; images: ImageStore },
  privateStore: ImageStore = store,
): Promise<number> {
  await db.delete(returnPictures).where(and(isNull(returnPictures.returnId), lt(returnPictures.createdAt, ONE_DAY_AGO)))
  while ((await giveUpUnused(db)) === AT_A_TIME) continue
  let removed = 0
  for (;;) {
    const names = await givenUp(db)
    for (const name of names) {
      await store.discard(name)
      if (privateStore !== store) await privateStore.discard(name)
      const deleted = await db
        .delete(images)
        .where(and(eq(images.name, name), isGivenUp))
        .returning({ name: images.name })
      removed += deleted.length
    }
    if (names.length < AT_A_TIME) return removed
  }
}

/**
 * Marks unused pictures, so that no part can take them; returns how many were examined. They are locked and then checked
 * again, because only a statement that starts after the lock sees a part that took one just before it.
 */
function giveUpUnused(db: Database): Promise<number> {
  return transaction(db, async (tx) => {
    const unused = await tx
      .select({ name: images.name })
      .from(images)
      .where(and(isNull(images.discardAfter), lt(images.createdAt, ONE_DAY_AGO), isUnused(tx)))
      .orderBy(asc(images.name))
      .limit(AT_A_TIME)
      .for('update', { skipLocked: true })
    const names = unused.map(({ name }) => name)
    await tx
      .update(images)
      .set({ discardAfter: databaseNow })
      .where(and(inArray(images.name, names), isUnused(tx)))
    return names.length
  })
}

const isGivenUp = lte(images.discardAfter, databaseNow)

async function givenUp(db: Database): Promise<string[]> {
  const rows = await db.select({ name: images.name }).from(images).where(isGivenUp).orderBy(asc(images.name)).limit(AT_A_TIME)
  return rows.map(({ name }) => name)
}

/** Not shown by a part on sale, by one removed within a day (held pieces may still be ordered), by any order, by a return, or by the owner's settings. */
function isUnused(tx: Queryable) {
  const address = sql`coalesce(${images.url}, '/images/' || ${images.name})`
  const sellable = or(isNull(parts.deletedAt), sql`${parts.deletedAt} > ${ONE_DAY_AGO}`)
  return and(
    notExists(
      tx
        .select({ id: parts.id })
        .from(parts)
        .where(and(sql`${parts.img} = ${address}`, sellable)),
    ),
    notExists(
      tx
        .select({ id: parts.id })
        .from(partPictures)
        .innerJoin(parts, eq(parts.id, partPictures.partId))
        .where(and(sql`${partPictures.img} = ${address}`, gt(partPictures.place, 0), sellable)),
    ),
    notExists(
      tx
        .select({ id: orders.id })
        .from(orders)
        .where(sql`${orders.img} = ${address}`),
    ),
    notExists(
      tx
        .select({ id: returnPictures.id })
        .from(returnPictures)
        .where(and(sql`${returnPictures.img} = ${address}`, isNotNull(returnPictures.returnId))),
    ),
    notExists(
      tx
        .select({ id: shopSettings.id })
        .from(shopSettings)
        .where(sql`strpos(${shopSettings.values}::text, ${address}) > 0`),
    ),
  )
}
