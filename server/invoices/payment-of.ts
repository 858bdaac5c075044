import type { InvoicePayment } from '#contract/payments/invoices.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { dayOf } from './day-of.ts'

type PaidLater = { dueOn?: string | undefined; daysFromDispatch?: number | undefined }

/** How a paid order is paid. */
export function paymentOf(
  { transactionId, paidAt, paidBy }: Pick<OrderRow, 'transactionId' | 'paidAt' | 'paidBy'>,
  { dueOn, daysFromDispatch }: PaidLater = {},
): InvoicePayment {
  return {
    means: paidBy,
    reference: transactionId ?? '',
    ...(paidBy !== 'account' && paidAt && { paidOn: dayOf(paidAt) }),
    ...(paidBy === 'account' && daysFromDispatch !== undefined && { daysFromDispatch }),
    ...(paidBy === 'account' && daysFromDispatch === undefined && dueOn !== undefined && { dueOn }),
  }
}
