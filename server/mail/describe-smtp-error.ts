import type { NodemailerError } from 'nodemailer'
import type { MailServer } from '../settings/mail-server.ts'

/** What went wrong with the mail server, in one line for the people who run the shop; without the password. */
export function describeSmtpError(error: NodemailerError, server: MailServer): string {
  const said = error.response ? collapseWhitespace(withoutSecrets(error.response, server)) : undefined
  return said === undefined ? `${what(error, server)}.` : `${what(error, server)}: ${said}`
}

function what(error: NodemailerError, { host, port }: MailServer): string {
  const address = `${host}:${port}`
  switch (error.code) {
    case 'EDNS':
      return `the mail server ${host} is not found`
    case 'EAUTH':
      return `the mail server ${address} refuses the login`
    case 'ETLS':
      return error.command === 'STARTTLS' && error.response
        ? `the mail server ${address} offers no STARTTLS, so nothing was sent`
        : notSecured(address, error)
    case 'ETIMEDOUT':
    case 'EABORT':
      return `the mail server ${address} did not answer in time`
    case 'EENVELOPE':
      return `the mail server refuses the ${error.command === 'MAIL FROM' ? 'sender MAIL_FROM' : 'recipient'}`
    case 'EMESSAGE':
      return 'the mail server refuses the mail'
    case 'ESOCKET':
      return isCertificateTrouble(error)
        ? notSecured(address, error)
        : `the mail server ${address} cannot be reached (${reason(error)})`
    default:
      return `the mail server ${address} ended the connection`
  }
}

const notSecured = (address: string, error: NodemailerError) =>
  `the connection to the mail server ${address} cannot be secured (${reason(error)})`

const isCertificateTrouble = ({ originalCode = '' }: NodemailerError) => /CERT|SSL|TLS|VERIFY/.test(originalCode)

/** The short code where there is one: ECONNREFUSED, CERT_HAS_EXPIRED. */
const reason = ({ originalCode, message }: NodemailerError) => originalCode ?? collapseWhitespace(message)

/** A server may repeat what it was told. */
function withoutSecrets(text: string, { login }: MailServer): string {
  if (!login) return text
  const { user, password } = login
  // The longest first: it holds the end of a shorter one.
  const forms = [base64(`\0${user}\0${password}`), base64(password), password]
  return forms.reduce((rest, form) => rest.replaceAll(form, '(secret)'), text)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const collapseWhitespace = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
