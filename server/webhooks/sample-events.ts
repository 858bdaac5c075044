import type { WebhookEvent } from '#contract/people/webhooks.ts'

const _id = '00000000-0000-4000-8000-000000000000'
const order = { _id, number: 'O-000000' }
const orderIn = (state: string, refundedTotal = 0) => ({ ...order, state, refundedTotal })
const validUntil = '2030-01-31T12:00:00.000Z'

/** The data of each event with made-up values, for tests of an endpoint: nothing has these ids and numbers. */
export const sampleEvents: Record<WebhookEvent, object> = {
  'order.placed': orderIn('unpaid'),
  'order.paid': orderIn('paid'),
  'parcel.sent': { _id, order, pieces: 1_000, left: 500, carrier: 'dhl', trackingNumber: '00340434161094021501' },
  'order.shipped': orderIn('shipped'),
  'order.delivered': orderIn('delivered'),
  'order.delivery_changed': { ...order, state: 'paid', shipBy: '2030-02-12', shipByBefore: '2030-02-05' },
  'order.stage_changed': { ...order, state: 'paid', stage: 'in_production', day: '2030-02-12', stageBefore: 'planned', dayBefore: null },
  'order.cancelled': orderIn('cancelled'),
  'order.refunded': orderIn('refunded', 2_500),
  'return.changed': { _id, number: 'R-000000', order, state: 'agreed', pieces: 100 },
  'paper.issued': { _id, number: 'INV-2030-000000', kind: 'invoice', orders: [order.number], total: 2_500 },
  'quote.offered': { _id, number: 'Q-000000', version: 2, total: 2_500, validUntil },
  'quote.expiring': { _id, number: 'Q-000000', version: 2, validUntil },
  'part.back_in_stock': { _id, partNumber: 'SAMPLE-0000', available: 5_000 },
}
