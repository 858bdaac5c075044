import { counted, formatCount } from '#contract/basics/figures.ts'

/** Words of a customer's orders. */
export const myOrdersWords = {
  // Specification section 2, "My Order"
  title: 'My Order',
  orders: (orders: number) => counted(orders, 'order'),
  heading: (count: number) => `My Total Order: ${formatCount(count)}`,
  columns: {
    number: 'SN',
    partName: 'Parts Name',
    quantity: 'Order Quality',
    price: 'Price',
    paymentStatus: 'Payment Status',
    cancel: 'Cancel',
  },
  payNow: 'Pay Now',
  /** `shortId` is the transaction id as `shortTransactionId` cuts it. */
  transaction: (shortId: string) => `Tx.ID-${shortId}`,

  // Our own
  onAccount: 'On account',
  byTransfer: 'by bank transfer',
  orderColumn: 'Order',
  orderedColumn: 'Ordered',
  stateColumn: 'State',
  caption: 'My orders',
  pages: 'Pages of orders',
  searchLabel: 'Number, part, reference, tracking',
  none: 'No orders yet.',
  noneMore: 'What you buy appears here, with its state, parcels and documents.',
  payBy: 'Pay by',
  seeAllParts: 'See all parts',
  /** Orders of one quote have the same mark, and are paid together. */
  together: (mark: string) => `Ordered together: ${mark}`,
  cancelOrder: (partName: string) => `Delete the order of ${partName}`,
} as const
