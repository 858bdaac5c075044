import { join } from 'node:path'
import type { ConnectionSettings } from '#database/connect.ts'
import { startPrivateServer, usePrivateServer } from '#database/embedded.ts'
import type { Settings } from './settings.ts'

const folderOf = (settings: Settings) => join(settings.dataDir, 'postgres')

/** A database that is there, and how to let go of it. */
export type OpenedDatabase = {
  connection: ConnectionSettings
  /** One line for the person at the terminal. */
  description: string
  /** Stops the private server; leaves an outside one alone. */
  stop(): Promise<void>
}

/** The outside PostgreSQL of `DATABASE_URL`, or the shop's private one. */
export async function openDatabase(settings: Settings, log: (line: string) => void): Promise<OpenedDatabase> {
  if (settings.databaseUrl) {
    return {
      connection: { connectionString: settings.databaseUrl },
      description: `PostgreSQL at ${new URL(settings.databaseUrl).host}`,
      stop: async () => {},
    }
  }
  const server = await startPrivateServer({ folder: folderOf(settings), log })
  return { connection: server.connection, description: `private PostgreSQL in ${server.folder}`, stop: server.stop }
}

/** The same database for one command, beside a running shop or without one. */
export async function useDatabase<T>(
  settings: Settings,
  log: (line: string) => void,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl) return work({ connectionString: settings.databaseUrl })
  return usePrivateServer({ folder: folderOf(settings), log }, work)
}
