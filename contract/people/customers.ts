import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Dollars, Email, Id, IdParams, nullable, pageSize, requiredText, strictObject, text, Turnover } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { CUSTOMERS_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { Role } from './users.ts'

const Instant = Type.String({ format: 'date-time' })

/** An account as the shop's people see it. */
export const Customer = Type.Object({
  _id: Id,
  email: Type.String(),
  displayName: Type.String(),
  phone: Type.String(),
  role: Role,
  isStaff: Type.Boolean({ description: 'Has a role or permissions: only admins block, unblock and export this account' }),
  blocked: Type.Boolean({ description: 'May not sign in' }),
  createdAt: Instant,
  lastSeenAt: nullable(Type.String({ format: 'date-time', description: 'Last sign-in or call; null for none since this is kept' })),
  orders: Type.Integer({ description: 'Orders that are not cancelled' }),
  turnover: Turnover,
})
export type Customer = Static<typeof Customer>

/** One page of the customers. `page` is the page returned: beyond the last page, the last one. */
export const Customers = Type.Object({
  count: Type.Integer({ description: 'Customers that fit' }),
  page: Type.Integer({ description: 'Page index from 0' }),
  customers: Type.Array(Customer),
})
export type Customers = Static<typeof Customers>

/** What the shop's people write about a customer; the customer does not see it, except in an export of their data. */
export const CustomerNote = Type.Object({
  _id: Id,
  note: Type.String(),
  author: Type.String({ description: 'Email of the person who wrote it' }),
  writtenAt: Instant,
})
export type CustomerNote = Static<typeof CustomerNote>

/** Messages on orders and of the contact form. `orderId` is null for the contact form. */
export const CustomerMessage = Type.Object({
  _id: Id,
  orderId: nullable(Id),
  orderNumber: nullable(Type.String()),
  side: Type.Enum(['customer', 'shop']),
  text: Type.String(),
  sentAt: Instant,
})
export type CustomerMessage = Static<typeof CustomerMessage>

export const CustomerInFull = Type.Object({
  ...Customer.properties,
  education: Type.String(),
  address: Type.String(),
  emailVerified: Type.Boolean(),
  unpaid: Type.Integer({ description: 'Orders that are to be paid' }),
  toShip: Type.Integer({ description: 'Orders that are paid and not shipped' }),
  refunded: Dollars,
  quotes: Type.Integer({ description: 'Saved quotes' }),
  notes: Type.Array(CustomerNote, { description: 'The newest first' }),
  messages: Type.Array(CustomerMessage, { description: 'The newest ones, the newest first' }),
})
export type CustomerInFull = Static<typeof CustomerInFull>

/** Messages that a customer's page shows. */
export const CUSTOMER_MESSAGES = 20

export const customerCalls = defineCalls('Customers', 'customers', {
  page: {
    method: 'GET',
    path: '/customers',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'One page of the customers, the newest first; `q` is a part of the name or email',
    query: Type.Object({
      q: Type.Optional(text(TEXT_LIMITS.search)),
      page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })),
      size: pageSize('Customers', CUSTOMERS_PAGE_SIZE),
    }),
    response: Customers,
  },
  one: {
    method: 'GET',
    path: '/customers/:id',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'A customer with figures, notes and the newest messages',
    params: IdParams,
    response: CustomerInFull,
  },
  addNote: {
    method: 'POST',
    path: '/customers/:id/notes',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'Write a note about a customer, which only people of the shop see',
    params: IdParams,
    body: strictObject({ note: requiredText(TEXT_LIMITS.customerNote, 'Write the note first.') }),
    onceByKey: true,
    response: CustomerNote,
  },
  removeNote: {
    method: 'DELETE',
    path: '/customer-notes/:id',
    policy: 'admin',
    permissions: ['customers'],
    summary: 'Remove a note',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  export: {
    method: 'GET',
    path: '/customers/:id/export',
    policy: 'owner',
    permissions: ['customers'],
    summary: 'All that the shop keeps about a person, as a JSON file; also for that person',
    params: IdParams,
    response: fileAnswer('json'),
  },
  erase: {
    method: 'POST',
    path: '/customers/:id/erase',
    policy: 'admin',
    summary: 'Erase the personal data of a customer for good; orders stay without them. The email is repeated as a confirmation',
    params: IdParams,
    body: strictObject({ email: Email }),
    response: Type.Object({ orders: Type.Integer({ description: 'Orders that stay, without a name' }) }),
  },
})
