import type { InvariantName } from '#contract/operations.ts'

const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`

/** Words of the admins' view of how the shop is. */
export const healthWords = {
  title: 'Health',
  lead: 'What must always hold, what waits, and when the last backup was made.',
  inOrder: 'The shop is in order.',
  broken: 'The shop is not in order. Please have it looked at.',
  lookedAt: 'Looked at',
  lookAgain: 'Look again',
  mustHold: 'What must always hold',
  invariants: {
    stockMatchesLedger: 'What a part has available is the sum of its ledger',
    piecesAreAccountedFor: 'The pieces a part ever got are available, held or ordered',
    paidOrdersArePaidFor: 'Each paid order has one succeeded payment of its amount',
    paymentsHaveTheirEnd: 'Each succeeded payment has paid one order or goes back once',
    refundsAreKnown: 'What has gone back is known, and never more than was paid',
    nothingIsOverdue: 'No cancelling, refund, mail or hold has waited too long',
  } satisfies Record<InvariantName, string>,
  holds: 'Holds',
  brokenBy: (number: number) => `Broken by ${number}`,
  andMore: (number: number) => `and ${number} more`,
  work: 'What waits',
  mailsWaiting: 'Mails waiting',
  mailsFailed: 'Mails not delivered',
  mailsHeldBack: 'Mails held back',
  mailsUnknown: 'Mails that may have arrived',
  paymentMessages: 'Payment messages not handled',
  refundsOpen: 'Refunds under way',
  refundsDone: 'Refunds done',
  disputesOpen: 'Payments disputed',
  liveHolds: 'Holds of buyers',
  keeping: 'Database and backups',
  lastBackup: 'Last backup',
  noBackup: 'None yet',
  schedule: 'Made by itself',
  never: 'Never',
  everyHours: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`),
  databaseVersion: 'PostgreSQL',
  databaseSize: 'Size of the database',
  megabytes: (number: string) => `${number} MB`,
  shop: 'Shop',
  shopVersion: 'Release',
  startedAt: 'Running since',
  uptime: 'Running for',
  duration: (days: number, hours: number, minutes: number) =>
    [days > 0 && count(days, 'day', 'days'), (days > 0 || hours > 0) && count(hours, 'hour', 'hours'), count(minutes, 'minute', 'minutes')]
      .filter(Boolean)
      .join(', '),
} as const
