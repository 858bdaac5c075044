import type { Settings } from '../platform/settings/settings.ts'
import { judgeSmtpError, type SmtpError } from './judge-smtp-error.ts'
import { probeSmtp } from './probe-smtp.ts'
import { GIVE_UP_MS } from './smtp-options.ts'

const NO_MAILBOX =
  'The sender is accepted, but its own mailbox is not: answers and notices of undelivered mails are lost. Create the mailbox of MAIL_FROM.'

/**
 * Connects to the mail server, logs in, and checks whether it accepts a mail from the shop's address to that address, without
 * sending one. Returns one line with the problem and what to do.
 * @param giveUpMs timeout of the greeting, and of each answer; the same as for a mail.
 */
export async function checkSmtp(
  { mail, shopUrl }: Pick<Settings, 'mail' | 'shopUrl'>,
  { giveUpMs = GIVE_UP_MS } = {},
): Promise<string | undefined> {
  if (mail.transport !== 'smtp') return 'SMTP_URL is not set.'
  try {
    await probeSmtp(mail, new URL(shopUrl).hostname, giveUpMs)
    return undefined
  } catch (error) {
    const { fault, sentence, advice } = judgeSmtpError(error as SmtpError, mail.server, mail.from)
    return `${sentence.replace(/\.?$/, '.')} ${fault === 'recipient' ? NO_MAILBOX : advice}`.trimEnd()
  }
}
