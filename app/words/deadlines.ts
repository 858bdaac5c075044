import { counted } from '#contract/basics/figures.ts'

/** Words about the time to pay, and about what a payment pays for. */
export const deadlineWords = {
  payBy: 'Pay by',
  buyerPaysBy: 'Payment due by',
  orCancelled: ', or the order is cancelled.',
  orAllCancelled: ', or the orders are cancelled.',
  restBy: 'A part of the money is there. Pay the rest by',
  buyerPaysRestBy: 'A part of the money is there. The rest is due by',
  thenDecided: '.',
  held: 'The pieces are held until then.',
  paysFor: (orders: number, quoteNumber: string, total: string) => `Pays for all ${counted(orders, 'order')} of ${quoteNumber}, ${total}`,
} as const
