import { orderCalls } from '#contract/orders/orders.ts'

/** What lists of orders show, to be read again after a change of one: the orders, and how many are in each state. */
export const orderLists = [orderCalls.ofCustomer, orderCalls.all, orderCalls.countByState, orderCalls.countOwnByState]
