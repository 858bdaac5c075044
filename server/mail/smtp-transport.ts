import {
  createTransport,
  type NodemailerError,
  type SendMailOptions,
  type SMTPPoolSentMessageInfo,
  type Transporter,
} from 'nodemailer'
import type { Settings } from '../settings/settings.ts'
import type { SmtpSettings } from '../settings/services.ts'
import { MAILS_AT_ONCE } from './deliver-mails.ts'
import { describeSmtpError } from './describe-smtp-error.ts'
import { GIVE_UP_MS, smtpOptions } from './smtp-options.ts'
import { MailMayBeSent, MailRefused, type Letter, type MailTransport } from './transport.ts'

/** A connection without work is closed in order after this time, before it counts as one that does not answer. */
const IDLE_MS = 5_000
/** Refusals that are about the shop's login, not about the mail. */
const LOGIN_CODES = new Set([530, 534, 535, 538])

type Shop = Pick<Settings, 'shopName' | 'shopUrl'> & { mail: SmtpSettings }

/**
 * Mail by SMTP, over a few connections that are used again. `close` ends those that are idle.
 * @param giveUpMs time for one mail.
 */
export function smtpTransport(shop: Shop, { giveUpMs = GIVE_UP_MS } = {}): MailTransport & { close(): void } {
  const { server } = shop.mail
  const host = new URL(shop.shopUrl).hostname
  const pool = createTransport({
    ...smtpOptions(shop.mail, host, giveUpMs),
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    idleTimeout: IDLE_MS,
    // Once: a connection that was found dead before anything of the mail was sent over it.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const contents = watchContents(pool)

  return {
    async send(letter) {
      const messageId = `<${letter.id}@${host}>`
      try {
        await pool.sendMail({ ...message(shop, letter), messageId, signal: AbortSignal.timeout(giveUpMs) })
      } catch (cause) {
        const error = cause as NodemailerError
        throw outcome(error, contents.wasBegun(messageId), describeSmtpError(error, server))
      } finally {
        contents.forget(messageId)
      }
    },
    close: () => pool.close(),
  }
}

/** Addresses are objects: in an address that is read from text, a name could become a second recipient. */
function message({ mail, shopName }: Shop, letter: Letter): SendMailOptions {
  return {
    from: { name: shopName, address: mail.from },
    to: { name: '', address: letter.to },
    envelope: { from: mail.from, to: [letter.to] },
    subject: letter.subject,
    text: letter.body,
    ...(letter.html !== '' && { html: letter.html }),
    date: letter.queuedAt,
    // Keeps automatic answers ("I am on holiday") from coming back.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/**
 * Notes for each mail whether any of its content was handed to the connection. Until then the mail surely was not sent;
 * from then on, only the mail server's answer tells.
 */
function watchContents(pool: Pick<Transporter<SMTPPoolSentMessageInfo>, 'use'>) {
  const streams = new Map<string, { readableDidRead?: boolean }[]>()
  pool.use('stream', ({ message: node }, done) => {
    // The last in the row of streams: it is read when the connection asks for the content, not when it is made.
    node.processFunc((stream) => {
      const id = node.messageId()
      streams.set(id, [...(streams.get(id) ?? []), stream])
      return stream
    })
    done()
  })
  return {
    wasBegun: (messageId: string) => (streams.get(messageId) ?? []).some(({ readableDidRead }) => readableDidRead),
    forget: (messageId: string) => void streams.delete(messageId),
  }
}

/** What a failed attempt means for the mail. */
function outcome(error: NodemailerError, contentWasBegun: boolean, trouble: string): Error {
  if (isRefusal(error)) return new MailRefused(trouble)
  const isAnswered = error.code === 'EMESSAGE' && error.responseCode !== undefined && error.responseCode >= 400
  return contentWasBegun && !isAnswered ? new MailMayBeSent(trouble) : new Error(trouble)
}

/** The server will not take this mail, whenever it is sent; not: it does not take mails from this shop. */
function isRefusal({ permanent, command, responseCode = 0 }: NodemailerError): boolean {
  return permanent === true && (command === 'RCPT TO' || command === 'DATA') && !LOGIN_CODES.has(responseCode)
}
