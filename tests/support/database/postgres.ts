import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { ConnectionSettings } from '#database/connect.ts'
import { startPrivateServer } from '#database/embedded.ts'
import { inDatabase } from '#database/in-database.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { readDatabase } from '#server/platform/settings/database.ts'
import { Variables } from '#server/platform/settings/variables.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How the tests reach the PostgreSQL of this run. */
    postgres: ConnectionSettings
  }
}

/** The migrated database that each test file's own is cloned from. */
const TEMPLATE = 'teleforge_template'

/** Of `create database`: files are copied whole, because a block by block copy takes four times the processor time. */
export const FROM_TEMPLATE = `template ${TEMPLATE} strategy file_copy`

/**
 * One PostgreSQL for the whole run: the private server in a separate folder, or the one that `TEST_DATABASE_URL` names. Ends with the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { settings, stop } = await choosePostgres()
  await withClient(settings, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE}`)
    await client.query(`create database ${TEMPLATE}`)
  })
  await migrateDatabase(inDatabase(settings, TEMPLATE))
  project.provide('postgres', settings)
  return stop
}

async function choosePostgres(): Promise<{ settings: ConnectionSettings; stop: () => Promise<void> }> {
  const outside = process.env['TEST_DATABASE_URL']
  if (outside) return { settings: { connectionString: outside, ...poolerOf(process.env) }, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-test-'))
  await chmod(folder, 0o755)
  const server = await startPrivateServer({ folder: join(folder, 'postgres'), log: () => {} })
  await withClient(server.connection, async (client) => {
    // It would visit the databases of all files again and again, several each second.
    await client.query('alter system set autovacuum = off')
    // No test of this server crashes the machine. Tests of durability start separate servers.
    await client.query('alter system set fsync = off')
    await client.query('select pg_reload_conf()')
  })
  return {
    settings: server.connection,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A pooler in front of the external server is configured as for a shop. */
function poolerOf(env: NodeJS.ProcessEnv): Pick<ConnectionSettings, 'pooler' | 'prepare'> {
  const { databasePooler, databasePrepare } = readDatabase(new Variables(env))
  return { ...(databasePooler && { pooler: databasePooler }), prepare: databasePrepare }
}

/** Runs `work` on a separate connection. */
export async function withClient<T>(settings: ConnectionSettings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
