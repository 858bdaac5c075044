import { counted } from '#contract/basics/figures.ts'
import type { PaymentMeans } from '#contract/payments/payment-means.ts'
import type { DisputeState, RefundState } from '#contract/payments/payment-states.ts'

/** Words about money that goes back and payments that are disputed; all our own. Amounts come with their '$'. */
export const refundWords = {
  refundFailed: 'Refund failed',
  chargedBack: 'Charged back',
  partRefunded: (amount: string) => `${amount} refunded`,
  disputed: 'Payment disputed',
  disputeLost: 'Dispute lost',

  // Before shipping
  shipDisputed: "The customer's bank holds the money until the dispute is decided.",
  shipLost: "The dispute is lost: the customer's bank keeps the money.",
  shipPartRefunded: (amount: string) => `${amount} has been refunded to the customer.`,
  heldBack: 'The payment has changed. Check the order again.',

  // Refunding
  refund: 'Refund',
  refundOf: (partName: string) => `Refund the order of ${partName}`,
  question: (partName: string) => `Cancel and refund ${partName}?`,
  /** What happens to the money of a refund, by the way it was paid. */
  goesBack: {
    card: (amount: string) => `${amount} is refunded to the customer's card`,
    transfer: (amount: string) => `${amount} is to be transferred back: it is listed on the screen Bank until you mark it`,
    account: (amount: string) =>
      `${amount} is taken off the bill on account; if more was paid than stays on it, the screen Bank lists what is to be transferred back`,
  } satisfies Record<PaymentMeans, (amount: string) => string>,
  consequences: (goesBack: string, pieces: string) =>
    `${goesBack}, ${pieces} return to stock, and the customer is notified by email. This cannot be undone.`,
  endsWithoutMoney: (pieces: string) =>
    `The bank already has the money. ${pieces} return to stock, and the customer is notified by email. This cannot be undone.`,
  reason: 'Reason',
  reasonHint: 'Internal: not shown to the customer.',
  what: 'What is refunded',
  all: 'All of it, and the order is cancelled',
  part: 'A part of the price',
  partQuestion: (partName: string) => `Refund ${partName}?`,
  piecesRefunded: 'Pieces to refund',
  piecesRefundedHint: (ordered: string) => `At most ${ordered}`,
  freightToo: (amount: string) => `Freight too, ${amount}`,
  amount: 'Amount in dollars',
  amountHint: (left: string) => `At most ${left}`,
  amountHintWithTax: (left: string) => `At most ${left} with tax`,
  withdraw: 'Pieces not to send',
  withdrawHint: (left: string) => `At most ${left}; none if empty`,
  withdrawRequired: 'Enter the pieces that are not sent any more.',
  restock: 'Pieces back in stock',
  restockHint: (pieces: string) => `At most ${pieces}; none if empty`,
  partHint: (goesBack: string) => `${goesBack}, and the customer is notified by email.`,
  theAmount: 'The amount',
  stays: {
    card: (amount: string) => `${amount} stays paid`,
    transfer: (amount: string) => `${amount} stays paid`,
    account: (amount: string) => `${amount} stays on the bill`,
  } satisfies Record<PaymentMeans, (amount: string) => string>,
  partConsequences: (goesBack: string, stays: string) => `${goesBack}, ${stays}, and the customer is notified by email.`,
  madeQuestion: 'Put pieces into stock that were to be made?',
  piecesReturn: (pieces: string) => `${counted(pieces, 'piece returns', 'pieces return')} to stock.`,
  allStillShip: (pieces: string) => `All ${counted(pieces, 'piece is', 'pieces are')} still to be sent.`,
  notSent: (pieces: string, left: string) =>
    `${counted(pieces, 'piece is', 'pieces are')} not sent any more; ${left} are still to be sent.`,
  restNotSent: (pieces: string) =>
    `${counted(pieces, 'piece is', 'pieces are')} not sent any more, and the order is closed as shipped. This cannot be undone.`,
  withoutMoney: 'All of the price has gone back already. The customer is notified by email.',
  stillShips: 'The order stays open; shipping it asks first. This cannot be undone.',
  staysAsItIs: 'The order stays as it is. This cannot be undone.',
  partDone: (amount: string) => `${amount} is refunded`,
  done: (partName: string) => `${partName} is refunded`,
  withdrawnDone: (pieces: string) => `${counted(pieces, 'piece is', 'pieces are')} not sent any more`,
  nothingLeft: 'This order is already refunded.',

  // On the order
  list: 'Refunds and disputes',
  refundOfAmount: (amount: string) => `Refund ${amount}`,
  discountOf: (amount: string) => `Discount ${amount}`,
  states: {
    card: {
      asked: 'Requested',
      pending: 'On its way',
      succeeded: 'Refunded',
      failed: 'Sent back by the bank',
      canceled: 'Cancelled',
    },
    transfer: {
      asked: 'Requested',
      pending: 'To be transferred back',
      succeeded: 'Transferred back',
      failed: 'Sent back by the bank',
      canceled: 'Cancelled',
    },
    account: {
      asked: 'Requested',
      pending: 'To be transferred back',
      succeeded: 'Settled with the account',
      failed: 'Sent back by the bank',
      canceled: 'Cancelled',
    },
  } satisfies Record<PaymentMeans, Record<RefundState, string>>,
  creditNote: (number: string) => `Credit note ${number}`,
  ofPieces: (count: number, formatted: string) => (count === 1 ? 'For one piece' : `For ${formatted} pieces`),
  ofFreight: (amount: string) => `${amount} of it is freight`,
  ofPayment: 'Of the payment for several orders, shared by price.',
  restocked: (pieces: string) => `${counted(pieces, 'piece')} back in stock`,
  withdrawn: (pieces: string) => `${counted(pieces, 'piece')} not sent any more`,
  byProvider: "in the card processor's dashboard",
  by: (person: string) => `by ${person}`,
  disputeOf: (amount: string) => `Dispute ${amount}`,
  disputeStates: { open: 'Open', won: 'Won', lost: 'Lost' } satisfies Record<DisputeState, string>,
  disputeReason: (reason: string) => `Reason: ${reason}`,
  evidenceUntil: 'The bank takes evidence until',
  evidenceWhere: "Submit it in the card processor's dashboard.",
  disputedOn: 'Opened',

  // On the payment page
  paymentRefunded: {
    card: 'This order was cancelled after it was paid, and the payment was refunded.',
    transfer: 'This order was cancelled after it was paid, and the money goes back to your bank account.',
    account: 'This order was cancelled after it was taken on account. Nothing is open for it any more.',
  } satisfies Record<PaymentMeans, string>,
} as const
