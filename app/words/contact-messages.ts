import { formatCount } from '#contract/basics/figures.ts'
/** Words of the admins' list of messages. */
export const contactMessagesWords = {
  title: 'Messages',
  total: (count: number) => `Total Messages: ${formatCount(count)}`,
  none: 'No messages yet.',
  noneMore: 'Messages from the contact page appear here.',
  pages: 'Pages of messages',
  caption: 'Messages from the contact page',
  columns: { name: 'From', email: 'Email', message: 'Message', received: 'Received', state: 'State', mark: 'Mark' },
  from: (name: string) => `Message from ${name}`,
  reply: 'Reply by mail',
  answeredAt: 'Answered',
  notListed: 'This message is not on this page.',
  waiting: 'Unanswered',
  answered: 'Answered',
  markAnswered: 'Mark as answered',
  markWaiting: 'Mark as unanswered',
} as const
