import type { NodemailerError } from 'nodemailer'
import type { MailServer } from '../platform/settings/mail-server.ts'
import { judgeReply, REPLY_ADVICE } from './judge-smtp-reply.ts'

/** Fields of nodemailer's error. `command` was refused, `response` is the whole answer. */
export type SmtpError = Pick<NodemailerError, 'message' | 'code' | 'originalCode' | 'command' | 'response' | 'responseCode'>

/**
 * The cause of a failed attempt.
 * - `recipient`: the address is refused
 * - `shop`: the sender, the login, the connection or the content is refused, which also affects other mails
 * - `unclear`: refused, and the answer does not say which of the two
 * - `passing`: a temporary refusal, or the connection was lost
 */
export type SmtpFault = 'recipient' | 'shop' | 'unclear' | 'passing'

type SmtpVerdict = {
  fault: SmtpFault
  /** The problem in one line, for operators; without the password. */
  sentence: string
  /** What to do; empty for a temporary problem. */
  advice: string
}

const ADVICE = {
  notFound: 'Check the host name in SMTP_URL.',
  unreachable: 'Check host and port in SMTP_URL, and that no firewall is between the shop and the mail server.',
  noStarttls: 'Use the port for STARTTLS, usually 587, or write smtps:// with port 465.',
  notSecured: 'Use the host name that the certificate names; smtps:// is for port 465, smtp:// for port 587.',
  ...REPLY_ADVICE,
}

/**
 * The cause of a failed attempt, and what to do.
 * @param recipient removed from the answer before it is searched for words, because it could contain any of them.
 */
export function judgeSmtpError(error: SmtpError, server: MailServer, recipient = ''): SmtpVerdict {
  const { fault, what, advice } = judge(error, server, recipient)
  const said = error.response ? collapseWhitespace(withoutSecrets(error.response, server)) : undefined
  return { fault, advice, sentence: said === undefined ? `${what}.` : `${what}: ${said}` }
}

type Judged = { fault: SmtpFault; what: string; advice: string }

function judge(error: SmtpError, server: MailServer, recipient: string): Judged {
  const { host, port, login } = server
  const address = `${host}:${port}`
  const { code, command = '', responseCode = 0 } = error
  const shop = (what: string, advice: string): Judged => ({ fault: 'shop', what, advice })
  const passing = (what: string): Judged => ({ fault: 'passing', what, advice: '' })

  switch (code) {
    case 'EDNS':
      return shop(`the mail server ${host} is not found`, ADVICE.notFound)
    case 'EAUTH': {
      const what = `the mail server ${address} refuses the login`
      // 4xx: its own list of users does not answer.
      return responseCode >= 400 && responseCode < 500 ? passing(what) : shop(what, login ? ADVICE.login : ADVICE.noLogin)
    }
    case 'ETLS':
      return command === 'STARTTLS' && error.response
        ? shop(`the mail server ${address} offers no STARTTLS, so nothing was sent`, ADVICE.noStarttls)
        : shop(notSecured(address, error), ADVICE.notSecured)
    case 'ETIMEDOUT':
    case 'EABORT':
      return passing(`the mail server ${address} did not answer in time`)
    case 'ESOCKET':
      if (isCertificateTrouble(error)) return shop(notSecured(address, error), ADVICE.notSecured)
      return isUnreachable(error)
        ? shop(`the mail server ${address} cannot be reached (${reason(error)})`, ADVICE.unreachable)
        : passing(`the mail server ${address} cannot be reached (${reason(error)})`)
    case 'EENVELOPE':
    case 'EMESSAGE':
      return judgeReply(error, { hasLogin: login !== undefined, recipient })
    default:
      return responseCode >= 500
        ? shop(`the mail server ${address} refuses the shop`, ADVICE.client)
        : passing(`the mail server ${address} ended the connection`)
  }
}

const notSecured = (address: string, error: SmtpError) =>
  `the connection to the mail server ${address} cannot be secured (${reason(error)})`

const isCertificateTrouble = ({ originalCode = '' }: SmtpError) => /CERT|SSL|TLS|VERIFY/.test(originalCode)

const isUnreachable = ({ originalCode = '' }: SmtpError) => /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EACCES)$/.test(originalCode)

/** The short code where there is one: ECONNREFUSED, CERT_HAS_EXPIRED. */
const reason = ({ originalCode, message }: SmtpError) => originalCode ?? collapseWhitespace(message)

function withoutSecrets(text: string, { login }: MailServer): string {
  if (!login) return text
  const { user, password } = login
  // The longest first: it holds the end of a shorter one.
  const forms = [base64(`\0${user}\0${password}`), base64(password), password]
  return forms.reduce((rest, form) => rest.replaceAll(form, '(secret)'), text)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const collapseWhitespace = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
