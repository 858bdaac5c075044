import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, nullable, strictObject, text, time } from '../basics/fields.ts'
import { MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { stockReasons } from './part-desk.ts'

/** Lines of one call, and days after which a count is not taken any more. */
export const MAXIMUM_FED_LINES = 1_000
export const OLDEST_COUNT_DAYS = 7

export const stockFeedProblems = {
  unclear: 'Say `add`, or `counted` and `countedAt`.',
  unknown: 'No part has this number.',
  twice: 'A line above has the same part.',
  outOfBounds: messages.stockOutOfBounds,
  future: 'The time of this count is still to come.',
  tooOld: `A count is at most ${OLDEST_COUNT_DAYS} days old.`,
  outdated: 'This part was counted or set again after this count.',
} as const
export type StockFeedProblem = keyof typeof stockFeedProblems

const pieces = (description: string) => Type.Optional(Type.Integer({ minimum: -MAXIMUM_STOCK, maximum: MAXIMUM_STOCK, description }))

const FedLine = strictObject({
  partNumber: text(TEXT_LIMITS.partNumber),
  add: pieces('Pieces that have come; negative for those that have gone, other than by orders of the shop'),
  counted: pieces(
    'Pieces that were free for sale at `countedAt`: on the shelf, less those of orders that were placed until then and not sent',
  ),
  countedAt: Type.Optional(time('What was sold or moved after it is taken into account')),
  reason: Type.Optional(Type.Enum([...stockReasons], { description: '`received` for `add` and `counted` where nothing is said' })),
})

export const StockFeed = strictObject({
  note: Type.Optional(text(TEXT_LIMITS.stockNote)),
  lines: Type.Array(FedLine, {
    minItems: 1,
    maxItems: MAXIMUM_FED_LINES,
    examples: [
      [
        { partNumber: 'TF-000001', counted: 12_000, countedAt: '2026-11-25T08:00:00Z' },
        { partNumber: 'TF-000002', add: 500 },
      ],
    ],
  }),
})
export type StockFeed = Static<typeof StockFeed>

export const FedLineAnswer = Type.Object({
  partNumber: Type.String({ description: 'As it was sent' }),
  done: Type.Boolean(),
  message: nullable(Type.String({ description: 'Why nothing was done' })),
  partsId: nullable(Id),
  available: nullable(Type.Integer({ description: 'The stock afterwards' })),
  changed: Type.Integer({ description: 'Pieces by which the stock has changed' }),
  short: Type.Integer({ description: 'Pieces that were sold since the count beyond what was counted; the stock is 0 then' }),
})
export type FedLineAnswer = Static<typeof FedLineAnswer>

export const stockFeedCalls = defineCalls('Parts', 'stockFeed', {
  feed: {
    method: 'POST',
    path: '/stock',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: `Add to the stock of up to ${MAXIMUM_FED_LINES} parts, or set it to what was counted at a time; each line by itself, as many answers as lines`,
    onceByKey: true,
    body: StockFeed,
    bodyLimitBytes: 512 * 1024,
    response: Type.Object({ lines: Type.Array(FedLineAnswer) }),
  },
})
