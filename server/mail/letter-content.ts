import type { MailBlock } from '#database/tables/mails.ts'

/** What a mail says, before it is written down as text or as HTML. Every text is plain. */
export type LetterContent = {
  title: string
  blocks: MailBlock[]
  shopName: string
  /** Address of the shop, without a slash at the end. */
  shopUrl: string
}

/** A part of a mail as it is written; plain text is a paragraph. */
export type Block = string | MailBlock

export const GREETING = 'Hello,'
export const FAREWELL = 'Kind regards'

/**
 * A text as one line: a line break would begin another header or another line of the shop's own. Marks that turn the
 * direction of writing go too, because they make a text look like another one.
 */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

export const linesOf = (text: string) => text.split(/\r\n?|[\n\u2028\u2029]/).map(oneLine)
