import { and, eq, isNull, sql } from 'drizzle-orm'
import { MAXIMUM_NOTICES, relatedMessages } from '#contract/parts/related-parts.ts'
import type { Database } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { stockNotices } from '#database/tables/related-parts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { backInStockMail, type PartThatIsBack } from '../mail/templates/back-in-stock.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { minimumOrder } from '../parts/low-stock.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { queueWebhooks } from '../webhooks/queue-webhooks.ts'

/** Mails of one transaction. */
const AT_ONCE = 100
/** Notices for parts that do not come back are dropped. */
const KEPT_DAYS = 730

/**
 * Asks for one mail when a part can be ordered again. `modifiedCount` is 0 when the person has asked before.
 * @throws ShopError NOT_FOUND for a part that is not on sale; INVALID_INPUT for one that is in stock, and above the limit of a person.
 */
export async function waitForPart(db: Database, caller: Caller, partId: string): Promise<{ modifiedCount: number }> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const [part] = await tx
      .select({ isInStock: sql<boolean>`parts.available >= ${minimumOrder}` })
      .from(parts)
      .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    if (!part) throw new ShopError('NOT_FOUND')
    if (part.isInStock) throw invalidField('id', relatedMessages.notSoldOut)
    // Concurrent requests of one person are counted one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const { rowCount } = await tx.insert(stockNotices).values({ partId, userId }).onConflictDoNothing()
    if ((await tx.$count(stockNotices, eq(stockNotices.userId, userId))) > MAXIMUM_NOTICES) {
      throw invalidField('id', relatedMessages.tooManyNotices)
    }
    return { modifiedCount: rowCount ?? 0 }
  })
}

export async function stopWaiting(db: Database, caller: Caller, partId: string): Promise<number> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const own = and(eq(stockNotices.partId, partId), eq(stockNotices.userId, caller.userId))
    return (await tx.delete(stockNotices).where(own)).rowCount ?? 0
  })
}

/**
 * Mails everyone who waits for a part that can be ordered again, once: the notice is deleted in the transaction that queues its mail,
 * so several processes may run it. Returns the number of mails queued.
 */
export async function mailBackInStock({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  await db.execute(sql`delete from stock_notices where created_at < now() - make_interval(days => ${KEPT_DAYS})`)
  for (let queued = 0; ;) {
    const some = await transaction(db, async (tx) => {
      const { rows } = await tx.execute<PartThatIsBack & { userId: string; email: string; notice: string }>(sql`
        with due as (
          select notice.part_id, notice.user_id from stock_notices as notice join parts on parts.id = notice.part_id
          where parts.deleted_at is null and parts.available >= ${minimumOrder}
          order by notice.created_at limit ${AT_ONCE} for update of notice skip locked
        ), taken as (
          delete from stock_notices as notice using due
          where notice.part_id = due.part_id and notice.user_id = due.user_id returning notice.*
        )
        select users.id as "userId", users.email, parts.id, parts.name, parts.part_number as "partNumber", parts.available::float8 as available,
          concat_ws(' ', taken.part_id, taken.user_id, extract(epoch from taken.created_at)) as notice
        from taken join parts on parts.id = taken.part_id join users on users.id = taken.user_id where users.disabled_at is null`)
      await queueMails(
        tx,
        rows.map(({ email, notice, id, name, partNumber, available }) =>
          backInStockMail(settings, email, notice, { id, name, partNumber, available }),
        ),
      )
      await queueWebhooks(
        tx,
        rows.map(({ userId, notice, id, partNumber, available }) => ({
          userId,
          event: 'part.back_in_stock',
          objectId: id,
          ref: `notice ${notice}`,
          data: { _id: id, partNumber, available },
        })),
      )
      return rows.length
    })
    queued += some
    if (some < AT_ONCE) return queued
  }
}
