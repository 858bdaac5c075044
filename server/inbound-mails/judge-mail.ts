import { EMAIL_PATTERN, normalizeEmail } from '#contract/basics/fields.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { ReadMail } from '#readers/mails/read-mail.ts'

/** Mailboxes of programs. */
const MACHINES = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|listserv|majordomo)(?:[+@._-]|$)/i

/**
 * The address that a mail is answered to, in lower case; undefined for a mail that is never answered: from a program, a list or the
 * shop itself, or with a sender that the provider has not verified.
 */
export function answerableSender(
  { headers, from }: Pick<ReadMail, 'headers' | 'from'>,
  { inboundMail, mail, shopUrl }: Pick<Settings, 'inboundMail' | 'mail' | 'shopUrl'>,
): string | undefined {
  const [written, ...others] = from
  if (written === undefined || others.length > 0) return undefined
  if (written.length > TEXT_LIMITS.email || !new RegExp(EMAIL_PATTERN).test(written)) return undefined
  const sender = normalizeEmail(written)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const own = mail.transport === 'smtp' ? normalizeEmail(mail.from) : undefined
  if (isAutomatic(headers) || MACHINES.test(sender) || sender === own || domain === new URL(shopUrl).hostname) return undefined
  return isProven(headers, domain, inboundMail.authserv) ? sender : undefined
}

type Headers = ReadMail['headers']

/** Answers to answers would never end (RFC 3834). */
function isAutomatic(headers: Headers): boolean {
  const values = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase())
  return (
    values('auto-submitted').some((value) => value !== 'no') ||
    values('precedence').some((value) => /^(?:bulk|list|junk|auto_reply)/.test(value)) ||
    values('return-path').some((value) => value === '<>' || value === '') ||
    values('x-auto-response-suppress').length > 0 ||
    ['list-id', 'list-unsubscribe', 'list-post', 'x-autoreply', 'x-autorespond', 'feedback-id'].some((name) => values(name).length > 0)
  )
}

/**
 * Whether the provider has verified that the domain of From has sent the mail (RFC 8601). Only the topmost header counts: a sender may
 * write others below it.
 */
function isProven(headers: Headers, domain: string, authserv: string): boolean {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value
  if (results === undefined || authserv === '') return false
  const [name = '', ...methods] = withoutComments(results).toLowerCase().split(';')
  if (name.trim().split(/\s/, 1)[0] !== authserv) return false
  return methods.some((method) => {
    const [, kind] = /^\s*(dmarc|dkim|spf)\s*=\s*pass(?:\s|$)/.exec(method) ?? []
    if (kind === 'dmarc') return propertyOf(method, 'header.from') === domain
    if (kind === 'dkim') return (propertyOf(method, 'header.d') ?? domainOf(propertyOf(method, 'header.i'))) === domain
    return kind === 'spf' && domainOf(propertyOf(method, 'smtp.mailfrom')) === domain
  })
}

const withoutComments = (text: string) => text.replace(/\([^()]*\)/g, ' ')
const propertyOf = (method: string, name: string) =>
  method
    .split(/\s+/)
    .find((word) => word.startsWith(`${name}=`))
    ?.slice(name.length + 1)
const domainOf = (address: string | undefined) => address?.slice(address.lastIndexOf('@') + 1)
