import { randomUUID } from 'node:crypto'
import type { Settings } from '../settings/settings.ts'
import { oneLine, type Block } from './letter-content.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { MailKind, QueuedMail } from './queue-mail.ts'

/*
 * Every mail of the shop is said once and written down as text and as HTML. None repeats what a customer typed about
 * themselves: anyone can register somebody else's address, and a name in the text would carry a stranger's words there
 * in the shop's name. The one exception goes to the shop's own people, and there a stranger's words are marked as such.
 */

export type Shop = Pick<Settings, 'shopName' | 'shopUrl'>

export function letter(
  shop: Shop,
  kind: MailKind,
  ref: string,
  recipient: string,
  subject: string,
  blocks: Block[],
): QueuedMail {
  const title = oneLine(subject)
  const content = { title, blocks, shopName: oneLine(shop.shopName), shopUrl: shop.shopUrl }
  return { kind, ref, recipient, subject: title, body: letterText(content), html: letterHtml(content) }
}

/** A mail about nothing but its link, which is good for `validMinutes`; each is a mail of its own. */
export function letterWithToken(
  shop: Shop,
  kind: MailKind,
  recipient: string,
  validMinutes: number,
  subject: string,
  blocks: Block[],
): QueuedMail {
  return { ...letter(shop, kind, randomUUID(), recipient, subject, blocks), linkMinutes: validMinutes }
}

export const linkWithToken = (shop: Shop, path: string, token: string) =>
  `${shop.shopUrl}${path}?token=${encodeURIComponent(token)}`

export function lifetime(minutes: number): string {
  const [count, unit] = minutes % 1_440 === 0 ? [minutes / 1_440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}
