import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { counted, formatAmount, formatCount } from '../basics/figures.ts'
import { Id, IdParams, MESSAGE, nullable, requiredText, strictObject } from '../basics/fields.ts'
import { MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { Order } from '../orders/orders.ts'
import { disputeStates, refundStates } from './payment-states.ts'

export const refundMessages = {
  amountInCents: 'Enter an amount in dollars and cents, more than 0.',
  amountTooLarge: (left: number) => `At most ${formatAmount(left)} can be refunded.`,
  belowCredited: (owed: number) =>
    `The buyer has a credit note for ${formatAmount(owed)} that the bank sent back. Refund at least this amount.`,
  nothingLeft: 'Nothing is left to refund.',
  noFreightLeft: 'No freight of this order is left to refund.',
  piecesWhole: 'Enter a whole number of pieces.',
  piecesTooMany: (pieces: number) => `The order has ${counted(pieces, 'piece')}.`,
  restockNeedsAmount: 'Say how much is refunded.',
  /** Of orders that are invoiced by delivery. */
  sentAndUnsent:
    'Pieces that are not sent any more have no invoice: withdraw them by themselves, and refund those that were sent apart from them.',
  unsentAmount: (amount: number) =>
    `These pieces have no invoice. ${formatAmount(amount)} is taken off for them, with their freight: enter this amount, or none.`,
  onlyInvoiced: (left: number) =>
    left === 0
      ? 'Nothing of this order has been invoiced yet. Withdraw pieces that are not sent any more, or cancel the order.'
      : `At most ${formatAmount(left)} can be refunded: what deliveries were invoiced with. Withdraw pieces that are not sent any more.`,
  restockWhole: 'Enter a whole number of pieces.',
  withdrawWhole: 'Enter a whole number of pieces.',
  withdrawTooMany: (pieces: number) =>
    pieces === 0 ? 'No pieces are left to send.' : `Only ${counted(pieces, 'piece is', 'pieces are')} left to send.`,
  withdrawEnds: (left: number) =>
    `Nothing of this order is sent then, so it is cancelled: refund all that is left of its price, ${formatAmount(left)}.`,
  restockNotMade: (stocked: number, toMake: number) =>
    `Only ${formatCount(stocked)} of these pieces exist: ${formatCount(toMake)} were to be made for the order. Have the others been made already?`,
  /** With pieces that are withdrawn. */
  restockTooManyUnsent: (pieces: number) =>
    `At most ${counted(pieces, 'piece')} can return to stock: those that are not sent any more, and those that came back.`,
  restockTooMany: (pieces: number) =>
    pieces === 0
      ? 'No pieces of this order can come back: none were sent, or all are back or in a return.'
      : `At most ${counted(pieces, 'piece')} can come back: those that were sent and are neither back nor in a return.`,
} as const

export const RefundOrderAnswer = Type.Object({
  modifiedCount: Type.Integer({ description: '1 when the order was refunded by this call, 0 when nothing was left to give back' }),
  order: Order,
})
export type RefundOrderAnswer = Static<typeof RefundOrderAnswer>

/**
 * A refund by an admin. With only a reason: cancels an order of which nothing was sent, and refunds its remaining price. With pieces,
 * freight or an amount: that part of a paid order's price, also of a shipped one.
 */
export const RefundOrder = strictObject({
  reason: requiredText(TEXT_LIMITS.refundReason, messages.refundReasonRequired),
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e13,
      [MESSAGE]: refundMessages.amountInCents,
      description: 'Dollars. All that is left of an order of which nothing was sent cancels it',
    }),
  ),
  pieces: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAXIMUM_STOCK,
      [MESSAGE]: refundMessages.piecesWhole,
      description:
        'Without an amount, the price of these pieces with its tax is refunded, at most what is left of the order. The credit note lists the pieces if the amount is their price',
    }),
  ),
  freight: Type.Optional(
    Type.Boolean({
      description:
        'The freight goes back too, with its tax; alone, or with pieces. An `amount` is all that goes back, and the freight is a part of it',
    }),
  ),
  restock: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAXIMUM_STOCK,
      [MESSAGE]: refundMessages.restockWhole,
      description:
        'Pieces that return to stock, of those that were sent and came back and of those in `withdraw`; only with pieces or an amount',
    }),
  ),
  withdraw: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAXIMUM_STOCK,
      [MESSAGE]: refundMessages.withdrawWhole,
      description:
        'Pieces that are not sent any more, of those that are left to send; only with pieces or an amount. They return to stock where `restock` counts them, too. ' +
        'With the last ones a partly sent order is shipped. Where nothing is left of the price, `pieces` and `withdraw` end the rest without money',
    }),
  ),
  confirmed: Type.Optional(
    Type.Boolean({
      description: 'Sent with a `restock` of more pieces than were in stock or have come back (409 RESTOCK_DOUBTED): they have been made',
    }),
  ),
})
export type RefundOrder = Static<typeof RefundOrder>

