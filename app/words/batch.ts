import { counted } from '#contract/basics/figures.ts'

/** Words of actions on several rows; all our own. Counts come formatted. */
export const batchWords = {
  sent: (sent: string, of: string) => `${sent} of ${of}`,
  done: (done: string, of: string) => `Done: ${done} of ${of}`,
  toCorrect: (numbers: string) => `Nothing was sent. Correct ${counted(numbers, 'tracking number')} and confirm again.`,
  notSent: (count: string) => `Stopped: ${count} were left as they are.`,
  failures: 'What failed',
  stop: 'Stop',
  close: 'Close',

  ship: 'Ship selected',
  shipQuestion: (count: string) => `Ship ${count} ${count === '1' ? 'order' : 'orders'}?`,
  notToBeShipped: 'Not shipped: it is no longer pending shipping.',
  sendMails: 'Send selected',
  sendMailsQuestion: (count: string) => `Send ${count} ${count === '1' ? 'mail' : 'mails'} again?`,
  publish: 'Publish selected',
  publishQuestion: (count: string) => `Publish ${count} ${count === '1' ? 'review' : 'reviews'}?`,
  deleteParts: 'Delete selected',
  deletePartsQuestion: (count: string) => `Delete ${count} ${count === '1' ? 'part' : 'parts'}?`,
} as const
