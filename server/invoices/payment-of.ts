import type { InvoicePayment } from '#contract/payments/invoices.ts'
import { paymentMeansOf } from '#contract/payments/transfers.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { dayOf } from './day-of.ts'

/** How a paid order is paid, by its transaction id. */
export function paymentOf({ transactionId, paidAt }: Pick<OrderRow, 'transactionId' | 'paidAt'>, dueOn?: string): InvoicePayment {
  const reference = transactionId ?? ''
  const means = paymentMeansOf(reference)
  return {
    means,
    reference,
    ...(means !== 'account' && paidAt && { paidOn: dayOf(paidAt) }),
    ...(means === 'account' && dueOn !== undefined && { dueOn }),
  }
}
