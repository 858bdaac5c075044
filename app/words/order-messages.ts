import { formatCount } from '#contract/basics/figures.ts'

const newMessages = (count: number) => (count === 1 ? '1 new message' : `${formatCount(count)} new messages`)

/** Words of the messages about an order. */
export const orderMessagesWords = {
  title: 'Messages',
  none: 'No messages yet.',
  ask: 'Ask about this order',
  answer: 'Write to the customer',
  send: 'Send',
  sent: 'Your message was sent.',
  shop: 'Shop',
  you: 'You',
  isNew: 'New',
  newMessages,
  ofOrder: (number: string, count: number) => `${number}: ${newMessages(count)}`,
  inOrders: 'New messages about',
  showEarlier: (count: number) => `Show ${count === 1 ? '1 earlier message' : `${formatCount(count)} earlier messages`}`,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
} as const
