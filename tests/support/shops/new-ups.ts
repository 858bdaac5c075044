import { randomUUID } from 'node:crypto'

/** Carrier and tracking number of a parcel that no other test sends. */
export const newUps = () =>
  ({ carrier: 'ups', trackingNumber: `1Z${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}` }) as const
