import type { OrderState } from '#contract/orders/order-states.ts'

/** Words of an order's state. Specification section 2, "All Order"; 'Cancelled' and 'Refunded' are our own. */
export const orderStateWords: Record<OrderState, string> = {
  unpaid: 'Pending Payment',
  cancelling: 'Pending Payment',
  cancelled: 'Cancelled',
  paid: 'Pending Shipping',
  shipped: 'Shipped',
  refunded: 'Refunded',
}
