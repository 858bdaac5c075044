import { counted } from '#contract/basics/figures.ts'

/** Words of the quote that answers a message; all our own. */
export const answerMessageWords = {
  open: 'Answer with a quote',
  title: (name: string) => `A quote for ${name}`,
  lead: (email: string) =>
    `${email} gets a mail with the quote. Where no account has confirmed this address, the mail has a private link, and the quote moves to the account that confirms it.`,
  line: (row: number) => `Line ${row}`,
  part: (row: number) => `Part of line ${row}`,
  pieces: (row: number) => `Pieces of line ${row}`,
  price: (row: number) => `Unit price of line ${row} ($)`,
  inStock: (pieces: number) => `${counted(pieces, 'piece')} in stock`,
  today: (price: string) => `Today ${price}`,
  choose: 'Type a name or a number, and choose the part.',
  piecesUnread: 'Enter whole pieces from 1 on.',
  priceUnread: 'Enter a price above 0 with at most four decimal places.',
  add: 'Add a line',
  remove: (row: number) => `Remove line ${row}`,
  total: (total: string) => `Total: ${total}`,
  send: 'Send the quote',
  sent: (number: string, hasAccount: boolean) =>
    hasAccount ? `Quote ${number} is with the buyer` : `Quote ${number} is sent by a private link`,
  quote: 'Answered with',
} as const
