import { counted, formatCount } from '#contract/basics/figures.ts'
import type { QuoteFilter, QuoteState, WhyMissed } from '#contract/quotes/voidings.ts'

const quotes = (count: number) => (count === 1 ? '1 quote' : `${formatCount(count)} quotes`)
const buyers = (count: number) => (count === 1 ? '1 buyer' : `${formatCount(count)} buyers`)

/** Words of the admins' list of quotes; all our own. */
export const allQuotesWords = {
  total: (count: number) => `Total Quotes: ${formatCount(count)}`,
  found: (count: number, searched: string) => `${quotes(count)} found for “${searched}”`,
  caption: 'Quotes of all buyers',
  columns: {
    number: 'Number',
    buyer: 'Buyer',
    lines: 'Lines',
    total: 'Total',
    validUntil: 'Valid until',
    state: 'State',
    followUp: 'Follow up',
    withdraw: 'Withdraw',
  },
  filter: 'Quotes by state',
  allStates: 'All',
  filters: {
    asked: 'Asked for an offer',
    open: 'Open',
    expiring: 'Expiring',
    ordered: 'Ordered',
    missed: 'Not ordered',
    withdrawn: 'Withdrawn',
  } satisfies Record<QuoteFilter, string>,
  asks: 'Asks for an offer',
  isOffer: 'Offer',
  isExpiring: 'Expires within a week',
  missed: {
    price: 'Not ordered: price',
    stock: 'Not ordered: stock',
    other: 'Not ordered: other reason',
    silence: 'Not ordered: no answer',
  } satisfies Record<WhyMissed, string>,

  followUp: 'Remind',
  followUpOf: (number: string) => `Remind the buyer of ${number}`,
  followedUp: (email: string) => `Reminder sent to ${email}`,
  followedUpBefore: (days: number) => `The buyer was reminded in the last ${counted(days, 'day')}.`,

  version: (version: number) => `Version ${version}`,
  states: { open: 'Open', ordered: 'Ordered', withdrawn: 'Withdrawn', expired: 'Expired' } satisfies Record<QuoteState, string>,
  none: 'No quotes yet.',
  noneMore: 'Quotes that buyers save appear here.',
  noneFound: 'No quotes match.',
  pages: 'Pages of quotes',
  search: 'Search',
  searchLabel: 'Find quotes',
  searchHint: "Search by quote number, buyer's email, part number or full part name.",

  withdraw: 'Withdraw',
  withdrawOne: (number: string) => `Withdraw ${number}`,
  withdrawOneQuestion: (number: string) => `Withdraw quote ${number}?`,
  withdrawOneLead:
    'Its prices are no longer valid and it cannot be ordered. The buyer is notified by email and can request current prices.',
  withdrawManyLead:
    'Their prices are no longer valid and they cannot be ordered. Each buyer gets one email and can request current prices.',
  reason: 'Reason',
  reasonHint: 'Shown to the buyers, for example: The price was wrong.',
  withdrawn: (number: string) => `${number} withdrawn`,
  alreadyWithdrawn: (number: string) => `${number} is already withdrawn`,

  ofPart: (name: string, partNumber: string) => `Withdraw quotes of ${name} (${partNumber})`,
  ofPartLead: 'Withdraws all quotes with this part that were saved in a period. Orders are not affected.',
  priceNow: (price: string) => `Current unit price: ${price}`,
  from: 'Saved from',
  to: 'Saved until',
  below: 'Unit price below ($)',
  belowHint: 'Optional',
  countThem: 'Withdraw quotes',
  noneToWithdraw: 'No open quotes match.',
  onlyOrdered: (ordered: number) => `No open quotes match. ${formatCount(ordered)} matching quotes were ordered.`,
  withdrawManyQuestion: (figures: { quotes: number; buyers: number }) => `Withdraw ${quotes(figures.quotes)} of ${buyers(figures.buyers)}?`,
  orderedStay: (ordered: number) => `${counted(ordered, 'more was ordered and is', 'more were ordered and are')} not affected.`,
  withdrawnMany: (count: number) => `${quotes(count)} withdrawn`,
  restFollows: 'Some are being ordered or changed. They will be withdrawn within seconds.',
  momentMissing: 'Enter a date and time.',
  priceUnread: 'Enter a price above 0, or leave the field empty.',
} as const
