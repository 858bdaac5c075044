import { bankCalls } from '#contract/payments/bank.ts'
import { openItemCalls } from '#contract/payments/open-items.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { orderLists } from '#app/orders/order-lists.ts'

/** What changes when it is decided what money of the bank is for. */
export const bankReads = [bankCalls.movements, bankCalls.partPaid, bankCalls.toGiveBack, openItemCalls.all, orderCalls.one, ...orderLists]
