import { sqlState } from './sql-state.ts'

/** No connection, or a lost one (08); the server is shutting down, starting or recovering (57P). */
const AWAY = /^(08|57P0)|^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/
const AWAY_MESSAGE = /timeout expired|Connection terminated|not queryable/
/**
 * Also a server that takes no writes, as a standby or during a failover (25006), a transaction too long (25P03, 25P04) or rolled back (40), out of resources (53), cancellation (57), disk error (58), lock
 * timeout (55P03), or no free connection.
 */
const BUSY = /^(40|53|57|58)|^(25006|25P03|25P04|55P03)$/
const BUSY_MESSAGE = /timeout exceeded when trying to connect/
/** Of these a write fails though it was right: nothing is wrong with it, and nobody else holds its rows. */
const OUT_OF_ORDER = /^(53|57|58)|^25006$/

/** PostgreSQL cannot answer now. */
export function isDatabaseBusy(error: unknown): boolean {
  return saysAway(error) || BUSY.test(sqlState(error) ?? '') || BUSY_MESSAGE.test(messageOf(error))
}

/** The database, and not a statement of the shop, is to blame for this error of a statement. */
export const failsAllWrites = (error: unknown): boolean =>
  saysAway(error) || OUT_OF_ORDER.test(sqlState(error) ?? '') || BUSY_MESSAGE.test(messageOf(error))

/** Errors of other services look the same, so those of the database are marked where they arise. */
const ofDatabase = new WeakSet<Error>()

export function markAway<Failure extends Error>(error: Failure): Failure {
  ofDatabase.add(error)
  return error
}

/** Marks an error of the database if it says that it is away. */
export function markIfAway(error: unknown): void {
  if (error instanceof Error && saysAway(error)) markAway(error)
}

/** Whether this error, or what caused it, was marked. */
export const isDatabaseAway = (error: unknown): boolean => error instanceof Error && (ofDatabase.has(error) || isDatabaseAway(error.cause))

const saysAway = (error: unknown) => AWAY.test(sqlState(error) ?? '') || AWAY_MESSAGE.test(messageOf(error))

/** With those of its causes. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${messageOf(error.cause)}` : ''
}
