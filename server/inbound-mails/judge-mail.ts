import { EMAIL_PATTERN, normalizeEmail } from '#contract/basics/fields.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { AuthenticationResults } from '#readers/mails/authentication-results.ts'
import type { MailHead } from '#readers/mails/read-head.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** Mailboxes of programs. */
const MACHINES = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|listserv|majordomo)(?:[+@._-]|$)/i
/** Results of DMARC that say nothing about the sender: no policy, or no answer of the DNS. */
const UNDECIDED = new Set(['none', 'temperror', 'permerror'])

/**
 * The address that a mail is answered to, in lower case; undefined for a mail that is never answered: from a program, a list or the
 * shop itself, or with a sender that the provider has not verified.
 */
export function answerableSender(
  { headers, from, authentication }: Pick<MailHead, 'headers' | 'from' | 'authentication'>,
  { inboundMail, mail, shopUrl }: Pick<Settings, 'inboundMail' | 'mail' | 'shopUrl'>,
): string | undefined {
  const [written, ...others] = from
  if (written === undefined || others.length > 0) return undefined
  if (written.length > TEXT_LIMITS.email || !new RegExp(EMAIL_PATTERN).test(written)) return undefined
  const sender = normalizeEmail(written)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const own = mail.transport === 'smtp' ? normalizeEmail(mail.from) : undefined
  if (isAutomatic(headers) || MACHINES.test(sender) || sender === own || domain === new URL(shopUrl).hostname) return undefined
  return isProven(authentication, domain, inboundMail.authserv) ? sender : undefined
}

/** Answers to answers would never end (RFC 3834). X-Auto-Response-Suppress is no mark: Exchange writes it into mails of people. */
function isAutomatic(headers: MailHead['headers']): boolean {
  const values = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase())
  return (
    values('auto-submitted').some((value) => value !== 'no') ||
    values('precedence').some((value) => /^(?:bulk|list|junk|auto_reply)/.test(value)) ||
    values('return-path').some((value) => value === '<>' || value === '') ||
    ['list-id', 'list-unsubscribe', 'list-post', 'x-autoreply', 'x-autorespond', 'feedback-id'].some((name) => values(name).length > 0)
  )
}

/** Whether the provider has verified that the domain of From has sent the mail: by DMARC, or by DKIM or SPF of this very domain. */
function isProven(found: AuthenticationResults | undefined, domain: string, authserv: string): boolean {
  if (found === undefined || authserv === '' || found.authserv !== authserv) return false
  const dmarc = found.results.filter(({ method }) => method === 'dmarc')
  // DMARC has one result: of several, somebody else has written one.
  if (dmarc.some(({ result }) => !UNDECIDED.has(result))) {
    return dmarc.every(({ result, properties }) => result === 'pass' && properties.get('header.from') === domain)
  }
  return found.results.some(({ method, result, properties }) => {
    if (result !== 'pass') return false
    if (method === 'dkim') return (properties.get('header.d') ?? domainOf(properties.get('header.i'))) === domain
    return method === 'spf' && domainOf(properties.get('smtp.mailfrom')) === domain
  })
}

const domainOf = (address: string | undefined) => address?.slice(address.lastIndexOf('@') + 1)
