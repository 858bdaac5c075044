import { counted } from '#contract/basics/figures.ts'
/** Words of the purchase screen. */
export const purchaseWords = {
  // Specification section 2, "Purchase details"
  title: 'Purchase Details',
  orderItem: 'Order item',
  totalPrice: 'Total price',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  submit: 'Submit',

  // Our own
  country: 'Country',
  chooseCountry: 'Choose a country',
  countryHint: 'The tax depends on it',
  countryOfInvoice: (name: string) => `${name}, as of the invoice`,
  reference: 'Reference',
  referenceHint: 'Optional: your own order number',
  pieces: 'Pieces',
  unitPrice: 'Unit price',
  reservedAtSubmit: 'The pieces are reserved for you when you submit. My Order shows until when you can pay.',
  reservedUntil: 'Reserved until',
  stepsLabel: 'Steps of your order',
  profileUnread: 'Your profile could not be loaded. Please enter phone and address here.',
  backToPart: 'Back to the part',
  newPrice: ({ pieces, partName, total, price }: { pieces: number; partName: string; total: string; price: string }) =>
    `${counted(pieces, 'piece')} of ${partName} now cost ${total} (${price} per unit). Order at this price?`,
  placed: (partName: string) => `${partName} Your Order was Placed successfully`,
} as const

/** The steps from a part to its payment. `partPath` is the address of the part. */
export const purchaseSteps = (partPath?: string) => [
  { label: 'Quantity', ...(partPath && { to: partPath }) },
  { label: 'Details' },
  { label: 'Payment' },
]
