import { expect, test } from 'vitest'
import { listMigrations } from '#database/migrate.ts'

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
