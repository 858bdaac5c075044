import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, nullable, strictObject, text } from '../basics/fields.ts'
import { CELL_LENGTH, DecimalMarks } from './imports.ts'
import { importFields, type ImportField } from './part-fields.ts'

/** Parts of one call. */
export const MAXIMUM_FED_PARTS = 1_000

/** Problems of a part besides those of cells of a file (`importProblems`). */
export const partFeedProblems = {
  noNumber: 'Say the part number.',
  notAllowed: 'You, or this key, may not change this.',
  priceFall: 'The price falls by more than the shop allows unasked. Send `confirmed` if it is meant.',
} as const

const Cell = Type.Optional(Type.Union([text(CELL_LENGTH), Type.Number(), Type.Null()]))

/** A part as in the JSON file of parts. Omitted and null fields stay unchanged; `-` removes an optional value. */
const FedPart = strictObject(Object.fromEntries(importFields.map((field) => [field, Cell])) as Record<ImportField, typeof Cell>)

export const PartFeed = strictObject({
  parts: Type.Array(FedPart, {
    minItems: 1,
    maxItems: MAXIMUM_FED_PARTS,
    examples: [
      [
        { partNumber: 'TCB-5512-4K', price: 2.6, priceBreaks: '5000: 2.40; 10000: 2.10' },
        { partNumber: 'MB-6543-SM3H', leadDays: 12, category: 'Boards > Main boards' },
      ],
    ],
  }),
  decimals: Type.Optional(DecimalMarks),
  confirmed: Type.Optional(Type.Boolean({ description: 'Prices that fall by more than the shop allows unasked are meant' })),
})
export type PartFeed = Static<typeof PartFeed>

export const FedPartAnswer = Type.Object({
  partNumber: Type.String({ description: 'As it was sent' }),
  state: Type.Enum(['added', 'changed', 'same', 'refused']),
  partsId: nullable(Id),
  problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
})
export type FedPartAnswer = Static<typeof FedPartAnswer>

export const partFeedCalls = defineCalls('Parts', 'partFeed', {
  feed: {
    method: 'PUT',
    path: '/parts',
    policy: 'admin',
    permissions: ['parts', 'prices'],
    scopes: ['parts', 'prices'],
    summary: `Add up to ${MAXIMUM_FED_PARTS} parts or change them, found by their numbers; each by itself, as many answers as parts. Prices of parts that exist need the scope or permission \`prices\`, all else \`parts\``,
    body: PartFeed,
    bodyLimitBytes: 8 * 1024 * 1024,
    response: Type.Object({
      importId: nullable(Id),
      parts: Type.Array(FedPartAnswer, { description: 'In the order in which they were sent' }),
    }),
  },
})
