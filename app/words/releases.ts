import { counted, formatCount } from '#contract/basics/figures.ts'

/** Words of lines that go in several deliveries. */
export const releaseWords = {
  several: 'In several deliveries',
  line: 'Line',
  lineOf: (line: number, name: string, pieces: number) => `${line}. ${name}, ${formatCount(pieces)}`,
  title: (name: string) => `Deliveries of ${name}`,
  lead: 'Each delivery becomes an order with its own day. The price of a piece is that of all of them together.',
  caption: 'Deliveries of this line',
  met: 'as wished',
  notMet: (day: string) => `by ${day}, later than wished`,
  cannot: 'cannot be promised: more than is in stock, expected and made',

  plan: 'Plan them at once',
  each: 'Pieces each time',
  first: 'First day',
  every: 'Every',
  rhythms: { week: 'week', 'two-weeks': 'two weeks', month: 'month', quarter: 'three months' },
  times: 'Deliveries',
  fill: 'Fill in',
  unreadPieces: 'Enter a whole number of pieces.',
  dayMissing: 'Choose a day.',
  unreadTimes: 'Enter 2 to 24.',
  moved: (day: string) => `The shop is closed on ${day}: the next working day.`,
  piecesOf: (number: number) => `Pieces of delivery ${number}`,
  dayOf: (number: number) => `Wished day of delivery ${number}`,
  remove: (number: number) => `Remove delivery ${number}`,
  add: 'Add a delivery',
  sum: (count: number, pieces: number) => `${counted(count, 'delivery', 'deliveries')}, ${counted(pieces, 'piece')} together.`,
  otherSum: (quoted: number) => `The line has ${counted(quoted, 'piece')} now, and gets the price of the new number.`,
  save: 'Save as a new version',
  one: 'Back to one delivery',
  saved: 'The deliveries are saved, at the prices of today.',

  keptInSheet: 'Other pieces or another part end these deliveries.',
  cancelQuestion: (name: string) =>
    `Do you want to cancel ${name}, with all other deliveries of its line? Their price is that of all of them.`,
} as const
