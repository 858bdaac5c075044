import { formatCount } from './figures.ts'

/** Sentences about reducing an order. In a separate file, because public pages carry those of `messages.ts`. */
export const reductionMessages = {
  orderNotReducible: 'Only an unpaid order can be reduced.',
  fewerPieces: (now: number) => `Enter fewer than the ${formatCount(now)} pieces of this order.`,
  paymentUnderway: 'The payment of this order is being processed. Please wait for its result.',
  partNotSold: 'This part is no longer sold, so the order cannot be reduced. It can be cancelled.',
} as const
