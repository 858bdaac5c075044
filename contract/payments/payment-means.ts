/** Beginnings of transaction ids that the shop itself makes: of a bank transfer, and of a bill on account. */
export const TRANSFER_PREFIX = 'bank_'
export const ACCOUNT_PREFIX = 'acct_'

/** Whether the shop itself recorded this payment, so that no card processor knows it. */
export const isRecordedByShop = (transactionId: string) =>
  transactionId.startsWith(TRANSFER_PREFIX) || transactionId.startsWith(ACCOUNT_PREFIX)

/** - `account`: taken on account, and paid later */
export const paymentMeans = ['card', 'transfer', 'account'] as const
export type PaymentMeans = (typeof paymentMeans)[number]

/** How an order was paid, by its transaction id. */
export function paymentMeansOf(transactionId: string): PaymentMeans {
  if (transactionId.startsWith(TRANSFER_PREFIX)) return 'transfer'
  return transactionId.startsWith(ACCOUNT_PREFIX) ? 'account' : 'card'
}
