import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, strictObject } from '../basics/fields.ts'
import { PERCENT } from './raise-price.ts'

/** Parts of one change. */
export const MAXIMUM_CHANGED_PRICES = 10_000
/** Changes that the list shows. */
export const PRICE_CHANGES = 50

export const priceChangeMessages = {
  priceNow: (name: string, price: string) => `${name} costs ${price} by now.`,
  cannotRaise: (name: string) => `${name}: a price would be nothing, or a price break would not be lower than the one before it.`,
  percentTooFine: 'Enter a percentage with at most two decimal places.',
  gone: 'A part is not in the catalogue any more.',
  changedMeanwhile: 'A price was changed meanwhile. Please look again.',
  changedSince: (name: string) => `${name} has another price by now.`,
} as const

/**
 * Prices that change together, by a percentage. `seenPrice` is the price that the admin saw, in dollars; if it has changed since, the
 * whole change is refused.
 */
export const PriceChange = strictObject({
  percent: Type.Number({
    minimum: PERCENT.min,
    maximum: PERCENT.max,
    description: 'Of a price, with at most two decimal places; negative to lower it',
  }),
  places: Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4)], {
    description: 'Places behind the point that prices are rounded to',
  }),
  parts: Type.Array(strictObject({ partsId: Id, seenPrice: Type.Number({ minimum: 0 }) }), {
    minItems: 1,
    maxItems: MAXIMUM_CHANGED_PRICES,
  }),
  confirmed: Type.Optional(Type.Boolean({ description: 'Sent with a fall that is larger than the shop allows unasked (409 PRICE_FALL)' })),
})
export type PriceChange = Static<typeof PriceChange>

export const MadePriceChange = Type.Object({
  _id: Id,
  percent: Type.Number(),
  parts: Type.Integer({ description: 'Parts whose price changed' }),
  by: Type.String({ description: 'Email of the admin' }),
  at: Type.String({ format: 'date-time' }),
  undone: Type.Boolean(),
})
export type MadePriceChange = Static<typeof MadePriceChange>

export const priceChangeCalls = defineCalls('Parts', 'priceChanges', {
  make: {
    method: 'POST',
    path: '/price-changes',
    policy: 'admin',
    permissions: ['prices'],
    scopes: ['prices'],
    summary: 'Change prices and ladders of many parts by a percentage, all or none; orders, holds and saved quotes keep theirs',
    onceByKey: true,
    body: PriceChange,
    bodyLimitBytes: 2 * 1024 * 1024,
    response: Type.Object({ _id: Id, modifiedCount: Type.Integer() }),
  },
  all: {
    method: 'GET',
    path: '/price-changes',
    policy: 'admin',
    permissions: ['prices'],
    scopes: ['prices'],
    summary: `The last ${PRICE_CHANGES} of these changes, the newest first`,
    response: Type.Array(MadePriceChange),
  },
  undo: {
    method: 'POST',
    path: '/price-changes/:id/undo',
    policy: 'admin',
    permissions: ['prices'],
    scopes: ['prices'],
    summary: 'Give all parts of a change the prices that they had; 409 PRICES_CHANGED names those that have another price since',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
