import Type, { type Static } from 'typebox'
import { Id, MESSAGE, nullable, strictObject } from '../basics/fields.ts'
import { MAXIMUM_LEAD_DAYS, MAXIMUM_STOCK, MINIMUM_ORDER } from '../basics/limits.ts'
import { PERCENT } from './raise-price.ts'

export const bulkChangeMessages = {
  nothing: 'Choose what is to change.',
  percent: `Enter a percentage from ${PERCENT.min} to ${PERCENT.max}, with at most two decimal places.`,
  leadDays: `Enter whole working days from 0 to ${MAXIMUM_LEAD_DAYS}.`,
  minimumOrder: 'Enter whole pieces from 1,000 on, or - for 1,000.',
  orderStep: 'Enter whole pieces from 1 on, or - for single ones.',
  madeMonthly: 'Enter whole pieces from 0 on, or - to promise none.',
  lowStockBelow: 'Enter whole pieces from 0 on, or - for the usual.',
  noCategory: 'The shop has no such category.',
} as const

const pieces = (minimum: number, message: string) =>
  Type.Optional(nullable(Type.Integer({ minimum, maximum: MAXIMUM_STOCK, [MESSAGE]: message })))

/** Changes of each part, at least one of these. Null removes an optional value. */
export const BulkChange = strictObject({
  price: Type.Optional(
    strictObject({
      percent: Type.Number({
        minimum: PERCENT.min,
        maximum: PERCENT.max,
        [MESSAGE]: bulkChangeMessages.percent,
        description: 'Of each price, with at most two decimal places; the ladder follows',
      }),
      places: Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4)], {
        description: 'Places behind the point that prices are rounded to',
      }),
    }),
  ),
  leadDays: Type.Optional(Type.Integer({ minimum: 0, maximum: MAXIMUM_LEAD_DAYS, [MESSAGE]: bulkChangeMessages.leadDays })),
  category: Type.Optional(nullable(Id)),
  minimumOrder: pieces(MINIMUM_ORDER, bulkChangeMessages.minimumOrder),
  orderStep: pieces(1, bulkChangeMessages.orderStep),
  madeMonthly: pieces(0, bulkChangeMessages.madeMonthly),
  lowStockBelow: pieces(0, bulkChangeMessages.lowStockBelow),
  removed: Type.Optional(Type.Literal(true, { description: 'Hides the parts from the shop' })),
})
export type BulkChange = Static<typeof BulkChange>
