import { sql, type SQL } from 'drizzle-orm'

/** The database's clock: every expiry is decided by it, never by the clock of a shop process. */
export const databaseNow = sql<Date>`now()`

/** `now()` of the database plus a number of minutes. */
export const minutesFromNow = (minutes: number | SQL) => sql<Date>`now() + make_interval(mins => ${minutes}::int)`
