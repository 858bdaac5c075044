import { and, asc, eq, inArray, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import type { ImageStore } from './image-store.ts'

/** Pictures looked at in one step, so that no step locks many rows. */
const AT_A_TIME = 100
const ONE_DAY_AGO = sql`now() - interval '24 hours'`

/**
 * Removes pictures that nothing has used for a day: uploaded without a part, or of a part that was removed and never
 * ordered. Also what uploads have left that broke off. Answers with the number removed. Every step may be repeated,
 * and several shops may sweep at once.
 * @throws StoreUnavailable when the store does not work; the next run goes on from there.
 */
export async function sweepImages({ db, images: store }: { db: Database; images: ImageStore }): Promise<number> {
  while ((await giveUpUnused(db)) === AT_A_TIME) continue
  let removed = 0
  for (;;) {
    const names = await givenUp(db)
    for (const name of names) {
      await store.discard(name)
      const gone = await db.delete(images).where(and(eq(images.name, name), isGivenUp)).returning({ name: images.name })
      removed += gone.length
    }
    if (names.length < AT_A_TIME) return removed
  }
}

/**
 * Marks unused pictures, after which no part can take them; answers with how many were looked at.
 * They are locked and then looked at once more, because a part that took one just before the lock is only seen by a
 * statement that begins after it.
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
    await tx.update(images).set({ discardAfter: databaseNow }).where(and(inArray(images.name, names), isUnused(tx)))
    return names.length
  })
}

const isGivenUp = lte(images.discardAfter, databaseNow)

async function givenUp(db: Database): Promise<string[]> {
  const rows = await db
    .select({ name: images.name })
    .from(images)
    .where(isGivenUp)
    .orderBy(asc(images.name))
    .limit(AT_A_TIME)
  return rows.map(({ name }) => name)
}

/** Neither a part for sale, nor one removed within a day (held pieces may still be ordered), nor any order shows it. */
function isUnused(tx: Queryable) {
  const address = sql`coalesce(${images.url}, '/images/' || ${images.name})`
  const sellable = or(isNull(parts.deletedAt), sql`${parts.deletedAt} > ${ONE_DAY_AGO}`)
  return and(
    notExists(tx.select({ id: parts.id }).from(parts).where(and(sql`${parts.img} = ${address}`, sellable))),
    notExists(tx.select({ id: orders.id }).from(orders).where(sql`${orders.img} = ${address}`)),
  )
}
