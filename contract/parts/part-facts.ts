import { formatCount } from '../basics/figures.ts'
import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { MAXIMUM_ATTRIBUTES } from './categories.ts'
import { KIND_LIMITS, MAXIMUM_STOCK, MINIMUM_ORDER } from '../basics/limits.ts'
import { Id, IdParams, MESSAGE, nullable, strictObject, text } from '../basics/fields.ts'

/** Grams. */
const HEAVIEST = 100_000_000
/** Weights are kept with three places. */
const LIGHTEST = 0.001

export const partFactMessages = {
  weight: 'Enter the weight of a piece in grams, such as 185 or 0.25.',
  origin: 'Choose a country.',
  customsCode: 'Enter the customs code as 6 to 10 digits.',
  minimumOrder: 'Enter whole pieces from 1 on, or nothing.',
  belowUsual: `Orders below ${formatCount(MINIMUM_ORDER)} pieces are unusual. Confirm that this part is sold in fewer.`,
  orderStep: 'Enter whole pieces from 1 on, or nothing.',
  changedMeanwhile: 'Somebody has changed this meanwhile. Close this and open it again to see it.',
} as const

/** Facts of a part besides name and description. */
const facts = {
  category: nullable(Id),
  weight: nullable(
    Type.Number({ minimum: LIGHTEST, maximum: HEAVIEST, [MESSAGE]: partFactMessages.weight, description: 'Grams per piece' }),
  ),
  origin: nullable(
    Type.String({
      pattern: '^[A-Z]{2}$',
      [MESSAGE]: partFactMessages.origin,
      description: 'Country of origin: ISO 3166, two letters',
    }),
  ),
  customsCode: nullable(
    Type.String({
      pattern: '^[0-9]{6,10}$',
      [MESSAGE]: partFactMessages.customsCode,
      description: 'Digits of the Harmonized System',
    }),
  ),
}

const pieces = (minimum: number, message: string) => nullable(Type.Integer({ minimum, maximum: MAXIMUM_STOCK, [MESSAGE]: message }))
const orderRule = {
  minimumOrder: pieces(1, partFactMessages.minimumOrder),
  orderStep: pieces(1, partFactMessages.orderStep),
}

/** The facts of a part with the names of its category, from the top down, and of its attributes. */
export const PartFacts = Type.Object({
  ...facts,
  ...orderRule,
  line: Type.Array(Type.Object({ key: Type.String(), name: Type.String() }), { description: 'The category and those above it' }),
  attributes: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), unit: Type.String(), value: Type.String() })),
})
export type PartFacts = Static<typeof PartFacts>

const FactFields = strictObject({
  ...facts,
  minimumOrder: Type.Optional(orderRule.minimumOrder),
  orderStep: Type.Optional(orderRule.orderStep),
  attributes: Type.Record(text(KIND_LIMITS.name), text(KIND_LIMITS.value + KIND_LIMITS.unit + 1), {
    maxProperties: MAXIMUM_ATTRIBUTES,
    additionalProperties: false,
    description: 'Values by the keys of attributes; an empty one takes it from the part',
  }),
})
export type FactFields = Static<typeof FactFields>

export const partFactCalls = defineCalls('Parts', 'partFacts', {
  one: {
    method: 'GET',
    path: '/parts/:id/facts',
    policy: 'session',
    scopes: 'any',
    summary: 'Category, attributes, weight, origin and customs code of a part on sale',
    params: IdParams,
    response: PartFacts,
  },
  change: {
    method: 'PUT',
    path: '/parts/:id/facts',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['parts'],
    summary: 'Change the facts of a part; what was not touched keeps what it has by now',
    params: IdParams,
    body: strictObject({
      ...FactFields.properties,
      seen: FactFields,
      belowUsual: Type.Optional(
        Type.Boolean({
          description: `The admin says that fewer than ${MINIMUM_ORDER} pieces may be ordered; without it a lower minimum is refused`,
        }),
      ),
    }),
    response: Type.Object({ modifiedCount: Type.Integer(), facts: PartFacts }),
  },
})
