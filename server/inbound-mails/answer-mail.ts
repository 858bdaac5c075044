import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { LOCK_KEYS, withKey } from '#database/locks.ts'
import { inboundMails, type inboundOutcomes } from '#database/tables/inbound-mails.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { listQuotedMail, listNotQuotedMail, type Answered, type NoQuote } from '../mail/templates/inbound-mails.ts'
import { queueMail, type QueuedMail } from '../mail/queue-mail.ts'
import type { PricedQuote } from '../quotes/price-lines.ts'
import { keepQuote } from '../quotes/save-quote.ts'
import type { Services } from '../services.ts'
import type { Trust } from '../trust/find-trust.ts'

/** Seconds until a mail is tried again because another process was answering. */
const AGAIN_SECONDS = 5
/** Answers to one address within a day, and to all addresses without an account. */
const ANSWERS_PER_DAY = { customer: 50, stranger: 1, strangers: 200 }

type Shop = Pick<Services, 'db' | 'settings'>
type Outcome = (typeof inboundOutcomes)[number]

/** Ends a mail without an answer. */
export const leaveMail = ({ db }: Pick<Shop, 'db'>, id: string): Promise<void> =>
  transaction(db, (tx) => endMail(tx, id, { outcome: 'silent' }).then(() => undefined))

/** Answers a mail without a quote, once, as long as its address gets no more answers than a day allows. */
export async function refuseMail({ db, settings }: Shop, mail: Answered, why: NoQuote): Promise<void> {
  const kind = why === 'no-account' ? 'stranger' : 'customer'
  await answerAlone(db, mail.id, (tx) =>
    answerOnce(tx, mail, kind, 'refused', async () => ({ answer: listNotQuotedMail(settings, mail, why) })),
  )
}

/**
 * Saves the quote of a mail with a private link, and answers it, in one transaction: both happen, and once.
 * @throws ShopError TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST; nothing is kept then.
 */
export async function quoteMail(
  { db, settings }: Shop,
  mail: Answered,
  { userId, priced, note, trust }: { userId: string; priced: PricedQuote; note: string; trust: Trust },
): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  await answerAlone(db, mail.id, (tx) =>
    answerOnce(tx, mail, 'customer', 'quoted', async () => {
      const linkHash = createHash('sha256').update(secret).digest('hex')
      const id = await keepQuote(tx, { userId }, trust, priced, { name: 'From a mail', note, linkHash })
      // Its row is locked now: an account that was blocked or erased in the meantime gets no answer.
      const [live] = await tx.select({ id: users.id }).from(users).where(liveOwner(userId, mail.sender))
      if (!live) throw new ShopError('NOT_FOUND')
      const [quote] = await tx.select({ number: quotes.number }).from(quotes).where(eq(quotes.id, id))
      const { number } = quote! // it was just written
      const url = `${settings.shopUrl}/shared-quote/${secret}`
      const { lines, total, matched } = priced
      return { answer: listQuotedMail(settings, mail, { number, url, total, lines: lines.length, priced: matched }), quoteId: id }
    }),
  )
}

/** The account or address for which a mail from this address makes quotes. */
export const liveOwner = (userId: string, email: string) =>
  and(eq(users.id, userId), eq(users.email, email), eq(users.emailVerified, true), isNull(users.disabledAt))

/** Answers are counted and given by one process at a time. A mail that finds another one at work is due again soon, as if it was not tried. */
async function answerAlone(db: Database, id: string, answer: (tx: Transaction) => Promise<void>): Promise<void> {
  if (await withKey(db, LOCK_KEYS.answersToMails, (tx) => answer(tx).then(() => true))) return
  await db
    .update(inboundMails)
    .set({ attempts: sql`${inboundMails.attempts} - 1`, runAfter: sql`now() + make_interval(secs => ${AGAIN_SECONDS}::int)` })
    .where(and(eq(inboundMails.id, id), isNull(inboundMails.handledAt)))
}

async function answerOnce(
  tx: Transaction,
  mail: Answered,
  kind: 'customer' | 'stranger',
  outcome: Outcome,
  write: () => Promise<{ answer: QueuedMail; quoteId?: string }>,
): Promise<void> {
  const [waiting] = await tx
    .select({ id: inboundMails.id })
    .from(inboundMails)
    .where(and(eq(inboundMails.id, mail.id), isNull(inboundMails.handledAt)))
    .for('update')
  if (!waiting) return
  if (!(await mayAnswer(tx, mail.sender, kind))) return void (await endMail(tx, mail.id, { outcome: 'silent' }))
  const { answer, quoteId } = await write()
  await endMail(tx, mail.id, { outcome, sender: mail.sender, quoteId })
  await queueMail(tx, answer)
}

async function mayAnswer(tx: Transaction, sender: string, kind: 'customer' | 'stranger'): Promise<boolean> {
  const { rows } = await tx.execute<{ own: number; strangers: number }>(sql`
    select count(*) filter (where sender = ${sender})::int as own, count(*) filter (where not exists (
      select from users where users.email = sender))::int as strangers
    from inbound_mails where sender is not null and handled_at > now() - interval '24 hours'`)
  const { own, strangers } = rows[0]! // an aggregate is always one row
  return own < ANSWERS_PER_DAY[kind] && (kind === 'customer' || strangers < ANSWERS_PER_DAY.strangers)
}

async function endMail(
  tx: Transaction,
  id: string,
  { outcome, sender, quoteId }: { outcome: Outcome; sender?: string; quoteId?: string | undefined },
): Promise<void> {
  await tx
    .update(inboundMails)
    .set({ handledAt: databaseNow, runAfter: null, raw: null, outcome, sender: sender ?? null, quoteId: quoteId ?? null })
    .where(and(eq(inboundMails.id, id), isNull(inboundMails.handledAt)))
}
