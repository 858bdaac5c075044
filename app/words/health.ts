import { counted } from '#contract/basics/figures.ts'
import type { InvariantName } from '#contract/shop/operations.ts'

const count = (number: number, one: string, more: string) => counted(number, one, more)

/** Words of the admins' view of how the shop is. */
export const healthWords = {
  title: 'Health',
  inOrder: 'Consistency checks: OK',
  broken: 'Consistency checks failed. Contact your administrator.',
  lookedAt: 'Updated',
  lookAgain: 'Refresh',
  mustHold: 'Consistency checks',
  invariants: {
    stockMatchesLedger: 'Stock of each part equals the sum of its ledger',
    piecesAreAccountedFor: 'All received pieces are in stock, reserved or ordered',
    paidOrdersArePaidFor: 'Each paid order has one successful payment of its amount',
    paymentsHaveTheirEnd: 'Each successful payment belongs to one order or is refunded once',
    receiptsAddUp: 'Bank transfers and open items are the sum of what arrived',
    refundsAreKnown: 'Refunds are recorded and never exceed the payment',
    taxesAreExact: 'The tax of each bill is that of its sum, rounded once',
    ordersTellTheirState: 'The timeline of each order ends with its state',
    papersAreWhole: 'No number of an invoice or credit note is missing, and each adds up',
    booksBalance: 'Each entry of the books sums to zero',
    moneyIsBooked: 'Payments, refunds, disputes and payouts are in the books, as the provider has them',
    receivablesAreOpen: 'The receivable of each order or group is what is open',
    nothingIsOverdue: 'No cancellation, refund, mail or reservation is overdue',
  } satisfies Record<InvariantName, string>,
  holds: 'OK',
  brokenBy: (number: number) => `${number} failed`,
  andMore: (number: number) => `and ${number} more`,
  work: 'Queue',
  mailsWaiting: 'Mails waiting',
  mailsFailed: 'Mails not delivered',
  mailsHeldBack: 'Mails held back',
  mailsUnknown: 'Mails with unknown delivery',
  paymentMessages: 'Payment events pending',
  refundsOpen: 'Refunds in progress',
  refundsDone: 'Refunds completed',
  disputesOpen: 'Open disputes',
  withoutOrder: { dispute: 'Dispute of a payment without an order', 'failed-refund': 'Refund sent back, of a payment without an order' },
  withoutOrderLead: 'The payment is found at the card processor by this number.',
  liveHolds: 'Reservations',
  keeping: 'Database and backups',
  lastBackup: 'Last backup',
  noBackup: 'None yet',
  schedule: 'Automatic backups',
  never: 'Off',
  everyHours: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${counted(hours, 'hour')}`),
  databaseVersion: 'PostgreSQL',
  databaseSize: 'Database size',
  megabytes: (number: string) => `${number} MB`,
  shop: 'Shop',
  shopVersion: 'Release',
  startedAt: 'Running since',
  uptime: 'Uptime',
  duration: (days: number, hours: number, minutes: number) =>
    [days > 0 && count(days, 'day', 'days'), (days > 0 || hours > 0) && count(hours, 'hour', 'hours'), count(minutes, 'minute', 'minutes')]
      .filter(Boolean)
      .join(', '),
} as const
