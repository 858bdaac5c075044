import type { MailBlock } from '#database/tables/mails.ts'

/** The content of a mail, to be rendered as text or as HTML. All texts are plain. */
export type MailContent = {
  title: string
  blocks: MailBlock[]
  shopName: string
  /** Address of the shop, without a slash at the end. */
  shopUrl: string
  /** The owner's lines at the end; may be empty. */
  footer: string
}

/** A part of a mail as it is written; plain text is a paragraph. */
export type Block = string | MailBlock

export const GREETING = 'Hello,'
export const FAREWELL = 'Kind regards'

/**
 * A text as one line: a line break would start another header or another line of the mail. Bidirectional control characters
 * are removed as well, because they can disguise a text.
 */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

export const linesOf = (text: string) => text.split(/\r\n?|[\n\u2028\u2029]/).map(oneLine)
