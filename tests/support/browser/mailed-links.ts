import { and, desc, eq } from 'drizzle-orm'
import type { MailKind } from '#server/mail/mail-bounds.ts'
import { mails } from '#database/tables/mails.ts'
import { openBrowser } from './browser.ts'
import type { TestShop } from '../shops/open-shop.ts'

/** The newest mail of a kind to an address; undefined when there is none. */
export async function newestMail({ db }: TestShop, kind: MailKind, recipient: string) {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.recipient, recipient)))
    .orderBy(desc(mails.createdAt))
    .limit(1)
  return mail
}

/** The token of the newest mailed link of a kind. */
export async function mailedToken(shop: TestShop, kind: MailKind, recipient: string): Promise<string> {
  const mail = await newestMail(shop, kind, recipient)
  const token = /\?token=(\S+)/.exec(mail?.body ?? '')?.[1]
  if (token === undefined) throw new Error(`There is no ${kind} mail with a link for ${recipient}.`)
  return decodeURIComponent(token)
}

/** Requests a new password; returns the mailed token. */
export async function askForReset(shop: TestShop, email: string): Promise<string> {
  await openBrowser(shop).call('POST', '/auth/request-password-reset', { email })
  return mailedToken(shop, 'reset-password', email)
}

/** Sets a new password with a mail's token, in a browser that is not signed in. */
export const resetWith = (shop: TestShop, token: string, newPassword = 'Fresh-Flux-2026') =>
  openBrowser(shop).call('POST', '/auth/reset-password', { token, newPassword })
