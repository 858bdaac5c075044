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
  consequences: (amount: string, pieces: string) =>
    `${amount} is refunded to the customer's card, ${pieces} return to stock, and the customer is notified by email. This cannot be undone.`,
  endsWithoutMoney: (pieces: string) =>
    `The bank already has the money. ${pieces} return to stock, and the customer is notified by email. This cannot be undone.`,
  reason: 'Reason',
  reasonHint: 'Internal: not shown to the customer.',
  done: (partName: string) => `${partName} is refunded`,
  nothingLeft: 'This order is already refunded.',

  // On the payment page
  paymentRefunded: 'This order was cancelled after it was paid, and the payment was refunded.',
} as const
