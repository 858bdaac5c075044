import type { InvoicePayment } from '#contract/payments/invoices.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { dayOf } from './day-of.ts'

/** Beginnings of the transaction ids that the shop itself gives; all others are a card processor's. */
const MEANS = { bank_: 'transfer', acct_: 'account' } as const

/** How a paid order is paid, by its transaction id. */
export function paymentOf({ transactionId, paidAt }: Pick<OrderRow, 'transactionId' | 'paidAt'>, dueOn?: string): InvoicePayment {
  const reference = transactionId ?? ''
  const means = Object.entries(MEANS).find(([beginning]) => reference.startsWith(beginning))?.[1] ?? 'card'
  return {
    means,
    reference,
    ...(means !== 'account' && paidAt && { paidOn: dayOf(paidAt) }),
    ...(means === 'account' && dueOn !== undefined && { dueOn }),
  }
}
