import { addressParser } from 'postal-mime'
import { Refusal } from '../refusal.ts'
import { readAuthenticationResults, type AuthenticationResults } from './authentication-results.ts'
import { HEAD_BYTES } from './head-limit.ts'
import { parseMail } from './parse-mail.ts'

/** What the headers of a mail say. */
export type MailHead = {
  /** In their order, names in lower case. */
  headers: { key: string; value: string }[]
  /** All addresses of all From. */
  from: string[]
  /** With its angle brackets; undefined unless it is well formed. */
  messageId: string | undefined
  /** Of the topmost header: a sender may write others below it. */
  authentication: AuthenticationResults | undefined
}

const MESSAGE_ID = /^<[^\s<>]{1,250}>$/

/**
 * Reads the headers at the start of a mail, of which `bytes` may be the first `HEAD_BYTES`, and nothing below them.
 * @throws Refusal for headers that do not end there.
 */
export async function readHead(bytes: Uint8Array): Promise<MailHead> {
  const end = endOfHead(bytes)
  if (end > HEAD_BYTES || (end === bytes.length && end === HEAD_BYTES)) throw new Refusal('too-large')
  const { headers, messageId } = await parseMail(bytes.subarray(0, end))
  const valuesOf = (name: string) => headers.flatMap(({ key, value }) => (key === name ? [value] : []))
  const results = valuesOf('authentication-results')[0]
  return {
    headers: headers.map(({ key, value }) => ({ key, value })),
    from: valuesOf('from').flatMap(addressesOf),
    messageId: MESSAGE_ID.test(messageId ?? '') ? messageId : undefined,
    authentication: results === undefined ? undefined : readAuthenticationResults(results),
  }
}

/** All of them: the library returns only the first one. '' for one that does not stand there, such as that in an encoded name. */
const addressesOf = (value: string): string[] =>
  value.length > LONGEST_FROM
    ? ['']
    : addressParser(value, { flatten: true }).map(({ address = '' }) => (value.includes(address) ? address : ''))

const LONGEST_FROM = 2_000
const RETURN = 0x0d
const LINE_END = 0x0a

/** Where the first blank line begins, or all ends. */
function endOfHead(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    let first = at
    while (bytes[first] === RETURN) first += 1
    if (bytes[first] === LINE_END) return at
    const end = bytes.indexOf(LINE_END, first)
    if (end < 0) return bytes.length
    at = end + 1
  }
  return bytes.length
}
