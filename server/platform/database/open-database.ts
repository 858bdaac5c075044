import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkDatabase, type DatabasePurpose } from '#database/check-database.ts'
import type { ConnectionSettings } from '#database/connect.ts'
import { describeHosts, parseDatabaseUrl } from '#database/database-url.ts'
import { startPrivateServer, usePrivateServer } from '#database/embedded.ts'
import { isDatabaseAway } from '#database/database-trouble.ts'
import { useClient } from '#database/use-client.ts'
import { explainConnectError } from '#database/explain-connect-error.ts'
import type { Settings } from '../settings/settings.ts'

/** A database that starts at the same time as the shop, or is promoted just now, is there by then. */
const START_WAIT_MS = 20_000
const ASK_AGAIN_MS = 250

export const privateServerOf = ({ dataDir, backups }: Settings) => ({ folder: join(dataDir, 'postgres'), archive: backups.walArchive })

export type OpenedDatabase = {
  connection: ConnectionSettings
  description: string
  /** Stops the private server; does nothing for an external one. */
  stop(): Promise<void>
}

/** The external PostgreSQL cannot be used; the message says why and what to do. */
export class DatabaseUnusable extends Error {}

/**
 * The external PostgreSQL of `DATABASE_URL`, for which a start waits a while, or the shop's private one.
 * @param isOver whether the start has been given up
 * @throws DatabaseUnusable when `DATABASE_URL` is unreachable or unsuitable.
 */
export async function openDatabase(settings: Settings, log: (line: string) => void, isOver = () => false): Promise<OpenedDatabase> {
  const connection = externalDatabase(settings)
  if (connection) {
    await waitUntilThere(connection, log, isOver)
    await requireUsable(connection, 'serving')
    return { connection, description: `PostgreSQL at ${hostsOf(connection)}`, stop: async () => {} }
  }
  const server = await startPrivateServer({ ...privateServerOf(settings), log })
  return { connection: server.connection, description: `private PostgreSQL in ${server.folder}`, stop: server.stop }
}

/** Says once that it waits. What is wrong otherwise, such as a password, is left to the checks. */
async function waitUntilThere(connection: ExternalDatabase, log: (line: string) => void, isOver: () => boolean): Promise<void> {
  const end = performance.now() + START_WAIT_MS
  let isTold = false
  while (!isOver() && performance.now() < end) {
    const error = await useClient(connection, 'teleforge-check', async () => {}).catch((reason: unknown) => reason)
    if (!isDatabaseAway(error)) return
    if (!isTold) {
      log(
        `The PostgreSQL at ${hostsOf(connection)} does not answer yet: ${explainConnectError(error).replace(/\.$/, '')}. Waiting for ${START_WAIT_MS / 1_000} s.`,
      )
    }
    isTold = true
    await delay(ASK_AGAIN_MS)
  }
}

/**
 * Opens the same database for one command, whether the shop is running or not.
 * @param purpose a command that only reads may use a standby
 * @throws DatabaseUnusable as `openDatabase`.
 */
export async function useDatabase<T>(
  settings: Settings,
  log: (line: string) => void,
  work: (connection: ConnectionSettings) => Promise<T>,
  purpose: DatabasePurpose = 'serving',
): Promise<T> {
  const connection = externalDatabase(settings)
  if (!connection) return usePrivateServer({ ...privateServerOf(settings), log }, work)
  await requireUsable(connection, purpose)
  return work(connection)
}

type ExternalDatabase = ConnectionSettings & { connectionString: string }

/** Undefined without `DATABASE_URL`. */
function externalDatabase({ databaseUrl, databasePooler, databasePrepare }: Settings): ExternalDatabase | undefined {
  return databaseUrl === undefined ? undefined : { connectionString: databaseUrl, pooler: databasePooler, prepare: databasePrepare }
}

const hostsOf = ({ connectionString }: ExternalDatabase) => describeHosts(parseDatabaseUrl(connectionString))

export function describeDatabase(settings: Settings): string {
  const connection = externalDatabase(settings)
  return connection ? `PostgreSQL at ${hostsOf(connection)}` : 'private PostgreSQL'
}

/** One sentence for each reason why the shop cannot use its database. */
export async function findDatabaseFaults(settings: Settings): Promise<string[]> {
  const connection = externalDatabase(settings)
  return connection ? faultsOf(connection, 'serving') : usePrivateServer({ ...privateServerOf(settings), log: () => {} }, checkDatabase)
}

const faultsOf = (connection: ExternalDatabase, purpose: DatabasePurpose) =>
  checkDatabase(connection, purpose).catch((error: unknown) => [explainConnectError(error)])

async function requireUsable(connection: ExternalDatabase, purpose: DatabasePurpose): Promise<void> {
  const faults = await faultsOf(connection, purpose)
  const [fault] = faults
  if (fault === undefined) return
  const each = faults.length === 1 ? ` ${fault}` : faults.map((one) => `\n  - ${one}`).join('')
  throw new DatabaseUnusable(`The PostgreSQL at ${hostsOf(connection)} (DATABASE_URL) cannot be used:${each}`)
}
