import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, requiredText, strictObject } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'

/** Maximum of part numbers that an account keeps, and that one call adds or removes. */
export const MAXIMUM_CUSTOMER_PART_NUMBERS = 5_000

export const customerPartNumberMessages = {
  numberRequired: 'Enter your number, with letters or digits.',
  partRequired: 'Enter the number of our part.',
  partUnknown: 'We have no part with this number.',
  tooMany: `An account keeps at most ${MAXIMUM_CUSTOMER_PART_NUMBERS.toLocaleString('en-US')} part numbers. Remove some first.`,
} as const

/** A number that a customer uses for a part of the shop. Case, spaces, dashes and slashes in `number` do not matter. */
export const CustomerPartNumber = Type.Object({
  number: Type.String({ description: "The customer's number" }),
  partsId: Id,
  partNumber: Type.String({ description: "The shop's number" }),
  name: Type.String(),
  isOnSale: Type.Boolean(),
})
export type CustomerPartNumber = Static<typeof CustomerPartNumber>

const number = requiredText(TEXT_LIMITS.quoteLine, customerPartNumberMessages.numberRequired, { examples: ['4711'] })

/** The shop's part by its number, or by one that it had before. */
const NewCustomerPartNumber = strictObject({
  number,
  partNumber: requiredText(TEXT_LIMITS.partNumber, customerPartNumberMessages.partRequired, { examples: ['TCB-5512-4K'] }),
})
export type NewCustomerPartNumber = Static<typeof NewCustomerPartNumber>

const some = { maxItems: MAXIMUM_CUSTOMER_PART_NUMBERS }

export const customerPartNumberCalls = defineCalls('Quotes', 'customerPartNumbers', {
  mine: {
    method: 'GET',
    path: '/customer-part-numbers',
    policy: 'session',
    scopes: ['quotes:read'],
    summary: "The caller's own numbers of parts, in the order of the numbers",
    response: Type.Array(CustomerPartNumber),
  },
  change: {
    method: 'PUT',
    path: '/customer-part-numbers',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: "Remove and add own numbers of parts, all or none; the lines of the caller's quotes find parts by them, too",
    body: strictObject({ remove: Type.Array(number, some), add: Type.Array(NewCustomerPartNumber, some) }),
    bodyLimitBytes: 4 * 1024 * 1024,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
