import type { Order } from '#contract/orders.ts'

/** An unpaid order as the API answers with it. */
export const sampleOrder: Order = {
  _id: '0b5f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f',
  number: 'O-000042',
  partsId: '7d3f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f',
  name: 'LED driver board',
  img: '/images/x.webp',
  displayName: 'Ann',
  email: 'ann@example.com',
  phone: '1',
  address: 'Dock Road 1',
  price: 0.0385,
  orderQuantity: 12_000,
  totalPrice: 462,
  paid: false,
  shipped: false,
  transactionId: '',
  createdAt: '2026-01-31T10:15:30.123Z',
  groupId: null,
  payBy: null,
  cancelled: false,
  refunded: false,
  refundedTotal: 0,
  dispute: null,
}
