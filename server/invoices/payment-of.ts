import type { InvoicePayment } from '#contract/payments/invoices.ts'
import { paymentMeansOf } from '#contract/payments/payment-means.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { dayOf } from './day-of.ts'

type PaidLater = { dueOn?: string | undefined; daysFromDispatch?: number | undefined }

/** How a paid order is paid, by its transaction id. */
export function paymentOf(
  { transactionId, paidAt }: Pick<OrderRow, 'transactionId' | 'paidAt'>,
  { dueOn, daysFromDispatch }: PaidLater = {},
): InvoicePayment {
  const reference = transactionId ?? ''
  const means = paymentMeansOf(reference)
  return {
    means,
    reference,
    ...(means !== 'account' && paidAt && { paidOn: dayOf(paidAt) }),
    ...(means === 'account' && daysFromDispatch !== undefined && { daysFromDispatch }),
    ...(means === 'account' && daysFromDispatch === undefined && dueOn !== undefined && { dueOn }),
  }
}
