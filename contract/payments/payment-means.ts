/** - `account`: taken on account, and paid later */
export const paymentMeans = ['card', 'transfer', 'account'] as const
export type PaymentMeans = (typeof paymentMeans)[number]

/** Beginnings of transaction ids that the shop itself makes: of a bank transfer, and of a bill on account. A trigger sets `paid_by` by them. */
export const TRANSFER_PREFIX = 'bank_'
export const ACCOUNT_PREFIX = 'acct_'

/** Whether no card processor can know this id, before the shop's own rows are read. */
export const isRecordedByShop = (transactionId: string) =>
  transactionId.startsWith(TRANSFER_PREFIX) || transactionId.startsWith(ACCOUNT_PREFIX)
