import { formatCount } from '#contract/figures.ts'
import type { QuoteState } from '#contract/voidings.ts'

const quotes = (count: number) => (count === 1 ? '1 quote' : `${formatCount(count)} quotes`)
const buyers = (count: number) => (count === 1 ? '1 buyer' : `${formatCount(count)} buyers`)

/** Words of the admins' list of quotes; all our own. */
export const allQuotesWords = {
  total: (count: number) => `Total Quotes: ${formatCount(count)}`,
  found: (count: number, searched: string) => `${quotes(count)} found for “${searched}”`,
  caption: 'Quotes of all buyers',
  columns: { number: 'Number', buyer: 'Buyer', total: 'Total', validUntil: 'Valid until', state: 'State', withdraw: 'Withdraw' },
  version: (version: number) => `Version ${version}`,
  states: { open: 'Open', ordered: 'Ordered', withdrawn: 'Withdrawn', expired: 'Expired' } satisfies Record<QuoteState, string>,
  none: 'Nobody has saved a quote yet.',
  noneFound: 'No quote fits.',
  pages: 'Pages of quotes',
  search: 'Search',
  searchLabel: 'Find quotes',
  searchHint: "Number, buyer's mail, or the number or whole name of a part",

  withdraw: 'Withdraw',
  withdrawOne: (number: string) => `Withdraw ${number}`,
  withdrawOneQuestion: (number: string) => `Withdraw quote ${number}?`,
  withdrawOneLead: "Its prices no longer hold and it cannot be ordered. The buyer is told by mail and can ask for today's prices.",
  withdrawManyLead: "Their prices no longer hold and they cannot be ordered. Each buyer gets one mail and can ask for today's prices.",
  reason: 'Reason',
  reasonHint: 'The buyers read it, such as: The price was wrong for a moment.',
  withdrawn: (number: string) => `${number} withdrawn`,
  alreadyWithdrawn: (number: string) => `${number} was withdrawn before`,

  ofPart: (name: string, partNumber: string) => `Withdraw quotes of ${name} (${partNumber})`,
  ofPartLead: 'All quotes that have this part and were saved between two moments, in one step. What was ordered stays.',
  priceNow: (price: string) => `It costs ${price} per piece now.`,
  from: 'Saved from',
  to: 'Saved until',
  below: 'Quoted below ($), optional',
  belowHint: 'Only where a piece is quoted for less',
  countThem: 'Withdraw them',
  noneToWithdraw: 'No open quote fits.',
  onlyOrdered: (ordered: number) => `No open quote fits. ${formatCount(ordered)} that fit were ordered; look at their orders.`,
  withdrawManyQuestion: (figures: { quotes: number; buyers: number }) => `Withdraw ${quotes(figures.quotes)} of ${buyers(figures.buyers)}?`,
  orderedStay: (ordered: number) => `${formatCount(ordered)} more were ordered; their orders stay.`,
  withdrawnMany: (count: number) => `${quotes(count)} withdrawn`,
  restFollows: 'Some are being ordered or changed right now. The rest follows within seconds.',
  momentMissing: 'Enter day and time.',
  priceUnread: 'Enter a price above 0, or leave the field empty.',
} as const
