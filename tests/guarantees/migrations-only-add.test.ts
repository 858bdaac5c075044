import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMigrations } from '#database/migrate.ts'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { FROM_TEMPLATE, withClient } from '#tests/support/database/postgres.ts'
import { releasedFunctions } from '#tests/support/database/released-functions.ts'

/** What the previous release, still serving, could not live with, and what rewrites a table while buyers wait. */
const FORBIDDEN: [what: string, pattern: RegExp][] = [
  // But for two that no release has read.
  ['drops a table', /\bdrop table\b(?! "list_(counts|moves)")/i],
  ['drops a column', /\bdrop column\b/i],
  ['renames what the previous release reads', /\brename (column|to)\b/i],
  ['changes the type of a column', /\balter column \S+ (set data )?type\b/i],
  ['rewrites a table', /\b(vacuum full|cluster)\b/i],
  ['adds a column that the previous release does not fill', /\badd column (?!.*\b(default|generated always as)\b).*\bnot null\b/i],
  // Except the catalogue, the shortest list of a shop: 100,000 parts are rewritten in a few seconds.
  ['rewrites a table', /^(?!alter table "parts").*\badd column .*\bstored\b/i],
  ['fills a new column row by row', /\badd column .*\bdefault (gen_random_uuid|clock_timestamp|random|nextval)\b/i],
  ['demands a value that the previous release may not give', /\balter column \S+ set not null\b/i],
]

/** What is forbidden in these statements. */
const forbiddenIn = (statements: string[]) =>
  statements.flatMap((statement) =>
    FORBIDDEN.filter(([, pattern]) => pattern.test(statement.trim())).map(([what]) => `${what}: ${statement}`),
  )

test('the previous release works on the schema of the next one, and no migration rewrites a table (62)', () => {
  expect(forbiddenIn(listMigrations().flatMap(({ sql }) => sql))).toEqual([])
})

test('the functions that the previous release calls take and return what they did (62)', async () => {
  const { connection } = await makeDatabase(FROM_TEMPLATE)

  const { rows } = await withClient(connection, (client) =>
    client.query<{ signature: string }>(`
      select format('%s(%s): %s', proname, replace(pg_get_function_identity_arguments(oid), '"', ''), pg_get_function_result(oid)) as signature
      from pg_proc where pronamespace = current_schema()::regnamespace`),
  )

  expect(rows.map(({ signature }) => signature)).toEqual(expect.arrayContaining(releasedFunctions))
})

test('migrations hold tables and rows; functions and triggers stand in a folder of their own (62)', () => {
  const statements = listMigrations().flatMap(({ sql }) => sql)

  expect(statements.filter((statement) => /\bcreate (or replace |constraint )?(function|trigger)\b/i.test(statement))).toEqual([])
})

test.each([
  'DROP TABLE "mails";',
  'ALTER TABLE "mails" DROP COLUMN "about";',
  'ALTER TABLE "mails" RENAME COLUMN "about" TO "subject";',
  'ALTER TABLE "mails" RENAME TO "outbox";',
  'ALTER TABLE "mails" ALTER COLUMN "attempts" SET DATA TYPE bigint;',
  'vacuum full orders',
  'ALTER TABLE "mails" ADD COLUMN "language" text NOT NULL;',
  'ALTER TABLE "mails" ADD COLUMN "length" integer GENERATED ALWAYS AS (length(body)) STORED NOT NULL;',
  'ALTER TABLE "mails" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;',
  'ALTER TABLE "mails" ALTER COLUMN "about" SET NOT NULL;',
])('a migration may not contain: %s (62)', (statement) => {
  expect(forbiddenIn([statement])).toHaveLength(1)
})

test('of the schema the snapshots of the baseline and of the newest migration are kept, and no others', () => {
  const numbers = readdirSync('database/migrations').flatMap((file) => /^\d+(?=_.*\.sql$)/.exec(file) ?? [])
  const newest = numbers.toSorted().at(-1)

  const kept = readdirSync('database/migrations/meta').filter((file) => file.endsWith('_snapshot.json'))

  expect(kept.toSorted()).toEqual(['0000_snapshot.json', `${newest}_snapshot.json`])
})
