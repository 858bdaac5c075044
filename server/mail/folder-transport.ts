import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '#database/error-codes.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { oneLine } from './rendering/mail-content.ts'
import type { Letter, MailTransport } from './transport.ts'

const RECIPIENT_LENGTH = 80

export const mailFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'mail')

/**
 * The transport of trial mode: writes each mail to `folder` as text and as HTML. The files are readable only by the shop's own
 * user, because their links sign in. A mail that is sent twice is written to the same files.
 * @param onWritten called with the recipient and the path of the text file.
 */
export function folderTransport(folder: string, onWritten: (recipient: string, path: string) => void): MailTransport {
  return {
    async send(letter) {
      const path = join(folder, fileName(letter))
      try {
        await writeLetter(path, letter)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        // For the first mail, and after the folder was removed.
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeLetter(path, letter)
      }
      onWritten(letter.to, `${path}.txt`)
    },
  }
}

/** The text file appears last and complete: it is renamed after it was written. */
async function writeLetter(path: string, letter: Letter): Promise<void> {
  for (const { name, bytes } of letter.attachments ?? []) await writeFile(`${path}-${inName(name)}`, bytes, { mode: 0o600 })
  if (letter.html !== '') await writeFile(`${path}.html`, letter.html, { mode: 0o600 })
  const unfinished = join(dirname(path), `.${basename(path)}.part`)
  await writeFile(unfinished, fileText(letter), { mode: 0o600 })
  await rename(unfinished, `${path}.txt`)
}

/** 20260131T101530123Z-1a2b3c4d-verify-email-buyer@example.com, to which the kind of the file is added. */
function fileName(letter: Letter): string {
  const time = letter.queuedAt.toISOString().replace(/[-:.]/g, '')
  return `${time}-${idInName(letter).slice(0, 8)}-${inName(letter.kind)}-${inName(letter.to)}`
}

const idInName = (letter: Letter) => letter.id.replace(/[^0-9a-f]/gi, '')

const inName = (text: string) =>
  text
    .replace(/[^A-Za-z0-9@._+-]/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(0, RECIPIENT_LENGTH)

function fileText(letter: Letter): string {
  const headers = [`To: ${oneLine(letter.to)}`, `Subject: ${oneLine(letter.subject)}`, `Date: ${letter.queuedAt.toUTCString()}`]
  if (letter.inReplyTo !== undefined) headers.push(`In-Reply-To: ${oneLine(letter.inReplyTo)}`)
  return `${headers.join('\n')}\n\n${letter.body}`
}
