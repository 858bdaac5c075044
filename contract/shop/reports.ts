import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, MESSAGE, text, Turnover } from '../basics/fields.ts'
import { messages } from '../basics/messages.ts'

/** How the sales of a time are divided, and into how many periods, the last of which is not over. */
export const salesPeriods = { day: 30, week: 26, month: 12 } as const
export type SalesPeriod = keyof typeof salesPeriods

/** Rows of each list of the best parts and customers. */
export const BEST_ROWS = 10
/** Months that they cover, the current one included. */
export const BEST_MONTHS = 12
/** Days whose quotes are compared with their orders. */
export const QUOTE_DAYS = 90
/** Days that the stock of a part should last. */
export const STOCK_DAYS = 30
/** Parts named that do not last as long. */
export const LOW_STOCK_ROWS = 10

const Count = Type.Integer({ minimum: 0 })
const Instant = Type.String({ format: 'date-time' })

/** A part of which less is left than was sold in the last `STOCK_DAYS`, or too little for one order. */
export const LowStock = Type.Object({
  partsId: Id,
  name: Type.String(),
  partNumber: Type.String(),
  available: Count,
  soldPieces: Type.Integer({ description: `Pieces sold in the last ${STOCK_DAYS} days` }),
  minimumOrder: Type.Integer({ description: 'Pieces of the smallest order' }),
})
export type LowStock = Static<typeof LowStock>

/** Open work of the shop's people. */
export const OpenWork = Type.Object({
  toShip: Count,
  unpaid: Count,
  unreadOrderMessages: Count,
  unreadOrders: Type.Integer({ minimum: 0, description: 'Orders with such messages: `GET /allOrder?page=0&attention=messages`' }),
  openContactMessages: Count,
  askedQuotes: Type.Integer({ minimum: 0, description: 'Quotes whose buyers wait for an offer' }),
  waitingReviews: Count,
  crowdedParts: Type.Integer({
    minimum: 0,
    description: 'Parts of which accounts that have never paid have set aside nearly as much as they may',
  }),
  largeSetAsides: Type.Integer({
    minimum: 0,
    description: 'Accounts that have set aside much without paying, whatever they have paid before',
  }),
  troubledMails: Type.Integer({
    description: 'Mails that failed, or of which it is unknown whether they were sent: `GET /allMails?state=failed,unknown`',
  }),
  openDisputes: Count,
  evidenceDueAt: Type.Optional(Type.String({ format: 'date-time', description: 'The first deadline for evidence of an open dispute' })),
  failedRefunds: Type.Integer({ minimum: 0, description: 'Refunds of the last 90 days that a bank sent back' }),
  failedRefundOrders: Type.Integer({ minimum: 0, description: 'Their orders: `GET /allOrder?page=0&attention=failed-refund`' }),
  disputedOrders: Type.Integer({ minimum: 0, description: 'Orders with an open dispute: `GET /allOrder?page=0&attention=dispute`' }),
  ordersWithoutInvoice: Type.Integer({ minimum: 0, description: 'Orders of waiting invoices: `GET /allOrder?page=0&attention=invoice`' }),
  promisesAtRisk: Type.Integer({
    minimum: 0,
    description: 'Orders with a promise that may be kept later than it was told: `GET /allOrder?page=0&attention=promise`',
  }),
  movesWanted: Type.Integer({
    minimum: 0,
    description: 'Deliveries that their buyers want on another day: `GET /allOrder?page=0&attention=move`',
  }),
  paymentsWithoutOrder: Type.Integer({
    minimum: 0,
    description: 'Disputes and refunds sent back of payments without an order: `GET /health-report`',
  }),
  waitingInvoices: Type.Integer({ minimum: 0, description: 'Paid bills without an invoice, because data of the seller are missing' }),
  partPaid: Type.Integer({ minimum: 0, description: 'Unpaid orders past their time, of which half or more has arrived' }),
  waitingReturns: Type.Integer({ minimum: 0, description: 'Returns to answer, or to settle: `GET /returns?state=asked,received`' }),
  toGiveBack: Type.Integer({ minimum: 0, description: 'Sums that are to go back to buyers by bank transfer: `GET /bank/give-back`' }),
  openMovements: Type.Integer({ minimum: 0, description: 'Movements of the bank without a decision: `GET /bank/movements`' }),
  overdueBills: Type.Integer({ minimum: 0, description: 'Bills on account past their day: `GET /open-items`, `daysOverdue` above 0' }),
  lowParts: Type.Integer({ minimum: 0, description: 'Parts with fewer pieces than their reorder level: `GET /parts?show=low`' }),
  ages: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'The field of this answer that counts the work' }),
      oldest: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Since when the oldest of it waits; of `partPaid` and `overdueBills` the deadline, from which on it waits',
        }),
      ),
      amount: Type.Optional(Type.Number({ description: 'US dollars, with tax, of all of it' })),
    }),
    { description: 'Of what waits and has a time or a sum' },
  ),
  lowStock: Type.Object({ count: Count, parts: Type.Array(LowStock, { description: `At most ${LOW_STOCK_ROWS}, shortest first` }) }),
  stock: Type.Object({ pieces: Count, value: Type.Number({ description: 'US dollars, at the price of the smallest order' }) }),
})
export type OpenWork = Static<typeof OpenWork>

