/** Words of the admins' list of messages. */
export const contactMessagesWords = {
  title: 'Messages',
  total: (count: number) => `Total Messages: ${count}`,
  none: 'No messages yet.',
  noneMore: 'Messages from the contact page appear here.',
  pages: 'Pages of messages',
  waiting: 'Unanswered',
  answered: 'Answered',
  markAnswered: 'Mark as answered',
  markWaiting: 'Mark as unanswered',
} as const
