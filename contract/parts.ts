import Type, { type Static } from 'typebox'
import { defineCall } from './call.ts'
import { Dollars, Id, IdParams, MESSAGE, requiredText } from './fields.ts'
import { CARD_DESCRIPTION_LENGTH, MAXIMUM_STOCK, PAGE_SIZE, TEXT_LIMITS } from './limits.ts'
import { messages } from './messages.ts'

/** A part as buyers see it. `available` is in pieces, `price` in dollars per piece. Specification section 3. */
export const Part = Type.Object({
  _id: Id,
  name: Type.String(),
  img: Type.String({ description: 'Address of the picture' }),
  available: Type.Integer({ minimum: 0, description: 'Pieces in stock' }),
  price: Dollars,
  description: Type.String(),
})
export type Part = Static<typeof Part>

/** A new part. The picture's address is what the upload call answered with. */
export const NewPart = Type.Object(
  {
    name: requiredText(TEXT_LIMITS.partName, messages.partNameRequired),
    price: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
      description: 'US dollars per piece, above 0, at most four decimal places; a number or decimal text',
      [MESSAGE]: messages.partPriceRequired,
    }),
    available: Type.Integer({ minimum: 0, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.partAvailableRequired }),
    description: requiredText(TEXT_LIMITS.description, messages.partDescriptionRequired),
    img: requiredText(TEXT_LIMITS.imageUrl, messages.partPictureRequired),
  },
  { additionalProperties: false },
)
export type NewPart = Static<typeof NewPart>

/** Description on cards: its first 75 characters, an ellipsis when something was cut. */
export function cardDescription(description: string): string {
  const characters = Array.from(description)
  if (characters.length <= CARD_DESCRIPTION_LENGTH) return description
  return `${characters.slice(0, CARD_DESCRIPTION_LENGTH).join('')}…`
}

const tag = 'Parts'

export const partCalls = {
  all: defineCall({
    method: 'GET',
    path: '/allParts',
    policy: 'public',
    tag,
    summary: 'All parts, oldest first',
    response: Type.Array(Part),
  }),
  page: defineCall({
    method: 'GET',
    path: '/pagesParts',
    policy: 'public',
    tag,
    summary: 'One page of parts; page counts from 0, both figures are clamped into their bounds',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })),
      size: Type.Optional(Type.Integer({ default: PAGE_SIZE, description: 'Parts per page, 1 to 100' })),
    }),
    response: Type.Array(Part),
  }),
  count: defineCall({
    method: 'GET',
    path: '/allPartsCount',
    policy: 'public',
    tag,
    summary: 'Number of parts',
    response: Type.Object({ count: Type.Integer() }),
  }),
  one: defineCall({
    method: 'GET',
    path: '/inventory/:id',
    policy: 'session',
    tag,
    summary: 'One part',
    params: IdParams,
    response: Part,
  }),
  add: defineCall({
    method: 'POST',
    path: '/parts',
    policy: 'admin',
    tag,
    summary: 'Add a part whose picture was uploaded before',
    onceByKey: true,
    body: NewPart,
    response: Type.Object({ insertedId: Id }),
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/parts/:id',
    policy: 'admin',
    tag,
    summary: 'Take a part out of the catalogue; its orders stay as they are',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  }),
}
