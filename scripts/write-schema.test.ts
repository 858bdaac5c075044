import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { FROM_TEMPLATE, withClient } from '#tests/support/database/postgres.ts'
import { schemaPage } from './write-schema.ts'

test('database/schema.md describes the tables and triggers of an empty shop; npm run write-schema writes it anew', async () => {
  const { connection } = await makeDatabase(FROM_TEMPLATE)

  const page = await withClient(connection, schemaPage)

  expect(await readFile(join(import.meta.dirname, '../database/schema.md'), 'utf8')).toBe(page)
})
