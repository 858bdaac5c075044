import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { mailboxOf, mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { mailsAllowed, shareOf, type MailShare } from '../mail/mail-bounds.ts'

const LOOKED_AT = 25

export type MailRules = Pick<Settings, 'mailsPerDay' | 'orderMailSeconds' | 'trust'>

/** `about`: orders whose other waiting mails are merged into the same mail. `more`: other mails are due. */
type Chosen = { ids: string[]; about: string[]; more: boolean }

/**
 * Chooses the next due mails, at most `most`. This is the only place that limits the mails to an address: a mail above the
 * limit of 24 hours is held back, where admins see it. A mail about an order is postponed while the last one about it is
 * younger than `orderMailSeconds`. Mails that were tried before, or released by an admin, are not limited.
 * @param freshFirst whether mails with fewer attempts come first.
 */
export async function chooseMails(
  tx: Transaction,
  rules: MailRules,
  { most, freshFirst }: { most: number; freshFirst: boolean },
): Promise<Chosen> {
  const due = await readDue(tx, freshFirst)
  if (due.length === 0) return { ids: [], about: [], more: false }
  const taken = await countTaken(tx, due)
  const lastAbout = rules.orderMailSeconds > 0 ? await readLastAbout(tx, due, rules.orderMailSeconds) : new Set<string>()
  const confirmed = await readConfirmed(tx, due, rules)

  const chosen: Due[] = []
  const heldBack: string[] = []
  const putOff: string[] = []
  const orders = new Set<string>()
  for (const mail of due) {
    if (chosen.length === most) break
    const { id, about, passes } = mail
    if (about !== null && orders.has(about)) continue
    if (!passes && about !== null && lastAbout.has(about)) {
      putOff.push(id)
      continue
    }
    const share = shareOf(mail.kind)
    const key = keyOf(mail.mailbox, share)
    const before = taken.get(key) ?? 0
    if (!passes && before >= mailsAllowed(share, confirmed.has(mail.recipient), rules)) {
      heldBack.push(id)
      continue
    }
    if (!passes) taken.set(key, before + 1)
    if (about !== null) orders.add(about)
    chosen.push(mail)
  }
  await holdBack(tx, heldBack)
  await putOffMails(tx, putOff, rules.orderMailSeconds)
  return { ids: chosen.map(({ id }) => id), about: [...orders], more: heldBack.length + putOff.length > 0 }
}

type Due = { id: string; kind: string; recipient: string; mailbox: string; about: string | null; passes: boolean }

async function readDue(tx: Transaction, freshFirst: boolean): Promise<Due[]> {
  // Forces an index scan: without statistics PostgreSQL would sort all waiting mails.
  await tx.execute(sql`set local enable_bitmapscan = off`)
  return freshFirst ? selectDue(tx).orderBy(asc(mails.attempts), asc(mails.runAfter)).limit(LOOKED_AT) : dueMails(tx).execute()
}

const selectDue = (db: Queryable) =>
  db
    .select({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      mailbox: mailboxOf(mails.recipient),
      about: mails.about,
      passes: sql<boolean>`${mails.attempts} > 0 or ${mails.heldBackAt} is not null`,
    })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt), lte(mails.runAfter, databaseNow)))

const dueMails = preparedOnce('due_mails', (db) => selectDue(db).orderBy(asc(mails.runAfter)).limit(LOOKED_AT))

const keyOf = (mailbox: string, share: MailShare) => `${share} ${mailbox}`

async function countTaken(tx: Transaction, due: Due[]): Promise<Map<string, number>> {
  const rows = await takenMails(tx).execute({ mailboxes: distinct(due.map((mail) => mail.mailbox)) })
  const taken = new Map<string, number>()
  for (const { mailbox: to, kind, count } of rows) {
    const key = keyOf(to, shareOf(kind))
    taken.set(key, (taken.get(key) ?? 0) + count)
  }
  return taken
}

const mailbox = mailboxOf(mails.recipient)
const takenMails = preparedOnce('taken_mails', (db) =>
  db
    .select({ mailbox, kind: mails.kind, count: sql<number>`count(*)::int` })
    .from(mails)
    .where(
      and(
        sql`${mailbox} = any(${sql.placeholder('mailboxes')}::text[])`,
        sql`${mails.attemptedAt} > now() - interval '24 hours'`,
        isNull(mails.sentWith),
      ),
    )
    .groupBy(mailbox, mails.kind),
)

async function readLastAbout(tx: Transaction, due: Due[], seconds: number): Promise<Set<string>> {
  const about = distinct(due.flatMap((mail) => mail.about ?? []))
  if (about.length === 0) return new Set()
  const rows = await tx
    .selectDistinct({ about: mails.about })
    .from(mails)
    .where(and(inArray(mails.about, about), sql`${mails.attemptedAt} > now() - make_interval(secs => ${seconds}::int)`))
  return new Set(rows.flatMap((row) => row.about ?? []))
}

/** Recipients with a confirmed address; where trust is not earned, all of them. */
async function readConfirmed(tx: Transaction, due: Due[], { trust }: MailRules): Promise<Set<string>> {
  const recipients = distinct(due.map(({ recipient }) => recipient))
  if (!trust.isEarned) return new Set(recipients)
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, recipients), eq(users.emailVerified, true)))
  return new Set(rows.map(({ email }) => email))
}

async function holdBack(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(mails)
    .set({ heldBackAt: databaseNow, runAfter: null })
    .where(and(inArray(mails.id, ids), isNotNull(mails.runAfter)))
}

async function putOffMails(tx: Transaction, ids: string[], seconds: number): Promise<void> {
  if (ids.length === 0) return
  const lastTried = sql`(select max(earlier.attempted_at) from mails earlier where earlier.about = ${mails.about})`
  await tx
    .update(mails)
    .set({ runAfter: sql`${lastTried} + make_interval(secs => ${seconds}::int)` })
    .where(and(inArray(mails.id, ids), isNotNull(mails.runAfter)))
}

const distinct = (texts: string[]) => [...new Set(texts)]
