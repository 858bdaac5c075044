import { orderCan, type Order } from '#contract/orders/orders.ts'
import { dueOf } from '#contract/payments/tax.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import { shipDayOf } from '#contract/promises/promise.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'

/** What a payment page pays: an order, or all orders of its group. `totalPrice` in dollars, with tax. */
export type ToPay = {
  order: Order
  group: OrderGroup | undefined
  totalPrice: number
  paid: boolean
  transactionId: string
  canBePaid: boolean
}

export function toPayFor(order: Order, group: OrderGroup | undefined): ToPay {
  const { transactionId, ...bill } = group ?? order
  // An order that was cancelled before the others of its group were paid is not.
  const paid = bill.paid && !order.cancelled
  const totalPrice = dueOf(group ?? order)
  // An order cancelled in another window is no longer in the group.
  const isInGroup = !group || group.orders.some(({ _id }) => _id === order._id)
  return { order, group, totalPrice, paid, transactionId, canBePaid: isInGroup && !paid && orderCan.pay(order) }
}

/** The order of a bill that ships last: on its day all of them are on their way. */
export function lastToShip({ order, group }: Pick<ToPay, 'order' | 'group'>): Order {
  const left = (group?.orders ?? []).filter(({ shipped, refunded }) => !shipped && !refunded)
  return left.reduce((last, one) => (shipsLater(one, last) ? one : last), left[0] ?? order)
}

const daysOf = (order: Order) => shipDayOf(order, shopCalendar())
const shipsLater = (one: Order, other: Order) => (one.shipBy && other.shipBy ? one.shipBy > other.shipBy : daysOf(one) > daysOf(other))
