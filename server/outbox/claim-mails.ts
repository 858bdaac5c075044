import { and, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { LOCK_KEYS, withKey } from '#database/locks.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { mails, mailStop } from '#database/tables/mails.ts'
import { MAILS_AT_ONCE } from '../mail/transport.ts'
import { chooseMails, type MailRules } from './choose-mails.ts'

/** Seconds until a stopped outbox tries a mail again, doubled with each attempt. */
const RETRY_SECONDS = { first: 30, longest: 300 }

export type ClaimedMail = typeof mails.$inferSelect
/** What is sent as one mail: a single mail, or several about one order, the newest last. */
export type Bundle = [ClaimedMail, ...ClaimedMail[]]

/**
 * - `mails`: to be sent now; `more`: others were due, but are held back or postponed
 * - `trial`: the outbox is stopped; one bundle tests whether the cause is resolved
 * - `probe`: the outbox is stopped and no mail is due, so the shop's own address is tested
 */
type Claim = { bundles: Bundle[]; more: boolean; purpose: 'mails' | 'trial' | 'probe' }

const NOTHING: Claim = { bundles: [], more: false, purpose: 'mails' }

/**
 * Claims due mails for this process. No row is locked while they are sent. One process claims at a time, so that the mails of one address
 * are counted correctly; others leave it to it.
 */
export async function claimMails(db: Database, rules: MailRules): Promise<Claim> {
  const claimed = await withKey(db, LOCK_KEYS.mailClaims, async (tx): Promise<Claim> => {
    const stop = await readStop(tx)
    if (!stop) return { ...(await claimDue(tx, rules, { most: MAILS_AT_ONCE, freshFirst: false })), purpose: 'mails' }
    if (!stop.isDue) return NOTHING
    // A mail that was not refused before is preferred as the test.
    const { bundles, more } = await claimDue(tx, rules, { most: 1, freshFirst: true })
    if (bundles.length === 0 && stop.needsMail) return NOTHING
    await tx.update(mailStop).set({ tries: sql`${mailStop.tries} + 1`, nextTryAt: sql`now() + make_interval(secs => ${retryDelay})` })
    return { bundles, more, purpose: bundles.length > 0 ? 'trial' : 'probe' }
  })
  return claimed ?? NOTHING
}

async function readStop(tx: Transaction): Promise<{ isDue: boolean; needsMail: boolean } | undefined> {
  const [stop] = await tx.select({ isDue: sql<boolean>`${mailStop.nextTryAt} <= now()`, needsMail: mailStop.needsMail }).from(mailStop)
  return stop
}

// The exponent is bounded, because the power would overflow before `least` applies.
const retryDelay = sql`least(${RETRY_SECONDS.first}::int * power(2, least(${mailStop.tries}, 10)), ${RETRY_SECONDS.longest}::int)`

async function claimDue(
  tx: Transaction,
  rules: MailRules,
  which: { most: number; freshFirst: boolean },
): Promise<Pick<Claim, 'bundles' | 'more'>> {
  const { ids, about, more } = await chooseMails(tx, rules, which)
  if (ids.length === 0) return { bundles: [], more }
  const claimed = await claim(tx).execute({ ids, about })
  const bundles = bundle(claimed)
  for (const mailsAbout of bundles) await noteSentWith(tx, mailsAbout)
  return { bundles, more }
}

const isChosen = sql`${mails.id} = any(${sql.placeholder('ids')}::uuid[])`
const waitsAboutThem = and(sql`${mails.about} = any(${sql.placeholder('about')}::text[])`, isNull(mails.heldBackAt))
const claim = preparedOnce('claim_mails', (db) =>
  db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, attemptedAt: databaseNow, runAfter: null, lastError: null, sentWith: null })
    .where(and(or(isChosen, waitsAboutThem), isNotNull(mails.runAfter), isNull(mails.sentAt), isNull(mails.failedAt)))
    .returning(),
)

function bundle(claimed: ClaimedMail[]): Bundle[] {
  const oldestFirst = claimed.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
  const bundles = new Map<string, Bundle>()
  for (const mail of oldestFirst) {
    const key = mail.about === null ? mail.id : `${mail.about} ${mail.recipient}`
    const before = bundles.get(key)
    if (before) before.push(mail)
    else bundles.set(key, [mail])
  }
  return [...bundles.values()]
}

async function noteSentWith(tx: Transaction, mailsAbout: Bundle): Promise<void> {
  if (mailsAbout.length === 1) return
  const others = mailsAbout.slice(0, -1).map(({ id }) => id)
  await tx
    .update(mails)
    .set({ sentWith: mailsAbout.at(-1)!.id })
    .where(inArray(mails.id, others))
}
