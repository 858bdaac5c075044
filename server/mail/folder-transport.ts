import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '#database/error-codes.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { oneLine } from './rendering/mail-content.ts'
import type { OutgoingMail, MailTransport } from './transport.ts'

const RECIPIENT_LENGTH = 80

export const mailFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'mail')

/**
 * The transport of trial mode: writes each mail to `folder` as text and as HTML. The files are readable only by the shop's own
 * user, because their links sign in. A mail that is sent twice is written to the same files.
 * @param onWritten called with the recipient and the path of the text file.
 */
export function folderTransport(folder: string, onWritten: (recipient: string, path: string) => void): MailTransport {
  return {
    async send(mail) {
      const path = join(folder, fileName(mail))
      try {
        await writeFiles(path, mail)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        // For the first mail, and after the folder was removed.
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFiles(path, mail)
      }
      onWritten(mail.to, `${path}.txt`)
    },
  }
}

/** The text file appears last and complete: it is renamed after it was written. */
async function writeFiles(path: string, mail: OutgoingMail): Promise<void> {
  for (const { name, bytes } of mail.attachments ?? []) await writeFile(`${path}-${inName(name)}`, bytes, { mode: 0o600 })
  if (mail.html !== '') await writeFile(`${path}.html`, mail.html, { mode: 0o600 })
  const unfinished = join(dirname(path), `.${basename(path)}.part`)
  await writeFile(unfinished, fileText(mail), { mode: 0o600 })
  await rename(unfinished, `${path}.txt`)
}

/** 20260131T101530123Z-1a2b3c4d-verify-email-buyer@example.com, to which the kind of the file is added. */
function fileName(mail: OutgoingMail): string {
  const time = mail.queuedAt.toISOString().replace(/[-:.]/g, '')
  return `${time}-${idInName(mail).slice(0, 8)}-${inName(mail.kind)}-${inName(mail.to)}`
}

const idInName = (mail: OutgoingMail) => mail.id.replace(/[^0-9a-f]/gi, '')

const inName = (text: string) =>
  text
    .replace(/[^A-Za-z0-9@._+-]/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(0, RECIPIENT_LENGTH)

function fileText(mail: OutgoingMail): string {
  const headers = [`To: ${oneLine(mail.to)}`, `Subject: ${oneLine(mail.subject)}`, `Date: ${mail.queuedAt.toUTCString()}`]
  if (mail.inReplyTo !== undefined) headers.push(`In-Reply-To: ${oneLine(mail.inReplyTo)}`)
  return `${headers.join('\n')}\n\n${mail.body}`
}
