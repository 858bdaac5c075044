import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { MailServer } from '#server/platform/settings/mail-server.ts'
import { loopbackCertificate } from './loopback-certificate.ts'

/** A mail as the server got it. `raw` is the data between DATA and the final dot. */
export type ReceivedMail = { from: string; to: string[]; raw: string }

export type TestMailServer = {
  /** Settings of the shop for it, as a server of its own machine without login. */
  settings: MailServer
  /** All mails that were transmitted completely, accepted or not. */
  received: ReceivedMail[]
  /** Number of connections. */
  connections(): number
  close(): Promise<void>
}

/** `onMail` decides on a mail that was transmitted completely: accepts it, throws `refusal(...)`, or cuts the connection. */
export type TestMailServerOptions = SMTPServerOptions & {
  onMail?: (mail: ReceivedMail, cut: () => void) => Promise<void> | void
  /** Called for each recipient; may cut the connection or throw. */
  onRecipient?: (address: string, cut: () => void) => Promise<void> | void
}

/** A real SMTP server on loopback; accepts everything by default. */
export async function openMailServer(options: TestMailServerOptions = {}): Promise<TestMailServer> {
  const { onMail, onRecipient, ...rest } = options
  const received: ReceivedMail[] = []
  let connections = 0
  const cutOff = ({ id }: SMTPServerSession) => {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy()
  }

  const server = new SMTPServer({
    ...loopbackCertificate,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onRcptTo: ({ address }, session, callback) => void answer(callback, () => onRecipient?.(address, () => cutOff(session))),
    onData: (stream, session, callback) =>
      void answer(callback, async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: (await buffer(stream)).toString('latin1'),
        }
        received.push(mail)
        await onMail?.(mail, () => cutOff(session))
      }),
    ...rest,
  })
  server.on('error', () => {})
  server.server.on('connection', () => void connections++)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')

  return {
    settings: {
      host: '127.0.0.1',
      port: (listening.address() as AddressInfo).port,
      security: 'loopback',
      login: undefined,
    },
    received,
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** The server's answer of refusal. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Reports the result of the work to the server. */
async function answer(callback: (error?: Error) => void, work: () => Promise<void> | void | undefined): Promise<void> {
  let refused: Error | undefined
  try {
    await work()
  } catch (error) {
    refused = error as Error
  }
  callback(refused)
}

/** The header fields of a mail in order, names in lower case, folded lines joined. */
export function headersOf({ raw }: ReceivedMail): [name: string, value: string][] {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
}

/** The parts of a multipart mail with their type, decoded. */
export function partsOf(mail: ReceivedMail): { type: string; text: string }[] {
  const boundary = /boundary="([^"]+)"/.exec(mail.raw)?.[1]
  if (!boundary) throw new Error('The mail has one part only')
  return mail.raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', body = ''] = part.split(/\r\n\r\n([^]*)/)
      const type = /content-type: ([^;\r]+)/i.exec(head)?.[1] ?? ''
      const encoding = /content-transfer-encoding: (\S+)/i.exec(head)?.[1] ?? ''
      return { type, text: decode(body, encoding).replaceAll('\r\n', '\n') }
    })
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => byte(hex))
  return Buffer.from(bytes, 'latin1').toString()
}

const byte = (hex: string) => String.fromCharCode(parseInt(hex, 16))
