import { createTransport, type NodemailerError, type SendMailOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer'
import type { Settings } from '../platform/settings/settings.ts'
import type { MailServer } from '../platform/settings/mail-server.ts'
import type { SmtpSettings } from '../platform/settings/services.ts'
import { judgeSmtpError, type SmtpError } from './judge-smtp-error.ts'
import { probeSmtp } from './probe-smtp.ts'
import { GIVE_UP_MS, smtpOptions } from './smtp-options.ts'
import { MAILS_AT_ONCE, MailMayBeSent, MailRefused, ShopRefused, type OutgoingMail, type MailTransport } from './transport.ts'

/** An idle connection is closed after this time, before its socket times out. */
const IDLE_MS = 5_000

type Shop = Pick<Settings, 'shopName' | 'shopUrl'> & { mail: SmtpSettings }

/**
 * Mail by SMTP, over a few reused connections. `close` ends idle ones.
 * @param giveUpMs timeout of one mail.
 */
export function smtpTransport(shop: Shop, { giveUpMs = GIVE_UP_MS } = {}): MailTransport & { close(): void } {
  const { server } = shop.mail
  const host = new URL(shop.shopUrl).hostname
  const pool = createTransport({
    ...smtpOptions(shop.mail, host, giveUpMs),
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    idleTimeout: IDLE_MS,
    // Once, for a connection that turned out to be lost before any of the mail was sent.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const contents = watchContents(pool)

  return {
    async send(mail) {
      const messageId = `<${mail.id}@${host}>`
      try {
        await pool.sendMail({ ...message(shop, mail), messageId, signal: AbortSignal.timeout(giveUpMs) })
      } catch (cause) {
        throw outcome(cause as NodemailerError, server, mail.to, contents.wasBegun(messageId))
      } finally {
        contents.forget(messageId)
      }
    },
    async probe() {
      try {
        await probeSmtp(shop.mail, host, giveUpMs)
      } catch (cause) {
        const error = cause as SmtpError
        const { fault, sentence, advice } = judgeSmtpError(error, server, shop.mail.from)
        // Its own mailbox need not exist.
        if (fault === 'recipient') return
        throw fault === 'passing' ? new Error(sentence) : new ShopRefused(sentence, { advice, afterRecipient: false, needsMail: false })
      }
    },
    close: () => pool.close(),
  }
}

/** Addresses are objects: in an address parsed from text, a name could become a second recipient. */
function message({ mail: { from }, shopName }: Shop, mail: OutgoingMail): SendMailOptions {
  return {
    from: { name: shopName, address: from },
    to: { name: '', address: mail.to },
    envelope: { from, to: [mail.to] },
    subject: mail.subject,
    text: mail.body,
    ...(mail.html !== '' && { html: mail.html }),
    ...(mail.attachments && {
      attachments: mail.attachments.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
    }),
    ...(mail.inReplyTo !== undefined && { inReplyTo: mail.inReplyTo, references: mail.inReplyTo }),
    date: mail.queuedAt,
    // Keeps automatic answers ("I am on holiday") from coming back.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/**
 * Records for each mail whether any of its content was passed to the connection. Before that, the mail was certainly not sent;
 * after it, only the mail server's answer is reliable.
 */
function watchContents(pool: Pick<Transporter<SMTPPoolSentMessageInfo>, 'use'>) {
  const streams = new Map<string, { readableDidRead?: boolean }[]>()
  pool.use('stream', ({ message: node }, done) => {
    // The last stream of the chain: it is read when the connection requests the content, not when it is created.
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

function outcome(error: NodemailerError, server: MailServer, recipient: string, contentWasBegun: boolean): Error {
  const { fault, sentence, advice } = judgeSmtpError(error, server, recipient)
  const isAnswered = error.code === 'EMESSAGE' && error.responseCode !== undefined && error.responseCode >= 400
  if (contentWasBegun && !isAnswered) return new MailMayBeSent(sentence)
  if (fault === 'recipient') return new MailRefused(sentence)
  if (fault === 'passing') return new Error(sentence)
  const afterRecipient = error.code === 'EMESSAGE' || error.command === 'RCPT TO' || error.command === 'DATA'
  return new ShopRefused(sentence, { advice, afterRecipient, needsMail: afterRecipient && fault === 'shop' })
}
