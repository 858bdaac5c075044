import PostalMime, { type Email } from 'postal-mime'
import { Refusal } from '../refusal.ts'
import { HEAD_BYTES } from './head-limit.ts'

/** Attached mails are files. */
const OPTIONS = { maxNestingDepth: 20, maxHeadersSize: HEAD_BYTES, forceRfc822Attachments: true }
/**
 * A list has a fifth of these lines, and the lines of attached files are longer than this on average, in characters. The library needs some
 * microseconds for each line.
 */
const MOST_SHORT_LINES = 50_000
const SHORT_LINE = 20
const LINE_FEED = 10

/** @throws Refusal for an invalid mail, and one of far more short lines than a list has. */
export async function parseMail(bytes: Uint8Array): Promise<Email> {
  const lines = countOf(bytes, LINE_FEED)
  if (lines > MOST_SHORT_LINES && bytes.length < lines * SHORT_LINE) throw new Refusal('too-many-rows')
  try {
    return await PostalMime.parse(bytes, OPTIONS)
  } catch (error) {
    throw new Refusal('unreadable', { sentence: String(error) })
  }
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) count += 1
  return count
}
