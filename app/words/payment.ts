import { counted, formatCount } from '#contract/basics/figures.ts'
/** Words of the payment page. */
export const paymentWords = {
  // Specification section 2, "Payment page"; quantities in pieces, the total with its '$'
  greeting: (name: string) => `Hello, ${name}`,
  pieces: (quantity: number) => `${formatCount(quantity)} Pieces`,
  pleasePay: (total: string) => `Please Pay: ${total}`,
  pay: 'Pay',
  processing: 'Your Transaction Is Processing......',
  completed: (cardBrand: string) => `Your ${cardBrand} card Payment Is Completed`,
  transactionId: (id: string) => `Your Transaction Id: ${id}`,

  // Our own
  order: (number: string) => `Order ${number}`,
  title: 'Payment',
  payBy: 'Pay by',
  how: 'How do you want to pay?',
  orCancelled: ', or the order is cancelled.',
  orAllCancelled: ', or the orders are cancelled.',
  onAccount: (total: string) => `On account: ${total}`,
  paid: (total: string) => `Paid: ${total}`,
  alreadyPaid: 'This order is paid. Thank you.',
  group: (quoteNumber: string) => `Parts of quote ${quoteNumber}`,
  groupNote: (orders: number) => (orders === 1 ? 'One order.' : `${counted(orders, 'order')}, one payment.`),
  groupPaid: 'These orders are paid. Thank you.',
  cancelled: (number: string) => `Order ${number} was cancelled. Nothing is to be paid for it.`,
  payOthers: 'Pay the other orders',
  sumChanged: (before: string, now: string) => `The amount has changed from ${before} to ${now} since you opened this page.`,
  orderColumn: 'Order',
  invoiceLater: 'The invoice will stand on the page of the order, and comes by mail.',
  myOrder: 'My Order',
  chargedOnce: 'Paying again is safe: an order is never charged twice.',
} as const
