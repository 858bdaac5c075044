/** Words of the messages about an order; all our own. */
export const orderMessagesWords = {
  title: 'Messages',
  none: 'No messages yet.',
  write: (toShop: boolean) => (toShop ? 'Ask about this order' : 'Write to the customer'),
  send: 'Send',
  shop: 'Shop',
  customer: 'You',
  unread: 'New',
  unreadMessages: (count: number) => (count === 1 ? 'One unread message' : `${count} unread messages`),
  markRead: 'Mark as read',
} as const
