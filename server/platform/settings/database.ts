import { DatabaseUrlError, parseDatabaseUrl } from '#database/database-url.ts'
import type { Variables } from './variables.ts'

export type DatabaseSettings = {
  /** External PostgreSQL; without it the private one in `dataDir` is started. */
  databaseUrl: string | undefined
  /** Set when a pooler may give each transaction another connection. */
  databasePooler: 'transaction' | undefined
  /** Whether statements are named, so that they are planned once. */
  databasePrepare: boolean
  /** Database of the sandbox; 'off': the shop has none. By default one beside the shop's own, which is created when it is needed. */
  sandboxDatabaseUrl: string | undefined
}

/*
 * Database and backups:
 * | `DATABASE_URL` | none | optional | [an existing PostgreSQL](services/database.md) (15 or newer, with the extension `pg_trgm`, which the owner of a database may create) instead of the private one: `postgres://USER:PASSWORD@HOST:PORT/NAME`, several hosts separated by commas, `?sslmode=verify-full` for TLS |
 * | `DATABASE_POOLER` | none | behind a pooler in transaction mode | `transaction`: the shop uses no session state |
 * | `DATABASE_PREPARE` | `1` | behind an old pooler | `0`: no prepared statements, for a pooler that does not support them |
 * | `SANDBOX_DATABASE_URL` | the name of the shop's database with `_sandbox` | optional | another database for the [sandbox](sandbox.md) of test keys, or `off` |
 */

export function readDatabase(variables: Variables): DatabaseSettings {
  const pooler = variables.read('DATABASE_POOLER')
  if (pooler !== undefined && pooler !== 'transaction') {
    variables.problem(`DATABASE_POOLER is '${pooler}'; it is 'transaction' or not set.`)
  }
  const prepare = variables.read('DATABASE_PREPARE') ?? '1'
  if (prepare !== '0' && prepare !== '1') variables.problem('DATABASE_PREPARE is 0 or 1.')
  return {
    databaseUrl: readDatabaseUrl(variables, 'DATABASE_URL'),
    databasePooler: pooler === 'transaction' ? pooler : undefined,
    databasePrepare: prepare !== '0',
    sandboxDatabaseUrl: variables.read('SANDBOX_DATABASE_URL') === 'off' ? 'off' : readDatabaseUrl(variables, 'SANDBOX_DATABASE_URL'),
  }
}

function readDatabaseUrl(variables: Variables, name: 'DATABASE_URL' | 'SANDBOX_DATABASE_URL'): string | undefined {
  const databaseUrl = variables.read(name)
  if (databaseUrl === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    variables.problem(`${name} begins with postgres://.`)
    return databaseUrl
  }
  try {
    parseDatabaseUrl(databaseUrl)
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error
    variables.problem(error.message.replace('DATABASE_URL', name))
  }
  return databaseUrl
}
