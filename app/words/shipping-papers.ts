import { counted } from '#contract/basics/figures.ts'
/** Words of packing slips, address labels and the screen that ships by barcode; all our own. */
export const shippingPaperWords = {
  title: 'Papers',
  slips: (orders: number) => (orders === 1 ? 'Packing slip' : counted(orders, 'packing slip')),
  labels: (orders: number) => (orders === 1 ? 'Address label' : counted(orders, 'address label')),
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'Letter' },
  fileName: (which: 'slips' | 'labels', number?: string) =>
    `${which === 'slips' ? 'packing-slip' : 'address-label'}${number ? `-${number}` : 's'}.pdf`,

  // Shipping by barcode
  scanTitle: 'Ship',
  scanLead: 'Scan the barcode of a packing slip, then the tracking number of its parcel. Enter confirms each.',
  scanField: 'Order number',
  scanHint: 'Such as O-000123',
  find: 'Find',
  question: (number: string, name: string) => `Ship ${number}: ${name}`,
  shipTo: 'Ship to',
  notFound: (number: string) => `There is no order ${number}.`,
  notANumber: 'This is not an order number.',
  notPaid: (number: string) => `${number} is not paid yet.`,
  cancelled: (number: string) => `${number} is cancelled.`,
  refunded: (number: string) => `${number} is refunded.`,
  shippedBefore: (number: string) => `${number} has already been shipped.`,
  sentHere: (parcels: string) => `Sent in this sitting: ${parcels}`,
  sentOne: (pieces: string, trackingNumber: string) => [counted(pieces, 'piece'), trackingNumber].filter(Boolean).join(', '),
  toShip: 'To ship',
  queue: (orders: string) => `To ship: ${orders}`,
  queueEmpty: 'Nothing waits to be shipped.',
  moreToShip: (orders: string) => `and ${orders} more`,
  shipOf: (number: string) => `Ship ${number}`,
} as const
