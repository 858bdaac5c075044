import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { actsAsAdmin } from '#contract/people/permissions.ts'
import { mailCalls, type MailText } from '#contract/shop/mails.ts'
import type { Queryable } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { ShopError } from '../errors.ts'
import { findLiveRights } from '../identity/find-live-rights.ts'
import { htmlOf } from '../mail/rendering/write-mail.ts'
import type { Services } from '../services.ts'
import { kindsWithToken } from './kinds-with-token.ts'

/** What a mail says. @throws ShopError NOT_FOUND */
export async function readMail(db: Queryable, id: string): Promise<MailText> {
  const { body, html, blocks, isSecret, isMerged } = await findContent(db, id)
  return { text: isSecret || body === '' ? null : body, hasHtml: !isSecret && (blocks !== null || html !== ''), isSecret, isMerged }
}

/**
 * The HTML of a mail, in the shop's present name and footer, for the session of a request: a frame sends a cookie and no token.
 * @throws ShopError NOT_FOUND also for whom a mail's text is refused.
 */
export async function readMailPage(
  { db, identity, settings }: Pick<Services, 'db' | 'identity' | 'settings'>,
  request: FastifyRequest,
  id: string,
): Promise<string> {
  const session = await identity.findSession(request)
  const rights = session && (await findLiveRights(db, [session.id], [])).get(session.id)
  if (!rights || !actsAsAdmin(rights, mailCalls.text)) throw new ShopError('NOT_FOUND')
  const { subject, html, blocks, isSecret } = await findContent(db, id)
  const page = isSecret ? '' : blocks === null ? html : htmlOf(settings, subject, blocks)
  if (page === '') throw new ShopError('NOT_FOUND')
  return page
}

async function findContent(db: Queryable, id: string) {
  const [mail] = await db
    .select({
      kind: mails.kind,
      subject: mails.subject,
      body: mails.body,
      html: mails.html,
      blocks: mails.blocks,
      linkExpiresAt: mails.linkExpiresAt,
      isMerged: sql<boolean>`${mails.sentWith} is not null or exists (select from mails as other where other.sent_with = ${mails.id})`,
    })
    .from(mails)
    .where(eq(mails.id, id))
  if (!mail) throw new ShopError('NOT_FOUND')
  // A kind of a newer release is unknown here; a link that ends is one that opens something.
  return { ...mail, isSecret: kindsWithToken.includes(mail.kind) || mail.linkExpiresAt !== null }
}
