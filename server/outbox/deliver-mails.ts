import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { EMAIL_PATTERN } from '#contract/basics/fields.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { tellWork } from '#database/told-work.ts'
import { mails } from '#database/tables/mails.ts'
import { attachPapers } from '../invoices/attach-papers.ts'
import type { Services } from '../services.ts'
import { claimMails, type Bundle, type ClaimedMail } from './claim-mails.ts'
import { mergedMail } from './merged-mail.ts'
import { kindsWithToken } from './kinds-with-token.ts'
import { resumeMails } from './resume-mails.ts'
import { stopMails } from './stop-mails.ts'
import { tryMailsNow } from './try-mails-now.ts'
import { MAILS_AT_ONCE, MailMayBeSent, MailRefused, SEND_TIMEOUT_MS, ShopRefused } from '../mail/transport.ts'
import { htmlOf } from '../mail/rendering/write-mail.ts'

/** After this time in ms one run claims no more mails; the next run continues. */
const RUN_MS = 3_000
/** Seconds until a mail is tried again, doubled with each attempt. */
const RETRY_SECONDS = { first: 30, longest: 3_600 }
const ERROR_LENGTH = 200

type Shop = Pick<Services, 'db' | 'settings' | 'documents' | 'mailTransport' | 'log'>

/**
 * Sends due mails of the outbox for a few seconds; returns the number sent. Several processes may run it concurrently: each
 * mail is claimed by one of them, which removes it from the schedule before it is sent. It is scheduled again only if it was
 * certainly not sent. While the mail server refuses the shop itself, one mail at a time is tried, until one is sent.
 */
export async function deliverMails(shop: Shop): Promise<number> {
  await giveUpExpired(shop.db)
  const runEnds = performance.now() + RUN_MS
  let sent = 0
  for (;;) {
    const { bundles: batch, more, purpose } = await claimMails(shop.db, shop.settings)
    if (purpose === 'probe') await probeServer(shop)
    const attempts = await Promise.allSettled(batch.map((bundle) => sendBundle(shop, bundle)))
    const results = attempts.map((attempt) => (attempt.status === 'fulfilled' ? attempt.value : undefined))
    const sentBundles = batch.filter((_, index) => results[index] === 'sent')
    const sentNow = sentBundles.length
    if (sentNow > 0) await markSent(shop.db).execute({ ids: sentBundles.flat().map(({ id }) => id) })
    const broken = attempts.find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
    sent += sentNow
    if (purpose === 'trial') await endTrial(shop, results[0])
    // If no mail was sent, the others would fail as well; they wait for the next run.
    const goesOn = more || (batch.length === MAILS_AT_ONCE && sentNow > 0)
    if (!goesOn || performance.now() > runEnds) return sent
  }
}

/** Mails whose link has expired are not sent; their token is removed. */
async function giveUpExpired(db: Database): Promise<void> {
  await db
    .update(mails)
    .set({
      body: '',
      html: '',
      runAfter: null,
      failedAt: sql`coalesce(${mails.failedAt}, now())`,
      lastError: sql`concat_ws('; ', ${mails.lastError}, 'its link is no longer good')`,
    })
    .where(and(isNull(mails.sentAt), lte(mails.linkExpiresAt, databaseNow), ne(mails.body, '')))
}

/** For a stopped outbox without a due mail: checks whether the mail server accepts the shop's own address. */
async function probeServer(shop: Shop): Promise<void> {
  try {
    await shop.mailTransport.probe?.()
  } catch (error) {
    if (error instanceof ShopRefused) await stopMails(shop, error, describe(error))
    return
  }
  await resumeMails(shop)
}

/** A refused recipient says nothing about other mails, so the next one is tried at once. */
async function endTrial(shop: Shop, result: Result | undefined): Promise<void> {
  if (result === 'sent') await resumeMails(shop)
  else if (result === 'given up') await tryMailsNow(shop.db, null)
}

type Result = 'sent' | keyof typeof FATES

