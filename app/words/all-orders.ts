import { formatCount } from '#contract/basics/figures.ts'
/** Words of the admins' list of orders. */
export const allOrdersWords = {
  // Specification section 2, "All Order"
  title: 'All Order',
  heading: (count: number) => `Total Order: ${formatCount(count)}`,
  columns: {
    number: 'SN',
    email: 'Email',
    partName: 'Parts Name',
    quantity: 'Order Quality',
    status: 'Status',
    cancel: 'Cancel',
    // Our own, beside the specified ones
    order: 'Order',
    ordered: 'Ordered',
    total: 'Total',
    refund: 'Refund',
  },

  // Our own
  caption: 'All orders',
  pages: 'Pages of orders',
  none: 'No orders yet.',
  noneMore: 'Orders of all buyers appear here, the newest first, to be shipped and refunded.',
  days: 'Order date',
  searchLabel: 'Number, buyer, part, reference, tracking',
} as const
