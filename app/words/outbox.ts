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
  } as Record<string, string>,
  sent: 'Sent',
  waiting: 'Waiting',
  sending: 'Being sent',
  failing: (attempts: number) => (attempts === 1 ? 'Failing, 1 attempt' : `Failing, ${attempts} attempts`),
  retry: 'Try again',
  retried: 'It will be tried again within half a minute.',
  sentMeanwhile: 'It has been sent in the meantime.',
} as const