const sales = {
  orders: Type.Integer({ description: 'Paid orders, also those that were refunded' }),
  pieces: Type.Integer({ minimum: 0, description: 'Their pieces, without those whose price went back' }),
  turnover: Turnover,
}
const Sales = Type.Object(sales)
export type Sales = Static<typeof Sales>

export const PeriodSales = Type.Object({
  from: Instant,
  to: Type.String({ format: 'date-time', description: 'Its end; of the last period a time to come' }),
  ...sales,
  before: Type.Object(sales, { description: 'The period as many periods earlier' }),
})
export type PeriodSales = Static<typeof PeriodSales>

const QuotesOrdered = Type.Object({ saved: Count, ordered: Count })

/** An order counts at the time of its payment, and its refunds, too. */
export const SalesReport = Type.Object({
  at: Instant,
  periods: Type.Array(PeriodSales),
  total: Sales,
  before: Type.Object(sales, { description: 'The same time before, up to the same hour' }),
  refunded: Type.Number({ description: 'US dollars given back in the same time, without tax as turnover is, also of earlier orders' }),
  freight: Type.Optional(
    Type.Number({
      description: 'US dollars of freight beside the turnover, without tax, less what of it was given back; only of a shop that charges it',
    }),
  ),
  zone: Type.String({ description: 'Time zone of the periods: the one asked for, or UTC where the shop does not know that one' }),
  quotes: Type.Object({
    days: Type.Integer({ description: 'Days in which they were saved' }),
    now: QuotesOrdered,
    before: QuotesOrdered,
  }),
})
export type SalesReport = Static<typeof SalesReport>

/** Parts or customers with most turnover, best first. */
export const Best = Type.Object({
  parts: Type.Array(Type.Object({ partsId: Id, name: Type.String(), partNumber: Type.String(), removed: Type.Boolean(), ...sales })),
  customers: Type.Array(Type.Object({ email: Type.String(), displayName: Type.String(), ...sales })),
})
export type Best = Static<typeof Best>
export type BestPart = Best['parts'][number]
export type BestCustomer = Best['customers'][number]

export const reportCalls = defineCalls('Reports', 'reports', {
  openWork: {
    method: 'GET',
    path: '/openWork',
    policy: 'admin',
    permissions: ['money'],
    summary: 'What waits: orders, messages, reviews, mails, disputes, parts that run low',
    response: OpenWork,
  },
  sales: {
    method: 'GET',
    path: '/sales',
    policy: 'admin',
    permissions: ['money'],
    summary: `Sales of ${salesPeriods.day} days, ${salesPeriods.week} weeks or ${salesPeriods.month} months beside the time before; quotes and their orders`,
    query: Type.Object({
      by: Type.Optional(Type.Enum(Object.keys(salesPeriods) as SalesPeriod[], { default: 'day', [MESSAGE]: messages.invalidInput })),
      zone: Type.Optional(
        text(64, {
          default: 'UTC',
          description: 'Time zone in which days begin, such as Europe/Berlin; UTC where it is unknown',
          [MESSAGE]: messages.invalidInput,
        }),
      ),
    }),
    response: SalesReport,
  },
  best: {
    method: 'GET',
    path: '/best',
    policy: 'admin',
    permissions: ['money'],
    summary: `The ${BEST_ROWS} parts and customers with most turnover in ${BEST_MONTHS} months`,
    response: Best,
  },
})
