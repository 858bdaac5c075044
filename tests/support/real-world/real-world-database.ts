import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { FROM_TEMPLATE, withClient } from '../database/postgres.ts'

/** A unique password; the tests' own PostgreSQL does not check it. */
export const databasePassword = 'canary-database-7f3b29'

/** The address of a separate migrated database, for a shop that runs as a process. Exists until the end of the test run. */
export async function databaseAddress(): Promise<string> {
  const postgres = inject('postgres')
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  await withClient(postgres, (client) => client.query(`create database ${name} ${FROM_TEMPLATE}`))
  const { connectionString, host = '', port = 5432, user = '' } = inDatabase(postgres, name)
  if (connectionString) return connectionString
  const socket = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}:${databasePassword}@localhost/${name}?${socket}`
}
