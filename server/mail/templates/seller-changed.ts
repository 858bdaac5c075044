import type { GuardedField } from '#contract/shop/shop-settings.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

export type GuardedChange = { field: GuardedField; before: string; after: string }

const NAMES: Record<GuardedField, string> = {
  legalName: 'Legal name, holder of the account',
  bankName: 'Bank',
  iban: 'IBAN',
  bic: 'BIC',
  vatId: 'VAT id',
  taxNumber: 'Tax number',
}

/** Tells an admin that bank account or tax ids of the seller were changed, and by whom. */
export function sellerChangedMail(shop: Shop, recipient: string, version: number, by: string, changes: GuardedChange[]): QueuedMail {
  const shown = (value: string) => (value === '' ? 'none' : oneLine(value))
  const ref = `${version} ${recipient}`
  return writeMail(shop, 'seller-changed', ref, recipient, 'Bank account or tax ids of the shop were changed', [
    `${oneLine(by)} has changed what invoices and mails tell buyers. They transfer their money to the new account from now on.`,
    { facts: changes.map(({ field, before, after }): [string, string] => [NAMES[field], `${shown(before)} → ${shown(after)}`]) },
    'If you do not know of this, go back to the version before it, and block that account:',
    { open: `${shop.shopUrl}/dashboard/shop-settings`, label: 'See the settings' },
  ])
}
