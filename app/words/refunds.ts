/** Words about money that goes back and payments that are disputed; all our own. Amounts come with their '$'. */
export const refundWords = {
  refundFailed: 'Refund failed',
  chargedBack: 'Charged back',
  partRefunded: (amount: string) => `${amount} refunded`,
  disputed: 'Payment disputed',
  disputeLost: 'Dispute lost',

  // Before shipping
  shipDisputed: "The customer's bank has taken the money back until the dispute is decided.",
  shipLost: "The customer's bank has taken the money back for good.",
  shipPartRefunded: (amount: string) => `${amount} of the price has gone back to the customer.`,
  heldBack: 'Something about the payment has changed. Please look at the order again.',

  // Refunding
  refund: 'Refund',
  refundOf: (partName: string) => `Refund the order of ${partName}`,
  question: (partName: string) => `Cancel and refund ${partName}?`,
  consequences: (amount: string, pieces: string) =>
    `${amount} goes back to the customer's card, ${pieces} go back into stock, and the customer gets a mail. This cannot be undone.`,
  endsWithoutMoney: (pieces: string) =>
    `The bank has the money already. ${pieces} go back into stock, and the customer gets a mail. This cannot be undone.`,
  reason: 'Reason',
  reasonHint: 'Kept with the order; the customer does not see it.',
  done: (partName: string) => `${partName} is refunded`,
  nothingLeft: 'This order was refunded before.',

  // On the payment page
  paymentRefunded: 'This order was cancelled after it was paid, and the payment was refunded.',
} as const