async function sendBundle(shop: Shop, bundle: Bundle): Promise<Result> {
  const newest = bundle.at(-1)! // there is at least one
  const { id, kind, recipient: to, createdAt: queuedAt, inReplyTo } = newest
  try {
    requireAddress(to)
    const { subject, body, html } = await mailOf(shop, bundle, newest)
    const attachments = await attachPapers(shop, bundle)
    const mail = {
      id,
      kind,
      queuedAt,
      to,
      subject,
      body,
      html,
      ...(inReplyTo !== null && { inReplyTo }),
      ...(attachments.length > 0 && { attachments }),
    }
    await tellWork(
      () => ({ kind: 'call', name: 'send mail', attributes: { 'teleforge.mail.kind': kind, 'teleforge.mail.id': id } }),
      () => withinTime(shop.mailTransport.send(mail)),
    )
  } catch (error) {
    return noteFailure(shop, bundle, error)
  }
  return 'sent'
}

/** A single mail is sent as it was queued; several about one order are merged. */
async function mailOf(
  { db, settings }: Shop,
  bundle: Bundle,
  newest: ClaimedMail,
): Promise<Pick<ClaimedMail, 'subject' | 'body' | 'html'>> {
  if (bundle.length > 1 && newest.about !== null) return mergedMail(db, settings, newest.about, bundle)
  const { subject, body, blocks, html } = newest
  return { subject, body, html: blocks === null ? html : htmlOf(settings, subject, blocks) }
}

/** A kind of a newer release is unknown here; a link that ends is one that opens something. */
const hasToken = or(inArray(mails.kind, kindsWithToken), isNotNull(mails.linkExpiresAt))!
const markSent = preparedOnce('mark_mails_sent', (db) =>
  db
    .update(mails)
    .set({
      sentAt: databaseNow,
      failedAt: null,
      runAfter: null,
      lastError: null,
      blocks: sql`case when not ${hasToken} then ${mails.blocks} end`,
      html: '',
      body: sql`case when ${hasToken} then '' else ${mails.body} end`,
    })
    .where(sql`${mails.id} = any(${sql.placeholder('ids')}::uuid[])`),
)

/** Only the outcome of the latest attempt is written. */
async function noteFailure(shop: Shop, bundle: Bundle, error: unknown): Promise<keyof typeof FATES> {
  const lastError = describe(error)
  const fate = fateOf(error)
  for (const { id, kind, attempts } of bundle) {
    shop.log.warn({ mailId: id, kind, lastError, fate }, 'sending a mail failed')
    await shop.db
      .update(mails)
      .set({ lastError, ...FATES[fate] })
      .where(and(eq(mails.id, id), eq(mails.attempts, attempts), isNull(mails.sentAt), isNull(mails.failedAt)))
  }
  if (error instanceof ShopRefused) await stopMails(shop, error, lastError)
  return fate
}

function fateOf(error: unknown): keyof typeof FATES {
  if (error instanceof MailRefused) return 'given up'
  if (error instanceof ShopRefused && !error.afterRecipient) return 'kept due'
  return error instanceof MailMayBeSent ? 'perhaps sent' : 'tried again'
}

// The exponent is bounded, because the power would overflow before `least` applies.
const doubled = sql`${RETRY_SECONDS.first}::int * power(2, least(${mails.attempts} - 1, 20))`
const retryDelay = sql`least(${doubled}, ${RETRY_SECONDS.longest}::int)`

/** The next state of a mail after a failed attempt. A mail that may have been sent is not scheduled again. */
const FATES = {
  'tried again': { runAfter: sql`now() + make_interval(secs => ${retryDelay})` },
  /** Sent once the outbox is no longer stopped. */
  'kept due': { runAfter: databaseNow },
  'given up': { failedAt: databaseNow },
  'perhaps sent': {},
}

/** A transport gets exactly one plain address. */
function requireAddress(recipient: string): void {
  if (recipient.length > TEXT_LIMITS.email || !new RegExp(EMAIL_PATTERN).test(recipient)) {
    throw new MailRefused('the recipient is not an email address')
  }
}

async function withinTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailMayBeSent('sending took too long')), SEND_TIMEOUT_MS)
  })
  try {
    await Promise.race([sending, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** The error in one short line, without addresses, which mail servers repeat in their answers. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return startOf(text.replace(/\S+@\S+/g, '(address)').replace(/[\p{Cc}\s]+/gu, ' '), ERROR_LENGTH)
}
