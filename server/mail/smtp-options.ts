import type { SMTPConnectionOptions } from 'nodemailer'
import type { SmtpSettings } from '../platform/settings/services.ts'
import type { MailServer } from '../platform/settings/mail-server.ts'
import { SEND_TIMEOUT_MS } from './transport.ts'

/** Timeout of one mail, including the wait for a free connection; a little less than the outbox allows. */
export const GIVE_UP_MS = SEND_TIMEOUT_MS - 1_000
const DNS_TIMEOUT_MS = 5_000
/** Maximum length of a mail server's answer, in bytes. */
const LONGEST_ANSWER = 64 * 1024

type SmtpOptions = SMTPConnectionOptions & { auth?: { user: string; pass: string } }

/**
 * Options for connecting to the mail server. Connections to other machines are encrypted, and the certificate must be valid; a
 * configured login is always used, otherwise nothing is sent.
 * @param ownName the host name for EHLO.
 * @param giveUpMs timeout of greeting and TLS handshake, and of each answer.
 */
export function smtpOptions({ server }: Pick<SmtpSettings, 'server'>, ownName: string, giveUpMs: number): SmtpOptions {
  const { host, port, login } = server
  return {
    host,
    port,
    name: ownName,
    connectionTimeout: giveUpMs,
    greetingTimeout: giveUpMs,
    dnsTimeout: DNS_TIMEOUT_MS,
    socketTimeout: giveUpMs,
    maxResponseSize: LONGEST_ANSWER,
    ...security(server),
    ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
  }
}

function security({ security: wanted }: MailServer): SMTPConnectionOptions {
  if (wanted === 'tls') return { secure: true, tls: { minVersion: 'TLSv1.2' } }
  if (wanted === 'starttls') return { secure: false, requireTLS: true, tls: { minVersion: 'TLSv1.2' } }
  // A server on this machine rarely has a signed certificate.
  return { secure: false, opportunisticTLS: true, tls: { rejectUnauthorized: false } }
}
