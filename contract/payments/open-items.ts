import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, Dollars, Id, IdParams, nullable, requiredText, strictObject } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { bankMessages } from './bank.ts'

/** Days within which a bill on account is paid. */
export const creditDays = [14, 30, 60] as const
export type CreditDays = (typeof creditDays)[number]

/** Highest limit of a customer, in dollars. */
export const MAXIMUM_CREDIT = 1_000_000_000

export const creditMessages = { limit: 'Enter the limit in dollars and cents.' } as const

/** Parts of the open sum by how long they are due, in days. */
export const ageBuckets = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'older'] as const
export type AgeBucket = (typeof ageBuckets)[number]

/** How many days an item is overdue; negative before it is due. */
export function bucketOf(daysOverdue: number): AgeBucket {
  if (daysOverdue <= 0) return 'notDue'
  if (daysOverdue <= 30) return 'upTo30'
  if (daysOverdue <= 60) return 'upTo60'
  return daysOverdue <= 90 ? 'upTo90' : 'older'
}

/** A bill that was taken on account and is not paid. */
export const OpenItem = Type.Object({
  billId: Id,
  orderId: Id,
  name: Type.String({ description: 'Its number, or that of the first of several orders' }),
  customerId: Id,
  customer: Type.String(),
  email: Type.String(),
  amount: Dollars,
  open: Dollars,
  placedAt: Type.String({ format: 'date-time' }),
  dueOn: calendarDay(),
  daysFromDispatch: Type.Optional(
    Type.Integer({ description: 'Due so many days after its last pieces have left; `dueOn` is the first day that can be' }),
  ),
  daysOverdue: Type.Integer({ description: 'Negative before it is due' }),
  bucket: Type.Enum([...ageBuckets]),
  reminded: Type.Integer({ description: 'Reminders that were mailed, 0 to 3' }),
  invoice: Type.Optional(Type.String({ description: 'Of one delivery of an order: the number of its invoice' })),
  byDelivery: Type.Optional(Type.Boolean({ description: 'What has not left yet of an order with an invoice for each delivery' })),
})
export type OpenItem = Static<typeof OpenItem>

/** Open sums in dollars by age. */
const Buckets = Type.Object(Object.fromEntries(ageBuckets.map((bucket) => [bucket, Dollars])) as Record<AgeBucket, typeof Dollars>)

export const OpenItemsOfCustomer = Type.Object({
  customerId: Id,
  customer: Type.String(),
  email: Type.String(),
  open: Dollars,
  ages: Buckets,
  limit: nullable(Dollars),
})
export type OpenItemsOfCustomer = Static<typeof OpenItemsOfCustomer>

export const OpenItems = Type.Object({
  open: Dollars,
  ages: Buckets,
  customers: Type.Array(OpenItemsOfCustomer, { description: 'Those with the highest sums' }),
  items: Type.Array(OpenItem, { description: 'The longest due ones first' }),
  more: Type.Boolean({ description: 'There are more than these' }),
})
export type OpenItems = Static<typeof OpenItems>

/** Items and customers that the list has at most. */
export const OPEN_ITEMS_ROWS = 500

/** What a customer may take on account. */
export const CustomerCredit = Type.Object({
  limit: nullable(Type.Number({ description: 'Dollars; null: nothing on account' })),
  netDays: Type.Enum([...creditDays]),
  open: Type.Number({ description: 'Dollars that are on account now' }),
  overdue: Dollars,
})
export type CustomerCredit = Static<typeof CustomerCredit>

const money = { policy: 'admin', permissions: ['money'] } as const

export const openItemCalls = defineCalls('Open items', 'openItems', {
  all: {
    method: 'GET',
    path: '/open-items',
    ...money,
    summary: `Bills on account that are not paid: sums by age and customer, and the ${OPEN_ITEMS_ROWS} longest due ones`,
    response: OpenItems,
  },
  close: {
    method: 'POST',
    path: '/open-items/:id/receipt',
    ...money,
    summary: 'Enter by hand, with a reason, that an open item was paid, or a part of it',
    params: IdParams,
    body: strictObject({
      amount: Type.Number({ minimum: 0.01, maximum: 1e13 }),
      open: Type.Number({ minimum: 0, maximum: 1e13, description: 'What the person saw to be open' }),
      reason: requiredText(TEXT_LIMITS.refundReason, bankMessages.reasonRequired),
    }),
    response: Type.Object({ open: Dollars }),
  },
  credit: {
    method: 'GET',
    path: '/customers/:id/credit',
    ...money,
    summary: 'What a customer may take on account, and what is',
    params: IdParams,
    response: CustomerCredit,
  },
  setCredit: {
    method: 'PUT',
    path: '/customers/:id/credit',
    ...money,
    summary: 'Let a customer buy on account up to a limit, or, with null, no longer; what is open stays',
    params: IdParams,
    body: strictObject({
      limit: nullable(Type.Number({ minimum: 0, maximum: MAXIMUM_CREDIT })),
      netDays: Type.Enum([...creditDays]),
    }),
    response: CustomerCredit,
  },
})
