import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime'
import { textOfHtml } from './text-of-html.ts'

/** A parsed mail: its headers, and its possible list. */
export type ReadMail = {
  /** In their order, names in lower case. */
  headers: { key: string; value: string }[]
  /** Addresses of From. */
  from: string[]
  /** With its angle brackets; undefined unless it is well formed. */
  messageId: string | undefined
  /** Bytes of its files that may be lists, or of its text if there are none. */
  lists: Uint8Array<ArrayBuffer>[]
}

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }
/** Maximum of attached files that are read. */
const MAX_FILES = 5
const FILE_NAME = /\.(?:xlsx|csv|tsv|txt|pdf)$/i
const MESSAGE_ID = /^<[^\s<>]{1,250}>$/

/** Throws for invalid mails. */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(bytes, LIMITS)
  const files = mail.attachments.filter(isFile).slice(0, MAX_FILES)
  const text = mail.text ?? textOfHtml(mail.html ?? '')
  return {
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    from: addressesOf(mail),
    messageId: MESSAGE_ID.test(mail.messageId ?? '') ? mail.messageId : undefined,
    lists: files.length > 0 ? files.map(({ content }) => bytesOf(content)) : [bytesOf(text)],
  }
}

/** All of them: the library returns only the first one. */
const addressesOf = ({ headers }: Email): string[] =>
  headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .map(({ address }) => address ?? '')

/** Pictures of signatures and the like are no lists. */
const isFile = ({ filename, mimeType }: Attachment) =>
  FILE_NAME.test(filename ?? '') ||
  /^(?:text\/csv|application\/pdf|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)$/.test(mimeType)

const bytesOf = (content: Attachment['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(new Uint8Array(content))
