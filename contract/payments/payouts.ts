import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, Id, nullable, text } from '../basics/fields.ts'
import { Month } from './ledger.ts'

/** `in_transit` and `paid`: on its way to the shop's bank, and there as the card processor says; `failed`: the bank sent it back. */
export const payoutStatuses = ['pending', 'in_transit', 'paid', 'canceled', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** What a line of a payout is about. `payout`: one that failed and came back; `fee`: of the card processor, apart from those of payments. */
export const payoutLineKinds = ['payment', 'refund', 'dispute', 'payout', 'fee', 'other'] as const
export type PayoutLineKind = (typeof payoutLineKinds)[number]

/** Lines on a page of a payout, and payouts on a page. */
export const PAYOUTS_PAGE_SIZE = 50

const Instant = Type.String({ format: 'date-time' })
/** Of a payout that takes money from the shop's bank, and of refunds, below zero. */
const Signed = Type.Number({ description: 'In the currency of the payout' })

export const Payout = Type.Object({
  _id: Type.String({ description: "The card processor's id" }),
  status: Type.Enum([...payoutStatuses]),
  currency: Type.String({ description: 'Three lower-case letters' }),
  amount: Signed,
  arrivesOn: calendarDay(),
  createdAt: Instant,
  isRead: Type.Boolean({ description: 'Whether its lines are here; only then it is booked' }),
  lines: Type.Integer(),
  gross: Type.Number({ description: 'Sum of its lines before fees' }),
  fees: Type.Number(),
  unmatched: Type.Integer({ description: 'Lines that belong to nothing the shop knows' }),
})
export type Payout = Static<typeof Payout>

export const PayoutLine = Type.Object({
  _id: Type.String({ description: "The card processor's id" }),
  kind: Type.Enum([...payoutLineKinds]),
  type: Type.String({ description: "The card processor's own word" }),
  gross: Signed,
  fee: Type.Number(),
  net: Signed,
  isMatched: Type.Boolean(),
  orderId: nullable(Id),
  orderNumber: nullable(Type.String()),
  payment: nullable(Type.String({ description: "The payment's transaction id" })),
  source: Type.String({ description: "The card processor's id of what moved the money" }),
  description: Type.String(),
  at: Instant,
})
export type PayoutLine = Static<typeof PayoutLine>

const page = { page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })) }

export const Payouts = Type.Object({
  count: Type.Integer(),
  page: Type.Integer({ description: 'Page index from 0' }),
  arrived: Type.Number({ description: 'US dollars of these months that are at the bank' }),
  fees: Type.Number({ description: 'US dollars' }),
  unmatched: Type.Integer({ description: 'Lines of these months that belong to nothing the shop knows' }),
  payouts: Type.Array(Payout),
})
export type Payouts = Static<typeof Payouts>

export const PayoutInFull = Type.Object({ payout: Payout, count: Type.Integer(), page: Type.Integer(), lines: Type.Array(PayoutLine) })
export type PayoutInFull = Static<typeof PayoutInFull>

export const payoutCalls = defineCalls('Books', 'payouts', {
  all: {
    method: 'GET',
    path: '/books/payouts',
    policy: 'admin',
    permissions: ['money'],
    summary: 'One page of the payouts of the card processor of some months, the newest first',
    query: Type.Object({ from: Month, to: Month, ...page }),
    response: Payouts,
  },
  one: {
    method: 'GET',
    path: '/books/payouts/:id',
    policy: 'admin',
    permissions: ['money'],
    summary: 'A payout with one page of its lines: payments, refunds, disputes and fees, unmatched ones first',
    params: Type.Object({ id: text(255, { minLength: 1 }) }),
    query: Type.Object({
      unmatched: Type.Optional(Type.Boolean({ description: 'Only lines that belong to nothing the shop knows' })),
      ...page,
    }),
    response: PayoutInFull,
  },
})
