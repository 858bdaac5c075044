import { createHash } from 'node:crypto'
import type { Database } from '#database/connect.ts'
import { inboundMails } from '#database/tables/inbound-mails.ts'
import { ShopError } from '../errors.ts'
import { isSignedWebhook } from '../payments/webhook-signature.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** Characters of a mail in which its Message-ID is looked for. */
const HEAD_LENGTH = 64 * 1024
const MESSAGE_ID = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^\s<>]+>)/im

/**
 * Keeps a mail once; a job answers it later.
 * @param body the received bytes, because the signature covers them.
 * @throws ShopError SIGNATURE_WRONG for a wrong signature, an old message, and in a shop that takes no mails; MALFORMED_BODY for nothing.
 */
export async function receiveMail(
  { db, settings }: { db: Database; settings: Pick<Settings, 'inboundMail'> },
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (!isSignedWebhook(body, signature, settings.inboundMail.secrets)) throw new ShopError('SIGNATURE_WRONG')
  if (body.length === 0) throw new ShopError('MALFORMED_BODY')
  await db
    .insert(inboundMails)
    .values({ ref: refOf(body), raw: body.toString('base64') })
    .onConflictDoNothing({ target: inboundMails.ref })
}

/** A mail without an id is the same when all of it is. */
function refOf(body: Buffer): string {
  const [head = ''] = body.toString('latin1', 0, HEAD_LENGTH).split(/\r?\n\r?\n/, 1)
  return createHash('sha256')
    .update(MESSAGE_ID.exec(head)?.[1] ?? body)
    .digest('hex')
}
