import type { AuditAction } from '#contract/operations.ts'

/** Words of the admins' view of what admins did. */
export const auditWords = {
  title: 'Audit Log',
  lead: 'What admins did, newest first. Entries are only ever added.',
  none: 'No admin has done anything yet.',
  pages: 'Pages of the audit log',
  columns: { at: 'When', actor: 'Who', action: 'What', subject: 'To What', detail: 'Figures' },
  /** Who acted where it was no admin on the screen. */
  shopItself: 'Command line',
  actions: {
    'upload-picture': 'Uploaded a picture',
    'add-part': 'Added a part',
    'remove-part': 'Removed a part',
    'restock-part': 'Changed the stock',
    'change-offer': 'Changed price, number or lead time',
    'set-stock': 'Set the stock',
    'ship-order': 'Shipped an order',
    'refund-order': 'Refunded an order',
    'cancel-order': 'Cancelled an order',
    'grant-admin': 'Made an admin',
    'revoke-admin': 'Took admin rights back',
    'retry-mail': 'Had a mail tried again',
    'answer-message': 'Marked a message as answered',
    'reopen-message': 'Marked a message as not answered',
    'revoke-api-key': "Revoked a customer's API key",
    'show-review': 'Released a review',
    'hide-review': 'Hid a review',
    'answer-review': 'Answered a review',
  } satisfies Record<AuditAction, string> as Record<string, string>,
  figures: { bytes: 'bytes', added: 'added', available: 'available', price: 'price', steps: 'steps', leadDays: 'lead days', by: 'by', confirmedFallPercent: 'confirmed fall in %', characters: 'characters' } as Record<string, string>,
} as const
