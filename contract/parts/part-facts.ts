import { formatCount } from '../basics/figures.ts'
import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { MAXIMUM_ATTRIBUTES } from './categories.ts'
import { KIND_LIMITS, MINIMUM_ORDER } from '../basics/limits.ts'
import { IdParams, strictObject, text } from '../basics/fields.ts'
import { factSchemas, sentFactSchemas } from './part-fields.ts'

export const partFactMessages = {
  belowUsual: `Orders below ${formatCount(MINIMUM_ORDER)} pieces are unusual. Confirm that this part is sold in fewer.`,
  changedMeanwhile: 'Somebody has changed this meanwhile. Close this and open it again to see it.',
} as const

/** The facts of a part with the names of its category, from the top down, and of its attributes. */
export const PartFacts = Type.Object({
  ...factSchemas,
  /** Left out where they are not set; what is made a month is for people who keep the parts. */
  madeMonthly: Type.Optional(factSchemas.madeMonthly),
  packName: Type.Optional(factSchemas.packName),
  packPieces: Type.Optional(factSchemas.packPieces),
  samplePieces: Type.Optional(factSchemas.samplePieces),
  samplePrice: Type.Optional(factSchemas.samplePrice),
  smallPrices: Type.Optional(factSchemas.smallPrices),
  beyondStock: Type.Optional(
    Type.Literal(true, { description: 'For buyers: more than the stock can be ordered by a quote; /parts/{id}/promise tells the day' }),
  ),
  line: Type.Array(Type.Object({ key: Type.String(), name: Type.String() }), { description: 'The category and those above it' }),
  attributes: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), unit: Type.String(), value: Type.String() })),
})
export type PartFacts = Static<typeof PartFacts>

const FactFields = strictObject({
  ...sentFactSchemas,
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
