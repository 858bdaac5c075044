import { and, asc, inArray, isNull, lte, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { mails, mailStop } from '#database/tables/mails.ts'
import { transaction } from '#database/transaction.ts'

/** Mails claimed and sent at the same time. */
export const MAILS_AT_ONCE = 5
/** Seconds until a stopped outbox tries a mail again: doubled with each try. */
const RETRY_SECONDS = { first: 30, longest: 300 }

export type ClaimedMail = Pick<
  typeof mails.$inferSelect,
  'id' | 'kind' | 'recipient' | 'subject' | 'body' | 'html' | 'createdAt' | 'attempts'
>

/**
 * - `mails`: to be sent now
 * - `trial`: the outbox is stopped; the one mail, if there is any, tests whether the cause is gone
 * - `probe`: the outbox is stopped and no mail is due, so the shop's own address is to be tried
 */
export type Claim = { mails: ClaimedMail[]; purpose: 'mails' | 'trial' | 'probe' }

/** Takes due mails for this process; other processes pass over them. Nothing stays locked while they are sent. */
export async function claimMails(db: Database): Promise<Claim> {
  return transaction(db, async (tx) => {
    const stop = await lockStop(tx)
    if (!stop) return { mails: await claimDue(tx, MAILS_AT_ONCE), purpose: 'mails' }
    if (!stop.isDue) return { mails: [], purpose: 'mails' }
    const trial = await claimDue(tx, 1)
    if (trial.length === 0 && stop.needsMail) return { mails: [], purpose: 'mails' }
    await tx.update(mailStop).set({ tries: sql`${mailStop.tries} + 1`, nextTryAt: sql`now() + make_interval(secs => ${retryDelay})` })
    return { mails: trial, purpose: trial.length > 0 ? 'trial' : 'probe' }
  })
}

/** The stop of the outbox, locked so that one process makes the next try. */
async function lockStop(tx: Transaction): Promise<{ isDue: boolean; needsMail: boolean } | undefined> {
  const [stop] = await tx
    .select({ isDue: sql<boolean>`${mailStop.nextTryAt} <= now()`, needsMail: mailStop.needsMail })
    .from(mailStop)
    .for('update')
  return stop
}

// The exponent is bounded, or the power of two would overflow long before the shorter of the two is taken.
const retryDelay = sql`least(${RETRY_SECONDS.first}::int * power(2, least(${mailStop.tries}, 10)), ${RETRY_SECONDS.longest}::int)`

async function claimDue(tx: Transaction, most: number): Promise<ClaimedMail[]> {
  // Along the index: sorting all that waits is what PostgreSQL would prefer where it does not know yet how much that is.
  await tx.execute(sql`set local enable_bitmapscan = off`)
  // A mail that was refused must not be the one that tests for the others, as long as there are others.
  const order = most === 1 ? [asc(mails.attempts), asc(mails.runAfter)] : [asc(mails.runAfter)]
  // As a table expression it is read once; a subquery may be read again for each row, and its limit with it.
  const due = tx.$with('due').as(
    tx
      .select({ id: mails.id })
      .from(mails)
      .where(and(isNull(mails.sentAt), isNull(mails.failedAt), lte(mails.runAfter, databaseNow)))
      .orderBy(...order)
      .limit(most)
      .for('update', { skipLocked: true }),
  )
  return tx
    .with(due)
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, attemptedAt: databaseNow, runAfter: null, lastError: null })
    .where(inArray(mails.id, tx.select({ id: due.id }).from(due)))
    .returning({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      body: mails.body,
      html: mails.html,
      createdAt: mails.createdAt,
      attempts: mails.attempts,
    })
}
