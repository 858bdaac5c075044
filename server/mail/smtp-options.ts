import type { SMTPConnectionOptions } from 'nodemailer'
import type { SmtpSettings } from '../platform/settings/services.ts'
import type { MailServer } from '../platform/settings/mail-server.ts'
import { SEND_TIMEOUT_MS } from './transport.ts'

/** Time for one mail, waiting for a free connection included; a little less than the outbox allows. */
export const GIVE_UP_MS = SEND_TIMEOUT_MS - 1_000
const DNS_TIMEOUT_MS = 5_000
/** Longest answer of a mail server that is read, in bytes. */
const LONGEST_ANSWER = 64 * 1024

type SmtpOptions = SMTPConnectionOptions & { auth?: { user: string; pass: string } }

/**
 * How to connect to the shop's mail server. Outside of this machine nothing is said in the open, and the server's
 * certificate must be good; a login that is set up is always used, or nothing is sent.
 * @param ownName the host that the shop introduces itself as.
 * @param giveUpMs until the server has greeted and speaks TLS, and again until it answers a command.
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
  // A server on this machine rarely has a certificate that anybody signed.
  return { secure: false, opportunisticTLS: true, tls: { rejectUnauthorized: false } }
}
