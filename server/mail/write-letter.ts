import { randomUUID } from 'node:crypto'
import type { Settings } from '../platform/settings/settings.ts'
import { oneLine, type Block, type LetterContent } from './letter-content.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { MailKind } from './mail-bounds.ts'
import type { QueuedMail } from './queue-mail.ts'

/*
 * Every mail of the shop is said once, in blocks, and written as text and as HTML. None repeats what a customer typed about
 * themselves: anyone can register somebody else's address, and a name in the text would carry a stranger's words there
 * in the shop's name. The one exception goes to the shop's own people, and there a stranger's words are marked as such.
 */

export type Shop = Pick<Settings, 'shopName' | 'shopUrl'>

export function letter(shop: Shop, kind: MailKind, ref: string, recipient: string, subject: string, blocks: Block[]): QueuedMail {
  const content = contentOf(shop, subject, blocks)
  return { kind, ref, recipient, subject: content.title, body: letterText(content), blocks: content.blocks }
}

export const htmlOf = (shop: Shop, subject: string, blocks: Block[]): string => letterHtml(contentOf(shop, subject, blocks))

const contentOf = (shop: Shop, subject: string, blocks: Block[]): LetterContent => ({
  title: oneLine(subject),
  blocks: blocks.map((block) => (typeof block === 'string' ? { say: block } : block)),
  shopName: oneLine(shop.shopName),
  shopUrl: shop.shopUrl,
})

/**
 * A mail about a link with a secret token, which is good for `validMinutes`; each event has its own mail. Its HTML is
 * rendered now: the previous release removes the token from `body` and `html` alone.
 */
export function letterWithToken(
  shop: Shop,
  kind: MailKind,
  recipient: string,
  validMinutes: number,
  subject: string,
  blocks: Block[],
): QueuedMail {
  const { blocks: _, ...mail } = letter(shop, kind, randomUUID(), recipient, subject, blocks)
  return { ...mail, html: htmlOf(shop, subject, blocks), linkMinutes: validMinutes }
}

export const linkWithToken = (shop: Shop, path: string, token: string) => `${shop.shopUrl}${path}?token=${encodeURIComponent(token)}`

export function lifetime(minutes: number): string {
  const [count, unit] = minutes % 1_440 === 0 ? [minutes / 1_440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}
