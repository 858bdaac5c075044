import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { databaseNow } from '#database/clock.ts'
import { inboundMails } from '#database/tables/inbound-mails.ts'
import { users } from '#database/tables/users.ts'
import { requestOf } from '#readers/lists/lines.ts'
import type { ListOfFile } from '#readers/lists/read-list-file.ts'
import type { FileProblem } from '#readers/lists/unreadable-file.ts'
import { HEAD_BYTES } from '#readers/mails/head-limit.ts'
import type { ReadMail } from '#readers/mails/read-mail.ts'
import { Refusal } from '#readers/refusal.ts'
import { ShopError } from '../errors.ts'
import type { Answered, FileNotQuoted, NoQuote } from '../mail/templates/inbound-mails.ts'
import { priceLines } from '../quotes/price-lines.ts'
import { readListOf } from '../quotes/reading/read-list-of.ts'
import type { Services } from '../services.ts'
import { findTrust } from '../trust/find-trust.ts'
import { leaveMail, liveOwner, quoteMail, refuseMail } from './answer-mail.ts'
import { answerableSender } from './judge-mail.ts'

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
  const bytes = Buffer.from(raw ?? '', 'base64')
  const head = await unlessRefused(shop, id, shop.readers.read({ kind: 'mailHead', owner: 'mails', bytes: bytes.subarray(0, HEAD_BYTES) }))
  const sender = head && answerableSender(head, shop.settings)
  if (!head || sender === undefined) return leaveMail(shop, id)
  const mail: Answered = { id, sender, messageId: head.messageId, notRead: [], list: undefined, files: [] }
  const userId = await ownerOf(shop, sender)
  if (userId === undefined) return refuseMail(shop, mail, 'no-account')
  const read = await unlessRefused(shop, id, shop.readers.read({ kind: 'mail', owner: userId, bytes }))
  if (!read) return refuseMail(shop, mail, 'unreadable')
  await quoteFirstList(shop, mail, userId, read)
}

/** Undefined for a mail that cannot be read, or whose reader died. */
async function unlessRefused<T>({ log }: Shop, mailId: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn({ err: error, mailId }, 'a mail to the shop could not be read')
    return undefined
  }
}

/**
 * Quotes the first list that names a part of the shop; otherwise says why there is none. Other files are named. An older mail is quoted
 * only where the sender wrote no lines above it.
 */
async function quoteFirstList(shop: Shop, mail: Answered, userId: string, { lists, unread }: ReadMail): Promise<void> {
  const files: FileNotQuoted[] = [...unread]
  let refused: { why: NoQuote; notRead: string[] } | undefined
  let hasLines = false
  for (const [place, { file, bytes, isOlder, beside }] of lists.entries()) {
    if (isOlder && hasLines) break
    const list = await readList(shop, userId, bytes)
    const notRead = typeof list === 'string' ? [] : [...list.notRead.map(({ whole }) => whole), ...beside]
    const isText = file === undefined || isOlder
    const later = lists.slice(place + 1).filter((other) => isText || !other.isOlder)
    const others = [...files, ...later.map((other) => ({ file: other.file, why: 'second' as const }))]
    const told = { ...mail, notRead, list: file, files: namedOnce(others.filter((other) => other.file !== file)) }
    const why =
      typeof list === 'string'
        ? list
        : await quoteLines(shop, told, userId, {
            lines: list.lines.map(requestOf),
            note: isOlder ? '' : noteOf(file === undefined ? notRead : beside),
          })
    if (why === undefined) return
    if (why === 'full' || why === 'no-account') return refuseMail(shop, mail, why)
    if (file !== undefined) files.push({ file, why })
    if (isText && mayHaveLines(list, bytes)) {
      refused = { why, notRead }
      hasLines = true
    }
    refused ??= { why: file === undefined ? why : 'files', notRead }
  }
  const { why, notRead } = refused ?? { why: unread.length > 0 ? 'files' : 'empty', notRead: [] }
  await refuseMail(shop, { ...mail, notRead, files: namedOnce(files) }, why)
}

const namedOnce = (files: { file: string | undefined; why: FileNotQuoted['why'] }[]): FileNotQuoted[] =>
  Array.from(new Map(files.toReversed().map(({ file, why }) => [file, why])))
    .toReversed()
    .flatMap(([file, why]) => (file === undefined ? [] : [{ file, why }]))

/** Whether a text has lines, also where it is not certain which columns it has. */
const mayHaveLines = (list: ListOfFile | string, bytes: Uint8Array) =>
  typeof list === 'string' ? bytes.some(isDigit) : list.lines.some(({ quantity }) => /\d/.test(quantity))
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39

/** A list of the mail; the problem of one that cannot be read. */
async function readList(shop: Shop, userId: string, bytes: Uint8Array): Promise<ListOfFile | FileProblem | 'columns' | 'full'> {
  try {
    return (await readListOf(shop, userId, bytes)) ?? 'columns'
  } catch (error) {
    if (error instanceof ShopError && error.code !== 'BUSY') return 'full'
    if (!(error instanceof Refusal)) throw error
    return error.reason as FileProblem
  }
}

/** The account whose confirmed address this is, unless it is blocked. */
async function ownerOf({ db }: Shop, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) return undefined
  const [owner] = await db.select({ id: users.id }).from(users).where(liveOwner(user.id, email))
  return owner?.id
}

/** What the sender wrote beside the lines, as the note of the quote, which its orders have too. */
const noteOf = (rows: readonly string[]) => startOf(rows.join('\n').trim(), TEXT_LIMITS.quoteNote)

/** Quotes the lines; returns the reason if it could not. */
async function quoteLines(
  shop: Shop,
  mail: Answered,
  userId: string,
  { lines, note }: { lines: Parameters<typeof priceLines>[1]; note: string },
): Promise<'no-part' | 'no-account' | 'full' | undefined> {
  try {
    await shop.identity.countAttempt('quote-work', userId, lines.length)
    const priced = await priceLines(shop, lines, userId)
    if (!priced.lines.some(({ partsId }) => partsId !== null)) return 'no-part'
    await quoteMail(shop, mail, { userId, priced, note, trust: await findTrust(shop.db, shop.settings, userId) })
    return undefined
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return error.code === 'NOT_FOUND' ? 'no-account' : 'full'
  }
}
