import { createTransport, type NodemailerError } from 'nodemailer'
import type { Settings } from '../settings/settings.ts'
import { describeSmtpError } from './describe-smtp-error.ts'
import { GIVE_UP_MS, smtpOptions } from './smtp-options.ts'

/**
 * Connects to the shop's mail server and logs in, without sending anything; answers with one line of what is wrong.
 * @param giveUpMs how long the server may take to greet, and again to answer: a mail would not wait longer either.
 */
export async function checkSmtp(
  { mail, shopUrl }: Pick<Settings, 'mail' | 'shopUrl'>,
  { giveUpMs = GIVE_UP_MS } = {},
): Promise<string | undefined> {
  if (mail.transport !== 'smtp') return 'SMTP_URL is not set.'
  try {
    await createTransport(smtpOptions(mail, new URL(shopUrl).hostname, giveUpMs)).verify()
    return undefined
  } catch (error) {
    return describeSmtpError(error as NodemailerError, mail.server)
  }
}
