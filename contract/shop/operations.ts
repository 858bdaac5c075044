import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Dollars, Email, nullable, text, timeRange } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { MailStop } from './mails.ts'

/**
 * The invariants of the shop.
 * - `stockMatchesLedger`: the available stock of a part is the sum of its ledger
 * - `piecesAreAccountedFor`: all pieces that a part ever received are available, held or ordered
 * - `promisesAreKept`: what is promised of a delivery or a month is what orders still wait for
 * - `paidOrdersArePaidFor`: each paid order, or group of orders, has one succeeded payment of its amount
 * - `paymentsHaveTheirEnd`: each succeeded payment has paid one order, or one group, or is refunded once
 * - `receiptsAddUp`: what arrived by bank transfer or for bills on account is the sum of its receipts, and no movement gave more than it has
 * - `refundsAreKnown`: the refunds of a payment are at most what was paid, known, and recorded on its orders
 * - `ordersTellTheirState`: the last event of an order that is about its state is its state
 * - `taxesAreExact`: the tax of each bill is that of its sum, rounded once
 * - `papersAreWhole`: no number of an invoice or credit note is missing, and each adds up
 * - `booksBalance`: each entry of the books sums to zero
 * - `moneyIsBooked`: each payment, refund, dispute and payout has its entry, in the amount that the provider has
 * - `receivablesAreOpen`: receivables in the books, by bill, are the open amounts
 * - `nothingIsOverdue`: no cancellation, refund, mail or hold is overdue
 */
export const invariantNames = [
  'stockMatchesLedger',
  'piecesAreAccountedFor',
  'promisesAreKept',
  'paidOrdersArePaidFor',
  'paymentsHaveTheirEnd',
  'receiptsAddUp',
  'refundsAreKnown',
  'taxesAreExact',
  'ordersTellTheirState',
  'papersAreWhole',
  'booksBalance',
  'moneyIsBooked',
  'receivablesAreOpen',
  'nothingIsOverdue',
] as const
export type InvariantName = (typeof invariantNames)[number]

/** The result of checking one invariant; `count` is 0 if it holds. */
export const InvariantFinding = Type.Object({
  name: Type.Enum([...invariantNames]),
  count: Type.Integer({ description: 'How many parts, orders, payments or mails break it; 0 when it holds' }),
  ids: Type.Array(Type.String(), { description: 'Some of them' }),
})
export type InvariantFinding = Static<typeof InvariantFinding>

