import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailServer } from '../platform/settings/mail-server.ts'
import type { SmtpError } from './judge-smtp-error.ts'
import { smtpOptions } from './smtp-options.ts'

/** Nodemailer runs handlers of this name after the login; this one asks about an envelope. */
const ASK_ENVELOPE = 'ASK-ENVELOPE'

type Answer = { status: number; response: string }
type Ask = (command: string) => Promise<Answer>

/**
 * Connects, logs in and sends the shop's own address as sender and as recipient, then resets, so that nothing is sent.
 * @param ownName the host name for EHLO.
 * @throws SmtpError with the command that was refused and the server's answer.
 */
export async function probeSmtp(mail: { server: MailServer; from: string }, ownName: string, giveUpMs: number): Promise<void> {
  let refused: SmtpError | undefined
  const { auth, ...options } = smtpOptions(mail, ownName, giveUpMs)
  const connection = new SMTPConnection({
    ...options,
    customAuth: {
      [ASK_ENVELOPE]: async ({ sendCommand }: { sendCommand: Ask }) => {
        refused = await askEnvelope(mail.from, (command) => sendCommand(command))
      },
    },
  })
  try {
    await new Promise<void>((resolve, reject) => {
      const next = (step: () => void) => (error?: Error | null) => (error ? reject(error) : step())
      connection.on('error', reject) // also of a connection that breaks after the answer: then it does nothing
      connection.once('end', () => reject(new Error('Connection closed')))
      const ask = () => connection.login({ method: ASK_ENVELOPE, user: 'none', pass: 'none' }, next(resolve))
      connection.connect(next(() => (auth ? connection.login({ user: auth.user, pass: auth.pass }, next(ask)) : ask())))
    })
    connection.quit()
  } catch (error) {
    connection.close()
    throw error
  }
  if (refused) throw Object.assign(new Error(refused.message), refused)
}

async function askEnvelope(address: string, ask: Ask): Promise<SmtpError | undefined> {
  const steps = [
    ['MAIL FROM', `MAIL FROM:<${address}>`],
    ['RCPT TO', `RCPT TO:<${address}>`],
  ] as const
  for (const [command, line] of steps) {
    const { status, response } = await ask(line)
    if (status < 200 || status > 299) {
      return { message: `${command} was refused`, code: 'EENVELOPE', command, response, responseCode: status }
    }
  }
  await ask('RSET')
  return undefined
}
