/**
 * Settings that determine format and meaning of results. Each connection sets them, regardless of the settings of role,
 * database and server.
 */
const ANSWERS = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
}

/** A pooler in transaction mode tracks only these for each client, as every PgBouncer does. */
const KEPT_BY_POOLERS = new Set(['client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings'])

/** 0 is none. */
export type TimeLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number; transactionMs: number }

/** Limits for requests: for waiting on the database, and for holding a connection. */
export const CUSTOMER_LIMITS: TimeLimits = { statementMs: 4_000, lockMs: 2_000, idleInTransactionMs: 10_000, transactionMs: 15_000 }

const set = (name: string, value: string | number, scope: 'session' | 'transaction') =>
  `set_config('${name}', '${value}', ${scope === 'transaction'})`

/** `transaction_timeout` came with PostgreSQL 17. */
const setTransactionLimit = (limit: number, scope: 'session' | 'transaction') =>
  `case when current_setting('server_version_num')::int >= 170000 then ${set('transaction_timeout', limit, scope)} end`

const setLimits = (limits: TimeLimits, scope: 'session' | 'transaction') => [
  set('statement_timeout', limits.statementMs, scope),
  set('lock_timeout', limits.lockMs, scope),
  set('idle_in_transaction_session_timeout', limits.idleInTransactionMs, scope),
  setTransactionLimit(limits.transactionMs, scope),
]

/**
 * The first statement of a connection: sets all settings and returns `readOnly`, 'on' if the server accepts no writes.
 * Behind a pooler in transaction mode a setting would stay on a connection that other clients get next, so the role
 * must have the others (`settingsOfRole`).
 */
export function openingStatement(options: { limits?: TimeLimits; pooler?: 'transaction' }): string {
  const { limits, pooler } = options
  const answers = Object.entries(ANSWERS).filter(([name]) => !pooler || KEPT_BY_POOLERS.has(name))
  const settings = [
    ...answers.map(([name, value]) => set(name, value, 'session')),
    ...(limits && !pooler ? setLimits(limits, 'session') : []),
  ]
  return `select ${settings.join(', ')}, current_setting('transaction_read_only') as "readOnly"`
}

/** The first statement of a long transaction, such as a migration: it removes the role's limits. */
export const withoutLimits = `select ${setLimits({ statementMs: 0, lockMs: 0, idleInTransactionMs: 0, transactionMs: 0 }, 'transaction').join(', ')}`

/** Removes the time limit of a transaction; each statement, and each wait for a lock, may take this many milliseconds. */
export const withLongStatements = (statementMs: number) =>
  `select ${set('statement_timeout', statementMs, 'transaction')}, ${set('lock_timeout', statementMs, 'transaction')}, ${setTransactionLimit(0, 'transaction')}`

/** Required `pg_settings` where the shop cannot set them; times in milliseconds, which may also be shorter. */
export const settingsOfRole: { name: string; value: string; isTime: boolean }[] = [
  ...Object.entries(ANSWERS)
    .filter(([name]) => !KEPT_BY_POOLERS.has(name))
    .map(([name, value]) => ({ name, value, isTime: false })),
  { name: 'statement_timeout', value: String(CUSTOMER_LIMITS.statementMs), isTime: true },
  { name: 'lock_timeout', value: String(CUSTOMER_LIMITS.lockMs), isTime: true },
  { name: 'idle_in_transaction_session_timeout', value: String(CUSTOMER_LIMITS.idleInTransactionMs), isTime: true },
]