/** Actions of admins in the audit log. */
const auditActions = [
  'upload-picture',
  'add-part',
  'remove-part',
  'restock-part',
  'change-offer',
  'set-stock',
  'ship-order',
  'send-parcel',
  'correct-parcel',
  'deliver-parcel',
  'cancel-order',
  'reduce-order',
  'refund-order',
  'agree-return',
  'refuse-return',
  'receive-return',
  'settle-return',
  'close-return',
  'change-address',
  'change-reference',
  'promise-anew',
  'move-delivery',
  'set-stage',
  'write-message',
  'grant-admin',
  'revoke-admin',
  'change-permissions',
  'block-account',
  'unblock-account',
  'release-set-aside',
  'add-note',
  'remove-note',
  'export-customer',
  'erase-customer',
  'choose-order-mails',
  'retry-mail',
  'mail-paper',
  'answer-message',
  'reopen-message',
  'quote-message',
  'create-api-key',
  'revoke-api-key',
  'show-review',
  'hide-review',
  'answer-review',
  'void-quote',
  'offer-quote',
  'follow-up-quote',
  'void-quotes',
  'answer-search',
  'change-synonyms',
  'forget-search-answer',
  'change-settings',
  'change-books',
  'change-details',
  'change-pictures',
  'add-document',
  'change-document',
  'remove-document',
  'bring-back-part',
  'change-prices',
  'undo-prices',
  'book-stock',
  'change-facts',
  'change-categories',
  'change-attributes',
  'expect-goods',
  'change-expected',
  'remove-expected',
  'set-low-stock',
  'import-parts',
  'relate-parts',
  'separate-parts',
  'plan-import',
  'unplan-import',
  'undo-import',
  'add-tax-rate',
  'remove-tax-rate',
  'add-freight',
  'change-freight',
  'end-freight',
  'set-credit',
  'enter-receipt',
  'upload-statement',
  'decide-movement',
  'accept-shortfall',
  'move-money',
  'revive-order',
  'decide-again',
  'give-money-back',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Names of the values of an audit entry; the value before the change has the same name with `Before`. */
export type AuditFigure =
  | 'scopes'
  | 'bytes'
  | 'added'
  | 'available'
  | 'price'
  | 'steps'
  | 'leadDays'
  | 'by'
  | 'confirmedFallPercent'
  | 'characters'
  | 'state'
  | 'version'
  | 'from'
  | 'to'
  | 'below'
  | 'amountCents'
  | 'restocked'
  | 'withdrawn'
  | 'return'
  | 'holds'
  | 'limit'
  | 'netDays'
  | 'reason'
  | 'outcome'
  | 'overCents'
  | 'movements'
  | 'newMovements'
  | 'bills'
  | 'orders'
  | 'despite'
  | 'pieces'
  | 'date'
  | 'lowBelow'
  | 'total'
  | 'totalAfter'
  | 'address'
  | 'reference'
  | 'orderMails'
  | 'permissions'
  | 'carrier'
  | 'trackingNumber'
  | 'changed'
  | 'name'
  | 'why'
  | 'removed'
  | 'consultant'
  | 'client'
  | 'document'
  | 'kind'
  | 'pictures'
  | 'change'
  | 'note'
  | 'lines'
  | 'parts'
  | 'percent'
  | 'validDays'
  | 'part'
  | 'relation'
  | 'text'
  | 'rate'
  | 'quote'

/** Entries on a page of the audit log. */
export const AUDIT_PAGE_SIZE = 50

const Count = Type.Integer({ minimum: 0 })
const Instant = Type.String({ format: 'date-time' })

export const AuditEntry = Type.Object({
  position: Type.Integer({ description: 'Counts up with each entry' }),
  at: Instant,
  actor: nullable(Type.String({ description: "Email of the admin; null for the shop's command line or configuration" })),
  action: Type.String({ examples: [...auditActions] }),
  subject: Type.String({ description: 'Id of what it was done to, or email of the person whose role changed' }),
  subjectName: nullable(Type.String({ description: 'What it is called now; null for a role and for what was deleted' })),
  detail: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
})
export type AuditEntry = Static<typeof AuditEntry>

/** One page of the audit log. `page` is the page returned: beyond the last page, the last one. */
export const AuditPage = Type.Object({
  count: Type.Integer({ description: 'Entries in all' }),
  page: Type.Integer({ description: 'Page index from 0' }),
  entries: Type.Array(AuditEntry),
  actors: Type.Array(Type.String(), { description: 'Emails of all who have entries' }),
})
export type AuditPage = Static<typeof AuditPage>

const auditFilter = {
  actor: Type.Optional(Email),
  q: Type.Optional(
    text(TEXT_LIMITS.search, {
      description: 'What it was done to: an email, the number of an order or quote, number or name of a part, or an id',
    }),
  ),
  ...timeRange('entries', 'written'),
}
const AuditFilter = Type.Object(auditFilter)
export type AuditFilter = Static<typeof AuditFilter>

/** Maximum of payments without an order that a report lists. */
export const PAYMENTS_SHOWN = 50

/** Health of the shop, for admins. */
export const HealthReport = Type.Object({
  at: Instant,
  shopVersion: Type.String(),
  startedAt: Instant,
  database: Type.Object({ version: Type.String(), sizeBytes: Count }),
  invariants: Type.Array(InvariantFinding, { description: 'What must always hold, and what breaks it' }),
  mails: Type.Object({ waiting: Count, failed: Count, unknown: Count, heldBack: Count, stop: nullable(MailStop) }),
  payments: Type.Object({
    openMessages: Type.Integer({ minimum: 0, description: "The provider's messages that wait to be acted on" }),
    openRefunds: Count,
    doneRefunds: Count,
    openDisputes: Count,
    withoutOrder: Type.Array(
      Type.Object({ kind: Type.Enum(['dispute', 'failed-refund']), payment: Type.String(), since: Instant, amount: Dollars }),
      {
        description: `Open disputes, and refunds of the last 90 days that a bank sent back, of payments without an order; at most ${PAYMENTS_SHOWN}`,
      },
    ),
  }),
  liveHolds: Count,
  backups: Type.Object({
    last: nullable(Instant),
    everyHours: Type.Integer({ minimum: 0, description: '0: none are made by themselves' }),
    archive: nullable(
      Type.Object(
        { last: nullable(Instant), failing: Type.Boolean() },
        { description: 'The archive of what the database writes, from which any second can be restored' },
      ),
    ),
  }),
})
export type HealthReport = Static<typeof HealthReport>

export const operationsCalls = defineCalls('Operations', 'operations', {
  health: {
    method: 'GET',
    path: '/health-report',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'How the shop is: what must always hold, what waits, and when the last backup was made',
    response: HealthReport,
  },
  audit: {
    method: 'GET',
    path: '/audit-log',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'One page of what was done for the shop, by person, thing and time, newest first; the page is clamped into its bounds',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })),
      ...auditFilter,
    }),
    response: AuditPage,
  },
  auditFile: {
    method: 'GET',
    path: '/audit-file',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'The entries of the audit log that the filter finds, the newest first, as CSV',
    query: AuditFilter,
    response: fileAnswer('csv'),
  },
})
