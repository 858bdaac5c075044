import { and, desc, eq, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import { MAILS_PAGE_SIZE, mailStates, type MailPage, type MailRecord, type MailState } from '#contract/shop/mails.ts'
import type { Queryable } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { ShopError } from '../errors.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'
import { mailState } from './mail-state.ts'

/** Maximum mails in the answer that has no pages. */
const LISTED = 500
/** For a mail whose attempt has no recorded outcome. */
const INTERRUPTED = 'The shop was interrupted while sending it. It may have arrived.'

type Asked = { q?: string; state?: string; page?: number; size?: number; after?: string }

/** The newest mails of the outbox. For admins. */
export const listMails = (db: Queryable): Promise<MailRecord[]> => readMails(db, undefined, { size: LISTED, page: 0 })

/** One page of the outbox, newest first. `q` is a part of the recipient or of the subject. For admins. */
export async function findMails(db: Queryable, { q = '', state, ...asked }: Asked): Promise<MailPage> {
  const text = await foldText(db, q)
  const part = `%${escapeLike(text)}%`
  const isFound = text === '' ? undefined : or(like(sql`fold_text(${mails.recipient})`, part), like(sql`fold_text(${mails.subject})`, part))
  const counted = await db
    .select({ state: mailState, count: sql<number>`count(*)::int` })
    .from(mails)
    .where(isFound)
    .groupBy(sql`1`)
  const of = (one: MailState) => counted.find((row) => row.state === one)?.count ?? 0
  const states = Object.fromEntries(mailStates.map((one) => [one, of(one)])) as MailPage['states']
  const chosen = mailStates.filter((one) => state === undefined || state.split(',').includes(one))
  const count = chosen.reduce((sum, one) => sum + of(one), 0)
  const { page, size } = clampPage({ size: MAILS_PAGE_SIZE, ...asked, count })
  const isBehind = await behind(db, mails, asked.after, [mails.createdAt, mails.id], { descending: true })
  const which = and(isFound, state === undefined ? undefined : inArray(mailState, chosen), isBehind)
  return { count, page, states, mails: await readMails(db, which, { page: isBehind ? 0 : page, size }) }
}

/** @throws ShopError NOT_FOUND */
export async function findMail(db: Queryable, id: string): Promise<MailRecord> {
  const [mail] = await readMails(db, eq(mails.id, id), { page: 0, size: 1 })
  if (!mail) throw new ShopError('NOT_FOUND')
  return mail
}

async function readMails(db: Queryable, which: SQL | undefined, { page, size }: { page: number; size: number }): Promise<MailRecord[]> {
  const rows = await db
    .select({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      state: mailState,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
      attempts: mails.attempts,
      sentWith: mails.sentWith,
      lastError: mails.lastError,
    })
    .from(mails)
    .where(which)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(size)
    .offset(page * size)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    lastError: row.lastError ?? (row.state === 'unknown' ? INTERRUPTED : null),
  }))
}
