import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '#database/connect.ts'
import { startPrivateServer, usePrivateServer } from '#database/embedded.ts'
import type { Settings } from '../settings/settings.ts'

const CONNECT_TIMEOUT_MS = 5_000

const folderOf = (settings: Settings) => join(settings.dataDir, 'postgres')

/** A database that is there, and how to let go of it. */
export type OpenedDatabase = {
  connection: ConnectionSettings
  /** One line for the person at the terminal. */
  description: string
  /** Stops the private server; leaves an outside one alone. */
  stop(): Promise<void>
}

/** The outside PostgreSQL cannot be used; the message says why. */
export class DatabaseUnreachable extends Error {}

/**
 * The outside PostgreSQL of `DATABASE_URL`, or the shop's private one.
 * @throws DatabaseUnreachable when nobody answers at `DATABASE_URL`, or it refuses this user.
 */
export async function openDatabase(settings: Settings, log: (line: string) => void): Promise<OpenedDatabase> {
  if (settings.databaseUrl) {
    const connection = await reachOutside(settings.databaseUrl)
    return { connection, description: `PostgreSQL at ${hostOf(settings.databaseUrl)}`, stop: async () => {} }
  }
  const server = await startPrivateServer({ folder: folderOf(settings), log })
  return { connection: server.connection, description: `private PostgreSQL in ${server.folder}`, stop: server.stop }
}

/** @throws DatabaseUnreachable */
async function reachOutside(databaseUrl: string): Promise<ConnectionSettings> {
  const connection = { connectionString: databaseUrl }
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
    return connection
  } catch (error) {
    const reason = error instanceof Error ? error.message || String('code' in error && error.code) : String(error)
    throw new DatabaseUnreachable(`The PostgreSQL at ${hostOf(databaseUrl)} (DATABASE_URL) cannot be used: ${reason}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

const hostOf = (databaseUrl: string) => new URL(databaseUrl).host

/**
 * The same database for one command, beside a running shop or without one.
 * @throws DatabaseUnreachable as `openDatabase`.
 */
export async function useDatabase<T>(
  settings: Settings,
  log: (line: string) => void,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl) return work(await reachOutside(settings.databaseUrl))
  return usePrivateServer({ folder: folderOf(settings), log }, work)
}
