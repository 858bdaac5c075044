import { counted } from '../basics/figures.ts'

/** Sentences about changing an order. In a separate file, because public pages carry those of `messages.ts`. */
export const orderChangeMessages = {
  addressShipped: 'This order has been shipped, so its address cannot be changed any more.',
  addressPartlySent: 'A parcel of this order has left, so its address cannot be changed any more.',
  addressRefunded: 'This order is refunded, so its address cannot be changed any more.',
  addressTaxed: 'The tax of this order was decided for its address. Please choose an address in the same country, or write to us.',
  addressEnded: 'This order is cancelled, so its address cannot be changed any more.',
  addressChangedTo: (now: string) => `Somebody has changed the address meanwhile to: ${now.replaceAll('\n', ', ')}`,
  referenceChangedTo: (now: string) =>
    now === '' ? 'Somebody has removed the reference meanwhile.' : `Somebody has changed the reference meanwhile to ${now}.`,
  orderedBefore: (number: string) => `These pieces were ordered before, as ${number}, with other details. Open that order to change it.`,
  quoteOrderedOtherwise: (number: string) =>
    `This quote was ordered before, with other details: see ${number}. Open its orders to change them.`,
  orderNotReducible: 'Only an unpaid order can be reduced.',
  releaseNotReducible:
    'The price of this delivery is that of all deliveries of its line. They can be cancelled together, and ordered anew.',
  fewerPieces: (now: number) => `Enter fewer than the ${counted(now, 'piece')} of this order.`,
  paymentUnderway: 'The payment of this order is being processed. Please wait for its result.',
  partNotSold: 'This part is no longer sold, so the order cannot be reduced. It can be cancelled.',
} as const
