import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startPrivateServer } from '#database/embedded.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { listRoutines } from '#database/routines.ts'
import { useClient } from '#database/use-client.ts'

/** `npm run write-schema` writes database/schema.md from the catalogs of an empty shop. */

const PAGE = join(import.meta.dirname, '../database/schema.md')

const INTRODUCTION = `# Schema

Written by \`npm run write-schema\` from the catalogs of an empty shop: each table with its columns, checks, references and triggers. What columns
mean stands in \`database/tables\`, what triggers do in \`database/routines\`.

Triggers are listed in the order in which PostgreSQL fires them: *before* each row, *after* each row, after the *statement*, at the *commit*; those
of the same time by name.
`

type Trigger = { name: string; when: string; events: string; condition: string | null; fn: string }
type Table = { name: string; columns: string[][]; checks: string[]; references: string[]; triggers: Trigger[] }

const TABLES = `
  select case when relnamespace = current_schema()::regnamespace then relname else relnamespace::regnamespace || '.' || relname end as name,
    (select json_agg(array[
        attname, format_type(atttypid, atttypmod) || case when attnotnull then '' else ', or null' end,
        concat(case when attgenerated <> '' then 'generated: ' when attidentity <> '' then 'counted up' end, pg_get_expr(adbin, adrelid))
      ] order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    array(select conname || ': ' || pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = c.oid and contype = 'c' order by conname) as checks,
    array(select regexp_replace(pg_get_constraintdef(oid), '^FOREIGN KEY \\((.*)\\) REFERENCES ', '\\1 -> ')
      from pg_constraint where conrelid = c.oid and contype = 'f' order by conname) as references,
    coalesce((select json_agg(json_build_object('name', tgname, 'fn', proname, 'condition', substring(pg_get_triggerdef(pg_trigger.oid) from 'WHEN \\((.*)\\) EXECUTE'),
        'events', concat_ws(' or ',
          case when tgtype & 4 > 0 then 'insert' end,
          case when tgtype & 16 > 0 then 'update' || coalesce(' of ' || (
            select string_agg(attname, ', ' order by attnum) from pg_attribute where attrelid = tgrelid and attnum = any (tgattr)), '') end,
          case when tgtype & 8 > 0 then 'delete' end,
          case when tgtype & 32 > 0 then 'truncate' end),
        'when', case when tginitdeferred then 'at the commit' else
          case when tgtype & 2 > 0 then 'before' else 'after' end || case when tgtype & 1 > 0 then '' else ' the statement' end end)
        order by tginitdeferred, tgtype & 2 = 0, (tgtype & 1 > 0) = (tgtype & 2 > 0), tgname)
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid = c.oid and not tgisinternal), '[]') as triggers
  from pg_class c
  where relkind = 'r' and relnamespace in (current_schema()::regnamespace, 'sandbox'::regnamespace)
  order by relnamespace <> current_schema()::regnamespace, relname`

const list = (title: string, lines: string[]) =>
  lines.length > 0 ? `${title}:\n\n${lines.map((line) => `- ${plain(line)}`).join('\n')}\n` : ''

/** An expression of the catalogs without what only PostgreSQL needs. */
const plain = (text: string) => text.replaceAll(/::text(\[\])?/g, '').replaceAll(/\s+/g, ' ')

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => plain(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')

/** The page of a database. */
export async function schemaPage(client: pg.Client): Promise<string> {
  const fileOf = new Map(listRoutines().map(({ name, file }) => [name, file]))
  const cellsOf = ({ name, when, events, condition, fn }: Trigger, on: string) => {
    const file = fileOf.get(`trigger ${name} on ${on}`)
    return [when, events + (condition === null ? '' : ` when ${condition}`), name, fn, `[${file}](routines/${file})`]
  }
  const { rows } = await client.query<Table>(TABLES)
  const tables = rows.map(({ name, columns, checks, references, triggers }) =>
    [
      `## ${name}\n`,
      `${table(['column', 'type', 'default'], columns)}\n`,
      list('Checks', checks),
      list('References', references),
      triggers.length === 0
        ? ''
        : `${table(
            ['fires', 'on', 'trigger', 'function', 'file'],
            triggers.map((one) => cellsOf(one, name)),
          )}\n`,
    ]
      .filter((part) => part !== '')
      .join('\n'),
  )
  return [INTRODUCTION, ...tables].join('\n')
}

async function writeSchema(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-schema-'))
  const server = await startPrivateServer({ folder, log: () => {} })
  try {
    await migrateDatabase(server.connection)
    await writeFile(PAGE, await useClient(server.connection, 'teleforge-schema', schemaPage))
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await writeSchema()
