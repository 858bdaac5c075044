import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { IdParams, nullable } from '../basics/fields.ts'

/** The card that paid for an order, as far as it may be shown. */
export const PaidCard = Type.Object({
  brand: Type.String({ description: "The provider's name of the card's kind, such as visa" }),
  last4: Type.String({ description: 'The last four digits' }),
})
export type PaidCard = Static<typeof PaidCard>

export const orderCardCalls = defineCalls('Payments', 'orderCard', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/card',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary: 'The card that an order was paid with, as the payment provider knows it; null before the payment, and where it knows none',
    params: IdParams,
    response: Type.Object({ card: nullable(PaidCard) }),
  },
})
