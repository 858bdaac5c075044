import { randomUUID } from 'node:crypto'
import type { Settings } from '../../platform/settings/settings.ts'
import { oneLine, type Block, type MailContent } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import type { MailKind } from '../mail-bounds.ts'
import type { QueuedMail } from '../queue-mail.ts'

/*
 * Every mail is written once, in blocks, and rendered as text and as HTML. No mail repeats what a customer typed about
 * themselves: an attacker can register another's address, and would otherwise send text in the shop's name. The exception are
 * contact messages to the staff, where the text is marked as a quotation.
 */

export type Shop = Pick<Settings, 'shopName' | 'shopUrl'> & Partial<Pick<Settings, 'shop'>>

export function writeMail(shop: Shop, kind: MailKind, ref: string, recipient: string, subject: string, blocks: Block[]): QueuedMail {
  const content = contentOf(shop, subject, blocks)
  return { kind, ref, recipient, subject: content.title, body: mailText(content), blocks: content.blocks }
}

export const htmlOf = (shop: Shop, subject: string, blocks: Block[]): string => mailHtml(contentOf(shop, subject, blocks))

const contentOf = (shop: Shop, subject: string, blocks: Block[]): MailContent => ({
  title: oneLine(subject),
  blocks: blocks.map((block) => (typeof block === 'string' ? { say: block } : block)),
  shopName: oneLine(shop.shopName),
  shopUrl: shop.shopUrl,
  footer: shop.shop?.mailFooter ?? '',
})

/**
 * A mail with a link whose token is valid for `validMinutes`; one for each event. Its HTML is rendered now, because the previous
 * release removes the token only from `body` and `html`.
 */
export function writeMailWithToken(
  shop: Shop,
  kind: MailKind,
  recipient: string,
  validMinutes: number,
  subject: string,
  blocks: Block[],
): QueuedMail {
  const { blocks: _, ...mail } = writeMail(shop, kind, randomUUID(), recipient, subject, blocks)
  return { ...mail, html: htmlOf(shop, subject, blocks), linkMinutes: validMinutes }
}

export const linkWithToken = (shop: Shop, path: string, token: string) => `${shop.shopUrl}${path}?token=${encodeURIComponent(token)}`

export function lifetime(minutes: number): string {
  const [count, unit] = minutes % 1_440 === 0 ? [minutes / 1_440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}
