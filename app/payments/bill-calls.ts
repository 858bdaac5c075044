import { orderCalls } from '#contract/orders/orders.ts'
import { paperCalls } from '#contract/payments/papers.ts'
import { transferCalls } from '#contract/payments/transfers.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { readOf } from '#app/api/queries.ts'
import { orderLists } from '#app/orders/order-lists.ts'

/** What a payment page reads, and the lists: to be read again after a payment, or a refusal, which the shop knew more about. */
export const billCalls = [orderCalls.one, quoteCalls.group, transferCalls.ways, paperCalls.ofOrder, ...orderLists]

/** An order as its payment page reads it: one that was cancelled meanwhile is told as such. */
export const orderToPay = (id: string) => readOf(orderCalls.one, { params: { id }, query: { cancelled: true } })
