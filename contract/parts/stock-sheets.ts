import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, MESSAGE, nullable, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { stockReasons } from './part-desk.ts'

/** Lines of a delivery note or a count. */
export const MAXIMUM_SHEET_LINES = 10_000

export const sheetProblems = {
  unknown: 'No part has this number or name.',
  twice: 'Another line has the same part.',
  outOfBounds: messages.stockOutOfBounds,
} as const
export type SheetProblem = keyof typeof sheetProblems

export const stockSheetMessages = {
  gone: 'A part is not in the catalogue any more.',
  twice: (name: string) => `${name}: two lines say different counts.`,
  outOfBounds: (name: string) => `${name}: ${messages.stockOutOfBounds}`,
} as const

const change = Type.Enum(['add', 'set'], { description: '`add` the pieces of a delivery; `set` stocks to what was counted' })
const pieces = Type.Integer({ minimum: -MAXIMUM_STOCK, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole })

/** A line compared with the catalogue; `after` is the resulting stock. */
export const SheetLine = Type.Object({
  text: Type.String(),
  pieces: Type.Integer(),
  part: nullable(Type.Object({ _id: Id, name: Type.String(), partNumber: Type.String(), available: Type.Integer() })),
  after: nullable(Type.Integer()),
  problem: nullable(Type.Enum(Object.keys(sheetProblems) as SheetProblem[])),
})
export type SheetLine = Static<typeof SheetLine>

/** A sheet to be booked; `seen` is the stock of the comparison, so that pieces sold in the meantime are not counted again. */
export const StockSheet = strictObject({
  change,
  reason: Type.Enum([...stockReasons]),
  note: text(TEXT_LIMITS.stockNote),
  lines: Type.Array(strictObject({ partsId: Id, pieces, seen: Type.Integer({ minimum: 0 }) }), {
    minItems: 1,
    maxItems: MAXIMUM_SHEET_LINES,
  }),
})
export type StockSheet = Static<typeof StockSheet>

export const stockSheetCalls = defineCalls('Parts', 'stockSheets', {
  compare: {
    method: 'POST',
    path: '/stock-sheets/compare',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Compare the lines of a delivery note or a count with the catalogue; nothing is changed',
    mayRepeat: true,
    body: strictObject({
      change,
      lines: Type.Array(strictObject({ text: text(TEXT_LIMITS.quoteLine), pieces }), { minItems: 1, maxItems: MAXIMUM_SHEET_LINES }),
    }),
    bodyLimitBytes: 4 * 1024 * 1024,
    response: Type.Array(SheetLine),
  },
  book: {
    method: 'POST',
    path: '/stock-sheets',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'Book a delivery note or a count, all of its lines or none',
    onceByKey: true,
    body: StockSheet,
    bodyLimitBytes: 4 * 1024 * 1024,
    response: Type.Object({ modifiedCount: Type.Integer({ description: 'Parts whose stock has changed' }) }),
  },
})
