import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { IdParams, MESSAGE } from '../basics/fields.ts'
import { MAXIMUM_STOCK } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { PromisedPieces } from './promise.ts'

export const PromiseOfPart = Type.Object({
  promise: Type.Array(PromisedPieces, { description: 'When pieces leave that are ordered and paid now; the earliest first' }),
  missing: Type.Integer({ minimum: 0, description: 'Pieces beyond these, of which the shop can tell no day' }),
})
export type PromiseOfPart = Static<typeof PromiseOfPart>

export const partPromiseCalls = defineCalls('Parts', 'partPromise', {
  ofPart: {
    method: 'GET',
    path: '/parts/:id/promise',
    policy: 'session',
    scopes: 'any',
    summary: 'When so many pieces of a part on sale leave: from stock, from what is expected and from what is made; nothing is set aside',
    params: IdParams,
    query: Type.Object({ pieces: Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole }) }),
    response: PromiseOfPart,
  },
})
