import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { IdParams, MESSAGE, nullable, strictObject } from '../basics/fields.ts'
import { MAXIMUM_STOCK } from '../basics/limits.ts'
import { Awaited, ListedPart, Part } from './parts.ts'

export const lowStockMessages = {
  belowBounds: 'Enter a whole number of pieces, 0 or more, or leave the field empty.',
  changedTo: (pieces: string) => `Somebody has changed this meanwhile to: ${pieces}`,
} as const

const Below = nullable(
  Type.Integer({
    minimum: 0,
    maximum: MAXIMUM_STOCK,
    [MESSAGE]: lowStockMessages.belowBounds,
    description: "Pieces below which the stock is low; null for less than the part's minimum order, 0 for never",
  }),
)

/** A part as the desk lists it. `awaited` is its earliest delivery that has not arrived, also a late one. */
export const StockedPart = Type.Object({
  ...Part.properties,
  lowStockBelow: Below,
  awaited: Type.Optional(Awaited),
  hasSmallPrices: ListedPart.properties.hasSmallPrices,
})
export type StockedPart = Static<typeof StockedPart>

export const lowStockCalls = defineCalls('Parts', 'lowStock', {
  set: {
    method: 'PUT',
    path: '/parts/:id/low-stock',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: "Say below how many pieces a part's stock is low; `seen` is what was said before",
    params: IdParams,
    body: strictObject({ below: Below, seen: Below }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
