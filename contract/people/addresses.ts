import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, requiredText, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_ADDRESSES, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { Order } from '../orders/orders.ts'
import { CountryOfText, ShipTo } from '../orders/ship-to.ts'

/** An entry of a customer's address book. The first one becomes the default; one always is. */
export const Address = Type.Object({
  _id: Id,
  label: Type.String({ description: 'What the customer calls it; may be empty' }),
  isDefault: Type.Boolean(),
  ...ShipTo.properties,
})
export type Address = Static<typeof Address>

export const NewAddress = strictObject({
  label: Type.Optional(text(TEXT_LIMITS.addressLabel)),
  isDefault: Type.Optional(Type.Boolean({ description: 'Makes it the default instead of the present one' })),
  ...ShipTo.properties,
})
export type NewAddress = Static<typeof NewAddress>

/** The new address of an order: as fields, or as free text. `seen` is the text that the person saw. */
export const AddressChange = strictObject({
  shipTo: Type.Optional(ShipTo),
  address: Type.Optional(requiredText(TEXT_LIMITS.address, messages.addressRequired)),
  country: Type.Optional(CountryOfText),
  seen: text(TEXT_LIMITS.address),
})
export type AddressChange = Static<typeof AddressChange>

export const addressCalls = defineCalls('Addresses', 'addresses', {
  mine: {
    method: 'GET',
    path: '/addresses',
    policy: 'session',
    scopes: ['orders:read'],
    summary: "The caller's address book, the default first",
    response: Type.Object({ addresses: Type.Array(Address) }),
  },
  add: {
    method: 'POST',
    path: '/addresses',
    policy: 'session',
    scopes: ['orders:write'],
    summary: `Add an address; at most ${MAXIMUM_ADDRESSES}`,
    onceByKey: true,
    body: NewAddress,
    response: Type.Object({ address: Address }),
  },
  change: {
    method: 'PUT',
    path: '/addresses/:id',
    policy: 'session',
    scopes: ['orders:write'],
    summary: 'Change an address; orders keep the one that they were placed with',
    params: IdParams,
    body: NewAddress,
    response: Type.Object({ address: Address }),
  },
  remove: {
    method: 'DELETE',
    path: '/addresses/:id',
    policy: 'session',
    scopes: ['orders:write'],
    summary: 'Remove an address; without the default, the oldest one becomes it',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  ofOrder: {
    method: 'PUT',
    path: '/order/:id/address',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary:
      'Change where an order goes, until its first parcel has left; refused when the address is no longer `seen`. The tax of an unpaid order is decided anew',
    params: IdParams,
    body: AddressChange,
    response: Order,
  },
  reference: {
    method: 'PUT',
    path: '/order/:id/reference',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary: "Change the buyer's own number for an order; empty text removes it",
    params: IdParams,
    body: strictObject({ reference: text(TEXT_LIMITS.reference), seen: text(TEXT_LIMITS.reference) }),
    response: Order,
  },
})
