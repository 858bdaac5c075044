import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { EMAIL_PATTERN } from '#contract/fields.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { databaseNow, type Database } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import type { Services } from '../services.ts'
import type { MailKind } from './queue-mail.ts'
import { SEND_TIMEOUT_MS } from './transport.ts'

/** Mails claimed and sent at the same time. */
const BATCH = 10
/** Seconds until a mail is tried again: doubled with each attempt. The first must exceed `SEND_TIMEOUT_MS`. */
const RETRY_SECONDS = { first: 30, longest: 3_600 }
/** Characters kept of what went wrong. */
const ERROR_LENGTH = 200
/** Their text holds a token, which is nobody's business once the mail is on its way. */
const KINDS_WITH_TOKEN: string[] = ['verify-email', 'reset-password'] satisfies MailKind[]

type ClaimedMail = Pick<typeof mails.$inferSelect, 'id' | 'kind' | 'recipient' | 'subject' | 'body' | 'createdAt'>

/**
 * Sends what is due in the outbox; answers with the number sent. Several shops may run it at once: each mail is
 * claimed by one of them, by moving its next attempt ahead before it is sent.
 */
export async function deliverMails(services: Pick<Services, 'db' | 'mailTransport' | 'log'>): Promise<number> {
  let sent = 0
  for (;;) {
    const batch = await claimMails(services.db)
    const results = await Promise.all(batch.map((mail) => sendMail(services, mail)))
    sent += results.filter(Boolean).length
    if (batch.length < BATCH) return sent
  }
}

/** Takes due mails for this process; whoever asks meanwhile passes over them. Nothing stays locked while they are sent. */
async function claimMails(db: Database): Promise<ClaimedMail[]> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.runAfter, databaseNow)))
    .orderBy(asc(mails.runAfter))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  // The exponent is bounded, or the power of two would overflow long before the shorter of the two is taken.
  const delaySeconds = sql`least(${RETRY_SECONDS.first}::int * power(2, least(${mails.attempts}, 20)), ${RETRY_SECONDS.longest}::int)`
  return db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, runAfter: sql`now() + make_interval(secs => ${delaySeconds})` })
    .where(inArray(mails.id, due))
    .returning({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      body: mails.body,
      createdAt: mails.createdAt,
    })
}

async function sendMail(services: Pick<Services, 'db' | 'mailTransport' | 'log'>, mail: ClaimedMail): Promise<boolean> {
  const { db, mailTransport, log } = services
  const { id, kind, recipient: to, subject, body, createdAt: queuedAt } = mail
  try {
    requireAddress(to)
    await withinTime(mailTransport.send({ id, kind: kind as MailKind, queuedAt, to, subject, body }))
  } catch (error) {
    const lastError = describe(error)
    log.warn({ mailId: id, kind, lastError }, 'a mail could not be sent and will be tried again')
    await db.update(mails).set({ lastError }).where(eq(mails.id, id))
    return false
  }
  await db
    .update(mails)
    .set({ sentAt: databaseNow, lastError: null, ...(KINDS_WITH_TOKEN.includes(kind) && { body: '' }) })
    .where(eq(mails.id, id))
  return true
}

/** No transport ever sees anything but one plain address. */
function requireAddress(recipient: string): void {
  if (recipient.length > TEXT_LIMITS.email || !new RegExp(EMAIL_PATTERN).test(recipient)) {
    throw new Error('the recipient is not an email address')
  }
}

/** A transport that hangs must not hold up the others, nor outlast its claim. */
async function withinTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('sending took too long')), SEND_TIMEOUT_MS)
  })
  try {
    await Promise.race([sending, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** What went wrong in one short line. Mail servers repeat the address in their answers; it is left out. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replace(/\S+@\S+/g, '(address)')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, ERROR_LENGTH)
}
