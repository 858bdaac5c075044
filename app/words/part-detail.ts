import { counted, formatCount } from '#contract/basics/figures.ts'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'

/** Words of the part screen. */
export const partDetailWords = {
  // Specification section 2, "Part detail"; the stock is in pieces
  loading: 'Please wait! Your product is Loading......',
  stock: (available: number) => {
    if (available <= 0) return 'Sold Out'
    return available === 1 ? '1 Piece' : `${formatCount(available)} Pieces`
  },
  purchase: 'Purchase',

  // Our own
  title: 'Part',
  available: 'Available',
  moreOn: (day: string) => `More on ${day}`,
  minimumOrder: 'Minimum order',
  pieces: (quantity: number) => counted(quantity, 'piece'),
  pricePerUnit: 'Price per unit',
  partNumber: 'Part number',
  moreShipsBy: (available: number) => `More than ${formatCount(available)} by`,
  value: (value: string, unit: string) => (unit === '' ? value : `${value} ${unit}`),
  fewerFrom: (from: number, price: string) => `from ${formatCount(from)}: ${price}`,
  grams: (grams: number) => (grams >= 1_000 ? `${grams / 1_000} kg` : `${grams} g`),
  gone: 'This part is no longer available.',
  goneReason: 'It may have been discontinued, or the address is wrong.',
  seeAllParts: 'See all parts',
  order: 'Order',
  quantity: 'Quantity',
  minus: (pieces: number) => `Minus ${counted(pieces, 'piece')}`,
  plus: (pieces: number) => `Plus ${counted(pieces, 'piece')}`,
  /** The specified sentence has the shop's own minimum. */
  minimumError: (minimum: number) => (minimum === MINIMUM_ORDER ? messages.minimumOrder : `Minimum Order ${formatCount(minimum)}`),
  steps: (minimum: number, step: number) =>
    step === 1 ? counted(minimum, 'piece') : `${counted(minimum, 'piece')}, then steps of ${formatCount(step)}`,
  orderAtLeast: (pieces: number) => `Order at least ${counted(pieces, 'piece')}.`,
  wholeStock: (stock: string) => `This is all we have: ${stock}.`,
  needMore: 'Do you need more than is in stock?',
  total: (dollars: string) => `Total: ${dollars}`,
  noTotal: '–',
} as const
