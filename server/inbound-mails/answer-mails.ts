import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import { inboundMails } from '#database/tables/inbound-mails.ts'
import { users } from '#database/tables/users.ts'
import { requestOf } from '#readers/lists/lines.ts'
import type { ListOfFile } from '#readers/lists/read-list-file.ts'
import type { FileProblem } from '#readers/lists/unreadable-file.ts'
import { Refusal } from '#readers/refusal.ts'
import { ShopError } from '../errors.ts'
import type { Answered, NoQuote } from '../mail/templates/inbound-mails.ts'
import { priceLines } from '../quotes/price-lines.ts'
import { readListOf } from '../quotes/reading/read-list-of.ts'
import type { Services } from '../services.ts'
import { findTrust } from '../trust/find-trust.ts'
import { leaveMail, liveOwner, quoteMail, refuseMail } from './answer-mail.ts'
import { answerableSender } from './judge-mail.ts'
import type { ReadMail } from '#readers/mails/read-mail.ts'

/** Mails of one run; the next one continues. */
const AT_ONCE = 10
/** Attempts to answer a mail, including those of processes that died while reading it. */
const ATTEMPTS = 3
/** Seconds after which a mail that was not ended is tried again. */
const RETRY_SECONDS = 90
/** Days for which handled mails are remembered, longer than a signature holds. */
const KEPT_DAYS = 7

type Shop = Pick<Services, 'db' | 'settings' | 'identity' | 'log' | 'readers'>

/** Answers mails that are due; returns their number. Several processes may run it: each claims its own. */
export async function answerMails(shop: Shop): Promise<number> {
  let answered = 0
  for (; answered < AT_ONCE; answered += 1) {
    const mail = await claimMail(shop)
    if (!mail) break
    await answerMail(shop, mail)
  }
  await shop.db.delete(inboundMails).where(sql`${inboundMails.handledAt} < now() - make_interval(days => ${KEPT_DAYS}::int)`)
  return answered
}

type Claimed = { id: string; raw: string | null; attempts: number }

async function claimMail({ db }: Shop): Promise<Claimed | undefined> {
  const due = db
    .select({ id: inboundMails.id })
    .from(inboundMails)
    .where(and(isNull(inboundMails.handledAt), lte(inboundMails.runAfter, databaseNow)))
    .orderBy(asc(inboundMails.runAfter))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .with(db.$with('due').as(due))
    .update(inboundMails)
    .set({ attempts: sql`${inboundMails.attempts} + 1`, runAfter: sql`now() + make_interval(secs => ${RETRY_SECONDS}::int)` })
    .where(inArray(inboundMails.id, sql`(select id from due)`))
    .returning({ id: inboundMails.id, raw: inboundMails.raw, attempts: inboundMails.attempts })
  return claimed
}

async function answerMail(shop: Shop, { id, raw, attempts }: Claimed): Promise<void> {
  // It has crashed processes.
  if (attempts > ATTEMPTS) return leaveMail(shop, id)
  let read
  try {
    read = await shop.readers.read({ kind: 'mail', owner: 'mails', bytes: Buffer.from(raw ?? '', 'base64') })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    shop.log.warn({ err: error, mailId: id }, 'a mail to the shop could not be read')
    return leaveMail(shop, id)
  }
  const sender = answerableSender(read, shop.settings)
  if (sender === undefined) return leaveMail(shop, id)
  const mail: Answered = { id, sender, messageId: read.messageId, notRead: [] }
  const userId = await ownerOf(shop, sender)
  if (userId === undefined) return refuseMail(shop, mail, 'no-account')
  const list = await readFirstList(shop, userId, read.lists)
  if (typeof list === 'string') return refuseMail(shop, mail, list)
  const withRows = { ...mail, notRead: list.notRead.map(({ whole }) => whole) }
  const why = await quoteLines(shop, withRows, userId, list.lines.map(requestOf))
  if (why !== undefined) await refuseMail(shop, withRows, why)
}

/** The first readable file; otherwise the problem of the first one. */
async function readFirstList(shop: Shop, userId: string, lists: ReadMail['lists']): Promise<ListOfFile | NoQuote> {
  let problem: NoQuote | undefined
  for (const bytes of lists) {
    try {
      return (await readListOf(shop, userId, bytes)) ?? 'columns'
    } catch (error) {
      if (error instanceof ShopError) return 'full'
      if (!(error instanceof Refusal)) throw error
      problem ??= error.reason as FileProblem
    }
  }
  return problem ?? 'empty'
}

/** The account whose confirmed address this is, unless it is blocked. */
async function ownerOf({ db }: Shop, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) return undefined
  const [owner] = await db.select({ id: users.id }).from(users).where(liveOwner(user.id, email))
  return owner?.id
}

/** Quotes the lines; returns the reason if it could not. */
async function quoteLines(
  shop: Shop,
  mail: Answered,
  userId: string,
  lines: Parameters<typeof priceLines>[1],
): Promise<NoQuote | undefined> {
  try {
    await shop.identity.countAttempt('quote-work', userId, lines.length)
    const priced = await priceLines(shop, lines, userId)
    if (!priced.lines.some(({ partsId }) => partsId !== null)) return 'no-part'
    await quoteMail(shop, mail, { userId, priced, trust: await findTrust(shop.db, shop.settings, userId) })
    return undefined
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return error.code === 'NOT_FOUND' ? 'no-account' : 'full'
  }
}
