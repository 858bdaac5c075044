import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { ConnectionSettings } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { withClient } from './postgres.ts'

/** A database of a test, and a plain user who owns it. */
export type MadeDatabase = {
  name: string
  user: string
  /** As the server's administrator. */
  connection: ConnectionSettings
  /** As the plain user, for `DATABASE_URL`. */
  url: string
  /** Runs statements in it as the administrator. */
  run(...statements: string[]): Promise<void>
}

/** A new empty database on the server of this run; `kind` goes into its `create database`. Both end with the file. */
export async function makeDatabase(kind = ''): Promise<MadeDatabase> {
  const name = `made_${randomUUID().replaceAll('-', '')}`
  const postgres = inject('postgres')
  await withClient(postgres, async (client) => {
    await client.query(`create role ${name} login password '${name}'`)
    await client.query(`create database ${name} owner ${name} ${kind}`)
  })
  afterTheFile(() =>
    withClient(postgres, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop role ${name}`)
    }),
  )
  const connection = inDatabase(postgres, name)
  const run = (...statements: string[]) =>
    withClient(connection, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  return { name, user: name, connection, url: addressOf(connection, name), run }
}

function addressOf({ connectionString, host = '', port, database }: ConnectionSettings, user: string): string {
  if (!connectionString) return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const url = new URL(connectionString)
  url.username = user
  url.password = user
  return url.href
}
