import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { FROM_TEMPLATE, withClient } from '../database/postgres.ts'

/** A password that no other text holds; the tests' own PostgreSQL does not ask for one. */
export const databasePassword = 'canary-database-7f3b29'

/** The address of a migrated database of its own, for a shop that runs as a process. Lives as long as the test run. */
export async function databaseAddress(): Promise<string> {
  const postgres = inject('postgres')
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  await withClient(postgres, (client) => client.query(`create database ${name} ${FROM_TEMPLATE}`))
  const { connectionString, host = '', port = 5432, user = '' } = inDatabase(postgres, name)
  if (connectionString) return connectionString
  const socket = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}:${databasePassword}@localhost/${name}?${socket}`
}
