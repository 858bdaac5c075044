import { sql, type SQL } from 'drizzle-orm'

/** Months as 'YYYY-MM', both included. */
export type Period = { from: string; to: string }

/** The beginning of a month by UTC, or of the one after it. */
export const beginOf = (month: string): SQL => sql`(${`${month}-01`}::timestamp at time zone 'UTC')`
export const endOf = (month: string): SQL => sql`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC')`
