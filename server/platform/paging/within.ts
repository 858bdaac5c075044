import { gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { TimeRange } from '#contract/basics/fields.ts'

/** Conditions for a column's time; none without bounds. */
export const within = (column: PgColumn, { from, to }: TimeRange): SQL[] => [
  ...(from === undefined ? [] : [gte(column, timeOf(from))]),
  ...(to === undefined ? [] : [lt(column, timeOf(to))]),
]

/** A time as the contract has checked it, also with small letters. */
export const timeOf = (text: string) => new Date(text.toUpperCase())
