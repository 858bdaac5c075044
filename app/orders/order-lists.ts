import { orderCalls } from '#contract/orders/orders.ts'

/** Data of lists of orders, to be reloaded after a change of one: the orders, and the counts of each state. */
export const orderLists = [orderCalls.ofCustomer, orderCalls.all, orderCalls.countByState, orderCalls.countOwnByState]
