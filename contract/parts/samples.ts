import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { counted } from '../basics/figures.ts'
import { Dollars, Id, IdParams, MESSAGE, strictObject } from '../basics/fields.ts'
import { MAXIMUM_STOCK } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'

export const sampleMessages = {
  none: 'The shop gives no samples of this part.',
  left: (pieces: number) =>
    pieces === 0
      ? 'You have ordered all samples of this part that one customer can have within a year.'
      : `At most ${counted(pieces, 'piece')} of samples ${pieces === 1 ? 'is' : 'are'} left to you.`,
} as const

export const Samples = Type.Object({
  pieces: Type.Integer({ description: 'Pieces of samples that are left to the caller; 0 also where the part has none' }),
  price: Type.Optional(Dollars),
})
export type Samples = Static<typeof Samples>

export const sampleCalls = defineCalls('Quotes', 'samples', {
  ofPart: {
    method: 'GET',
    path: '/parts/:id/samples',
    policy: 'session',
    scopes: ['quotes:read'],
    summary: 'Samples of a part that are left to the caller, and the price of a piece',
    params: IdParams,
    response: Samples,
  },
  ask: {
    method: 'POST',
    path: '/parts/:id/samples',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Make a quote of samples, fewer pieces than the minimum order, to be ordered as any other',
    onceByKey: true,
    params: IdParams,
    body: strictObject({ quantity: Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole }) }),
    response: Type.Object({ quoteId: Id, number: Type.String() }),
  },
})
