import { reservedMails, sum, type MailBounds } from '../platform/settings/mail-bounds.ts'

/**
 * Mails are counted separately by purpose, so that many mails of one kind do not block another:
 * - `confirm`, `reset`: unauthenticated clients can cause them, so their limit is the lowest
 * - `warning`: security notices to an account's owner
 * - `order`: about orders
 * - `contact`, `staff`: to the staff
 */
export type MailShare = 'confirm' | 'reset' | 'warning' | 'order' | 'contact' | 'staff'

export const mailShares = {
  'verify-email': 'confirm',
  'reset-password': 'reset',
  'api-key-created': 'warning',
  'api-key-revoked': 'warning',
  'quote-link-created': 'warning',
  'punchout-created': 'warning',
  'webhook-created': 'warning',
  'webhook-disabled': 'warning',
  'account-emptied': 'warning',
  'seller-changed': 'warning',
  // A confirmed address gets no other mail of this share, and only confirmed ones get this mail.
  'sign-in-link': 'confirm',
  'order-placed': 'order',
  'order-paid': 'order',
  'order-shipped': 'order',
  'parcel-sent': 'order',
  'order-delivered': 'order',
  'delivery-changed': 'order',
  'delivery-move': 'order',
  'stage-changed': 'order',
  'order-cancelled': 'order',
  'order-message': 'order',
  'payment-reminder': 'order',
  'order-refunded': 'order',
  'invoice-issued': 'order',
  'paper-copy': 'order',
  'return-stepped': 'order',
  'transfer-chosen': 'order',
  'part-received': 'order',
  'order-revived': 'order',
  'order-on-account': 'order',
  'tax-changed': 'order',
  'open-item-reminder': 'order',
  'quote-withdrawn': 'order',
  'quote-offered': 'order',
  'quote-follow-up': 'order',
  'quote-by-mail': 'order',
  'message-quoted': 'order',
  'quote-mail-refused': 'order',
  'back-in-stock': 'order',
  'quote-request': 'contact',
  'contact-message': 'contact',
  'order-question': 'staff',
  'order-to-ship': 'staff',
  'orders-to-ship': 'staff',
  'low-stock': 'staff',
  'set-aside': 'staff',
  'part-paid-overdue': 'staff',
  'large-set-aside': 'staff',
  'vat-ids-unverified': 'staff',
  'refund-due': 'staff',
  'refund-late': 'staff',
  'refund-found': 'staff',
  'refund-failed': 'staff',
  'dispute-opened': 'staff',
  'dispute-decided': 'staff',
  'evidence-due': 'staff',
  'return-asked': 'staff',
  'return-withdrawn': 'staff',
  'delivery-move-for-shop': 'staff',
} as const satisfies Record<string, MailShare>

export type MailKind = keyof typeof mailShares

const STAFF = { contact: 50, staff: 100 }

export function mailsAllowed(share: MailShare, isConfirmed: boolean, { mailsPerDay }: Pick<MailBounds, 'mailsPerDay'>): number {
  if (share === 'contact' || share === 'staff') return STAFF[share]
  const { confirmed, unconfirmed } = reservedMails
  const reserved = isConfirmed ? confirmed : unconfirmed
  const all = isConfirmed ? mailsPerDay.confirmed : mailsPerDay.unconfirmed
  return share === 'order' ? all - sum(reserved) : reserved[share]
}

/** Unknown kinds, of a newer release, count as `order`, the largest share. */
export const shareOf = (kind: string): MailShare => sharesOfKinds[kind] ?? 'order'

const sharesOfKinds: Record<string, MailShare | undefined> = mailShares
