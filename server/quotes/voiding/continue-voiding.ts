import { and, eq, isNull, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { quoteVoidings } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { quotesWithdrawnMail } from '../../mail/templates/quotes.ts'
import { queueMails } from '../../mail/queue-mail.ts'
import type { Services } from '../../services.ts'
import { wasOrdered } from '../was-ordered.ts'
import { bindsFor } from './binds-for.ts'
import type { Criteria } from './read-criteria.ts'

/** Quotes withdrawn per transaction, and buyers notified per transaction. */
const QUOTES_AT_ONCE = 500
const BUYERS_AT_ONCE = 200
const NAMED_QUOTES = 20

/**
 * Continues a voiding: withdraws the remaining quotes in small transactions, then queues one mail for each buyer. Returns
 * whether it is finished; quotes locked by an order or a change are left for the next run. Concurrent runs are safe.
 */
export async function continueVoiding({ db, settings }: Pick<Services, 'db' | 'settings'>, voidingId: string): Promise<boolean> {
  const [voiding] = await db
    .select()
    .from(quoteVoidings)
    .where(and(eq(quoteVoidings.id, voidingId), isNull(quoteVoidings.finishedAt)))
  if (!voiding) return true
  const { partId, savedFrom, savedTo, priceBelow } = voiding
  // A voiding of one quote, without a part, is finished when it is inserted.
  const which = { partId: partId!, savedFrom: savedFrom!, savedTo: savedTo!, priceBelow }
  while ((await transaction(db, (tx) => voidSome(tx, voidingId, which))) > 0);
  if (await isAnyLeft(db, which)) return false
  for (let last: string | undefined = ''; last !== undefined;) {
    const after: string = last
    last = await transaction(db, (tx) => notifySome(tx, settings, voiding, after))
  }
  return true
}

/** Locks the quotes as an order does, so that a version is either ordered or withdrawn, never both. */
async function voidSome(tx: Transaction, voidingId: string, which: Criteria): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from quotes as quote
    where deleted_at is null
      and id in (select kept.quote_id from quote_versions as kept where ${bindsFor(which)} and not ${wasOrdered})
    limit ${QUOTES_AT_ONCE} for no key update skip locked`)
  if (rows.length === 0) return 0
  // Checked again after locking, because a quote may have been ordered in between.
  const { rowCount } = await tx.execute(sql`
    update quote_versions as kept set voiding_id = ${voidingId}::uuid
    where quote_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) and ${bindsFor(which)} and not ${wasOrdered}`)
  return rowCount ?? 0
}

async function isAnyLeft(db: Database, which: Criteria): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from quote_versions as kept join quotes as quote on quote.id = kept.quote_id
    where quote.deleted_at is null and ${bindsFor(which)} and not ${wasOrdered} limit 1`)
  return rows.length > 0
}

/**
 * Queues mails for the next buyers in the order of their ids, or of their addresses where a quote is held for somebody without an account;
 * only about quotes of which the newest version or an offer was withdrawn. Returns the last one; when no buyer is left, returns undefined and marks
 * the voiding as finished.
 */
async function notifySome(
  tx: Transaction,
  shop: Services['settings'],
  { id: voidingId, reason }: Pick<typeof quoteVoidings.$inferSelect, 'id' | 'reason'>,
  after: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ key: string; userId: string | null; email: string; count: number; numbers: string[] }>(sql`
    select coalesce(quote.held_for, users.id::text) as key, case when quote.held_for is null then users.id end as "userId",
      coalesce(quote.held_for, users.email) as email, count(*)::int as count,
      (array_agg(quote.number order by quote.position))[1:${NAMED_QUOTES}::int] as numbers
    from quotes as quote
    join users on users.id = quote.user_id
    where quote.id in (
        select kept.quote_id from quote_versions as kept
        where kept.voiding_id = ${voidingId}::uuid and (kept.version = quote.version or kept.offered_by is not null)
      ) and quote.deleted_at is null and (quote.held_for is not null or users.disabled_at is null)
      and coalesce(quote.held_for, users.id::text) > ${after}
    group by 1, 2, 3 order by 1 limit ${BUYERS_AT_ONCE}`)
  if (rows.length > 0)
    await queueMails(
      tx,
      rows.map((buyer) => quotesWithdrawnMail(shop, { voidingId, reason, ...buyer })),
    )
  if (rows.length === BUYERS_AT_ONCE) return rows.at(-1)!.key
  await tx.update(quoteVoidings).set({ finishedAt: databaseNow }).where(eq(quoteVoidings.id, voidingId))
  return undefined
}
