import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, MESSAGE, strictObject } from '../basics/fields.ts'
import { MAXIMUM_ORDERED_LINES } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { NewOffer, OfferLine } from './offers.ts'

export const messageAnswerMessages = {
  noPart: 'Choose a part that is on sale.',
  noLines: 'Add a line with a part.',
} as const

const { unitPrice, leadDays } = OfferLine.properties
const { terms, freight, validDays, total, confirmed, madeToOrder } = NewOffer.properties

/** A quote that answers a message of the contact form. `total` is the sum that the admin saw, in dollars. */
export const MessageAnswer = strictObject({
  lines: Type.Array(
    strictObject({
      partsId: Id,
      quantity: Type.Integer({ ...OfferLine.properties.quantity, [MESSAGE]: messages.quantityWhole }),
      unitPrice,
      leadDays,
    }),
    { minItems: 1, maxItems: MAXIMUM_ORDERED_LINES, [MESSAGE]: messageAnswerMessages.noLines },
  ),
  terms,
  freight,
  validDays,
  total,
  confirmed,
  madeToOrder,
})
export type MessageAnswer = Static<typeof MessageAnswer>

export const messageAnswerCalls = defineCalls('Contact', 'messageAnswers', {
  quote: {
    method: 'POST',
    path: '/contact/:id/quote',
    policy: 'admin',
    permissions: ['prices'],
    summary:
      'Answer a message with a quote: of the account with this confirmed address, otherwise by a private link until there is one; 409 MESSAGE_ANSWERED when it is answered already',
    onceByKey: true,
    params: IdParams,
    body: MessageAnswer,
    response: Type.Object({ quoteId: Id, number: Type.String(), hasAccount: Type.Boolean() }),
  },
})
