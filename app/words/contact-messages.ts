/** Words of the admins' list of messages. */
export const contactMessagesWords = {
  title: 'Messages',
  total: (count: number) => `Total Messages: ${count}`,
  none: 'Nobody has written yet.',
  noneMore: 'What visitors write on the contact page appears here.',
  pages: 'Pages of messages',
  waiting: 'Not answered yet',
  answered: 'Answered',
  markAnswered: 'Mark as answered',
  markWaiting: 'Mark as not answered',
} as const
