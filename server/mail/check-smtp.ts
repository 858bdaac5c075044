import type { Settings } from '../platform/settings/settings.ts'
import { judgeSmtpError, type SmtpError } from './judge-smtp-error.ts'
import { probeSmtp } from './probe-smtp.ts'
import { GIVE_UP_MS } from './smtp-options.ts'

const NO_MAILBOX =
  'The sender is accepted, but its own mailbox is not: answers and notices of undelivered mails are lost. Create the mailbox of MAIL_FROM.'

/**
 * Connects to the shop's mail server, logs in, and asks whether it takes a mail from the shop's address to that address, without
 * sending one. Answers with one line of what is wrong and what to do.
 * @param giveUpMs how long the server may take to greet, and again to answer: a mail would not wait longer either.
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
