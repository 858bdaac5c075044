import { POOL_SIZE } from '#database/connect.ts'
import { refuseEarlierDatabase } from '#database/migrate.ts'
import { useClient } from '#database/use-client.ts'
import type { OpenedDatabase } from '../../platform/database/open-database.ts'
import { greet } from '../startup/greet.ts'
import type { Start } from '../startup/open-services.ts'
import { supervise } from './supervise.ts'

/** Connections of a process: its pool, one that listens for changes, and one that asks whether the database is there. */
const CONNECTIONS_OF_ONE = POOL_SIZE + 2

/**
 * Opens the shop in several processes. This one opens only the database and supervises the others. @throws EarlierDatabase here, not in
 * each of them.
 */
export async function keepShop(database: OpenedDatabase, { settings, log, closing }: Start): Promise<void> {
  await refuseEarlierDatabase(database.connection)
  await sayConnections(database, settings.processes)
  greet(settings, await supervise(database, { log, closing, processes: settings.processes }), database)
}

/** Warns at the start if the server allows too few connections. Behind a pooler, the pooler's limit counts. */
async function sayConnections({ connection }: OpenedDatabase, processes: number): Promise<void> {
  if (connection.pooler) return
  const allowed = await useClient(connection, 'teleforge', async (client) => {
    const { rows } = await client.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    )
    return rows[0]!.allowed // a select without from has one row
  })
  const sentence = tooFewConnections(processes, allowed)
  if (sentence) process.stdout.write(`${sentence}\n`)
}

/** A sentence for the operator, when these processes and that of the jobs may open more connections than the server allows. */
export function tooFewConnections(processes: number, allowed: number): string | undefined {
  const needed = (processes + 1) * CONNECTIONS_OF_ONE
  if (needed <= allowed) return undefined
  return `SHOP_PROCESSES is ${processes}: together they may open ${needed} connections, and the database allows ${allowed}. Set it lower, raise max_connections, or put a pooler between.`
}