const Instant = Type.String({ format: 'date-time' })

/** A refund of the payment of an order. */
export const OrderRefund = Type.Object({
  _id: Id,
  at: Instant,
  amount: Type.Number({ description: 'US dollars' }),
  state: Type.Enum([...refundStates], { description: '`asked` until the payment provider knows of it; `failed`: the bank sent it back' }),
  madeBy: Type.Enum(['shop', 'provider'], { description: "`provider`: in the provider's dashboard" }),
  ofPayment: Type.Boolean({ description: 'Of the whole payment for several orders, which share it by price' }),
  pieces: nullable(Type.Integer({ description: 'Pieces whose price it is, where its credit note lists them' })),
  restocked: Type.Integer({ description: 'Pieces that returned to stock with it' }),
  withdrawn: Type.Integer({ description: 'Pieces that are not sent any more since it' }),
  creditNote: nullable(Type.String({ description: 'Number of the credit note that it is in, where the order has an invoice' })),
  freight: Type.Optional(Type.Number({ description: 'US dollars of it that give freight back, with its tax' })),
  isDiscount: Type.Optional(Type.Boolean({ description: 'A discount: the price is less by it, and no money goes back' })),
  reason: nullable(Type.String({ description: 'For admins; null for customers' })),
  actor: nullable(Type.String({ description: 'Email of the admin, for admins' })),
})
export type OrderRefund = Static<typeof OrderRefund>

/** A dispute of the payment of an order. */
export const OrderDispute = Type.Object({
  openedAt: Instant,
  amount: Type.Number({ description: 'US dollars' }),
  state: Type.Enum([...disputeStates]),
  reason: nullable(Type.String({ description: "The provider's word for it, for admins" })),
  evidenceDueAt: nullable(Type.String({ format: 'date-time', description: 'Until when the bank takes evidence, for admins' })),
})
export type OrderDispute = Static<typeof OrderDispute>

export const OrderRefunds = Type.Object({
  refunds: Type.Array(OrderRefund, { description: 'Oldest first' }),
  disputes: Type.Array(OrderDispute),
  left: Type.Number({ description: 'US dollars that can still be refunded' }),
  freightLeft: Type.Optional(Type.Number({ description: 'US dollars of freight among them, with its tax; only where there was freight' })),
  invoicedLeft: Type.Optional(
    Type.Number({
      description:
        'Of an order with an invoice for each delivery: US dollars of these invoices that are not credited. Pieces in `withdraw` have no invoice and take off their share of price, freight and tax',
    }),
  ),
  returnable: Type.Integer({ description: 'Pieces that were sent and are neither back nor in a return' }),
  leftToSend: Type.Integer({ description: 'Pieces that are still to be sent and can be withdrawn' }),
  leftToMake: Type.Integer({
    description: 'How many of the unsent pieces are still to be made. When pieces are withdrawn, these come first',
  }),
})
export type OrderRefunds = Static<typeof OrderRefunds>

export const refundCalls = defineCalls('Orders', 'refunds', {
  order: {
    method: 'POST',
    path: '/order/:id/refund',
    policy: 'admin',
    permissions: ['money'],
    summary:
      'Cancel a paid order that was not shipped and give its price back; its pieces go back into stock. With pieces or an amount: give back a part of the price',
    onceByKey: true,
    params: IdParams,
    body: RefundOrder,
    response: RefundOrderAnswer,
  },
  ofOrder: {
    method: 'GET',
    path: '/order/:id/refunds',
    policy: 'owner',
    permissions: ['orders', 'money'],
    scopes: ['orders:read'],
    summary: 'Refunds and disputes of the payment of an order, and what can still be refunded',
    params: IdParams,
    response: OrderRefunds,
  },
})
