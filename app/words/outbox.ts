/** Words of the admins' view of the outbox. */
export const outboxWords = {
  title: 'Mails',
  lead: 'The newest mails of the shop. Their texts are not shown: some hold a link that signs somebody in.',
  none: 'No mail has been written yet.',
  columns: { recipient: 'Recipient', kind: 'Kind', subject: 'Subject', created: 'Created', state: 'State' },
  /** What each kind of mail is for; a kind that is not known here is shown as it is. */
  kinds: {
    'verify-email': 'Confirm address',
    'reset-password': 'New password',
    'order-placed': 'Order placed',
    'order-paid': 'Order paid',
    'order-shipped': 'Order shipped',
    'order-cancelled': 'Order cancelled',
    'contact-message': 'Contact message',
    'refund-due': 'Refund due',
    'refund-late': 'Refund late',
    'api-key-created': 'API key created',
    'api-key-revoked': 'API key revoked',
  } as Record<string, string>,
  states: {
    waiting: 'Waiting for the next attempt',
    sending: 'Being sent',
    sent: 'Sent',
    failed: 'Not delivered',
    unknown: 'May have arrived',
  },
  retry: 'Try again',
  retried: 'It is being tried again.',
  notRetried: 'It has been sent, or is being sent right now.',
} as const
