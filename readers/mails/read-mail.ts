import { startOf } from '#contract/basics/start-of.ts'
import type { Attachment, Email } from 'postal-mime'
import { kindOfFile, type UnreadKind } from './kind-of-file.ts'
import { isWritten, layersOf, linesOfText, type Line } from './layers.ts'
import { linesOfHtml } from './lines-of-html.ts'
import { parseMail } from './parse-mail.ts'

/** What may be the list of a mail. */
export type MailList = {
  /** The file, '' for one without a name; undefined for the text of the mail. */
  file: string | undefined
  bytes: Uint8Array<ArrayBuffer>
  /** Whether it is an older mail, which was forwarded or answered: it is read only where the sender wrote no lines. */
  isOlder: boolean
  /** Rows of the text that are not in this list. */
  beside: string[]
}

/** `lists`: in the order in which they are tried. `unread`: files that are no lists, '' without a name. */
export type ReadMail = { lists: MailList[]; unread: { file: string; why: UnreadKind | 'too-many' }[] }

type Found = { files: MailList[]; texts: MailList[]; unread: ReadMail['unread']; mails: number }

/** Attached files that are read, mails that are opened, and how deep they are. */
const MAX_FILES = 5
const MAX_MAILS = 5
const MAX_LEVEL = 3
/** Tables of a layer of a mail, and lists of its text, that are tried; characters of a row that is told as not read. */
const MAX_TABLES = 3
const MAX_TEXTS = 12
const LONGEST_ROW = 200
/** Subjects of forwarded mails. */
const FORWARDED = /^\s*(?:fwd?|wg|tr|rv|i|enc|doorst)\s*:/i

/**
 * Reads the files and the text of a mail, and of those that are attached to it.
 * @throws Refusal for an invalid mail.
 */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const found: Found = { files: [], texts: [], unread: [], mails: 0 }
  await collect(await parseMail(bytes), { name: undefined, level: 0 }, found)
  return { lists: [...found.files, ...found.texts], unread: found.unread }
}

/** `name` and `level` of an attached mail: 0 is the mail itself. */
async function collect(mail: Email, { name, level }: { name: string | undefined; level: number }, found: Found): Promise<void> {
  const attached: { file: string; bytes: Uint8Array }[] = []
  let hasFiles = false
  for (const attachment of mail.attachments) {
    const [file, bytes] = [attachment.filename ?? '', bytesOf(attachment.content)]
    const isInline = attachment.related === true || attachment.disposition === 'inline' || attachment.contentId !== undefined
    const kind = kindOfFile({ name: file, type: attachment.mimeType, isInline, bytes })
    if (kind === 'mail') attached.push({ file, bytes })
    if (kind === 'mail' || kind === 'aside') continue
    hasFiles = true
    if (kind !== 'list') found.unread.push({ file, why: kind })
    else if (found.files.length === MAX_FILES) found.unread.push({ file, why: 'too-many' })
    else found.files.push({ file, bytes, isOlder: false, beside: [] })
  }
  found.texts.push(...listsOfBody(mail, hasFiles).map((list) => ({ ...list, file: name, isOlder: list.isOlder || level > 0 })))
  for (const { file, bytes } of attached) {
    const isOpened = level < MAX_LEVEL && (found.mails += 1) <= MAX_MAILS
    if (!isOpened) {
      found.unread.push({ file, why: 'too-many' })
      continue
    }
    const inner = await parseMail(bytes)
    await collect(inner, { name: file === '' ? (inner.subject ?? '') : file, level: level + 1 }, found)
  }
}

/**
 * Of each layer of a mail, its tables come before its text, which may be the same without columns. Where a reply has files, the mail that
 * it answers is not what is asked for.
 */
function listsOfBody({ subject = '', text = '', html = '' }: Email, hasFiles: boolean): Omit<MailList, 'file'>[] {
  const seen = linesOfHtml(html)
  const written = text.trim() === '' ? seen : linesOfText(text)
  const [tables, texts] = [layersOf(seen).map(tablesOf), layersOf(written)]
  const lists: Omit<MailList, 'file'>[] = []
  const add = (all: readonly Line[], lines: readonly Line[], place: number, start = '') => {
    const own = new Set(lines)
    const others = all.filter((line) => isWritten(line) && !own.has(line))
    const bytes = new TextEncoder().encode(start + lines.map((line) => line.text).join('\n'))
    lists.push({ bytes, isOlder: place > 0, beside: others.map((line) => startOf(line.text.replaceAll('\t', ' '), LONGEST_ROW)) })
  }
  const places = hasFiles && !FORWARDED.test(subject) ? 1 : Math.max(tables.length, texts.length)
  for (let place = 0; place < places && lists.length < MAX_TEXTS; place += 1) {
    for (const rows of tables[place]?.slice(0, MAX_TABLES) ?? []) add(seen, rows, place, 'sep=\t\n')
    const lines = texts[place]
    if (lines) add(written, lines, place)
  }
  return lists
}

/** The rows of each table; one that has the columns of the table above it goes on with its rows. */
function tablesOf(lines: readonly Line[]): Line[][] {
  const lists: Line[][] = []
  let above: Line | undefined
  for (const line of lines.filter(({ table }) => table !== undefined)) {
    const list = lists.at(-1)
    const isFirst = line.table !== above?.table
    above = line
    const first = list?.[0]
    if (isFirst && first?.text === line.text) continue
    const goesOn = !isFirst || (first !== undefined && widthOf(first) === widthOf(line) && /\d/.test(line.text))
    if (list && goesOn) list.push(line)
    else lists.push([line])
  }
  return lists
}

const widthOf = ({ text }: Line) => text.split('\t').length

const bytesOf = (content: Attachment['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(new Uint8Array(content))
