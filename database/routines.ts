import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

const ROUTINES = fileURLToPath(new URL('./routines', import.meta.url))
/** Functions that columns and indexes are made of. They refer to no table, so they exist before the first one. */
const OF_COLUMNS = 'columns.sql'
/** Drops what the migrations made before this folder was there. */
const RETIRED = 'retired.sql'

const FUNCTION = /^create or replace function (\w+)\s*\(([^]*?)\)\s+returns\b/
const TRIGGER = /^create (?:or replace|constraint) trigger (\w+)\s[^]*?\son (\w+)\b/

/** A function or a trigger. `name` is how `drop` names it, such as `trigger orders_check on orders`. */
export type Routine = { name: string; file: string; sql: string; hash: string }

/** The functions and triggers of a folder; functions first, because triggers call them. */
export function listRoutines(folder = ROUTINES): Routine[] {
  const routines = readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file !== RETIRED)
    .flatMap((file) => routinesIn(file, readFileSync(join(folder, file), 'utf8')))
  return [...routines.filter(({ name }) => !isTrigger(name)), ...routines.filter(({ name }) => isTrigger(name))]
}

/** Each begins with `create` at the start of a line; comments at the start of a line are no part of it. */
function routinesIn(file: string, text: string): Routine[] {
  const statements = text
    .replaceAll(/^--.*\n/gm, '')
    .trim()
    .split(/^(?=create )/m)
  return statements.map((statement) => {
    const sql = statement.trim()
    return { name: nameOf(sql, file), file, sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}

function nameOf(sql: string, file: string): string {
  const [, fn, parameters = ''] = FUNCTION.exec(sql) ?? []
  if (fn)
    return `function ${fn}(${parameters
      .replaceAll(/ default [^,]+/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()})`
  const [, trigger, table] = TRIGGER.exec(sql) ?? []
  if (trigger) return `trigger ${trigger} on ${table}`
  throw new Error(`${file} has a statement that is neither a function nor a trigger: ${sql.slice(0, 80)}`)
}

const isTrigger = (name: string) => name.startsWith('trigger ')

/** Creates the functions of columns in the form of this release. */
export const applyRoutinesOfColumns = (client: pg.Client, routines: Routine[]): Promise<void> =>
  applyChanged(
    client,
    routines.filter(({ file }) => file === OF_COLUMNS),
  )

/**
 * Brings all functions and triggers to the form of this release: applies those whose text is another one, then drops those that are gone,
 * triggers before the functions that they call.
 */
export async function applyRoutines(client: pg.Client, routines: Routine[]): Promise<void> {
  const applied = [...(await listAppliedRoutines(client)).keys()]
  if (!applied.some(isTrigger)) await client.query(readFileSync(join(ROUTINES, RETIRED), 'utf8'))
  await applyChanged(client, routines)
  const wanted = new Set(routines.map(({ name }) => name))
  const gone = applied.filter((name) => !wanted.has(name))
  for (const name of [...gone.filter(isTrigger), ...gone.filter((one) => !isTrigger(one))]) await client.query(drop(name))
  if (gone.length > 0) await client.query('delete from drizzle.routines where name = any ($1)', [gone])
}

/** Whether the database has the functions and triggers of this release, and needs none of them applied. */
export async function hasRoutines(client: pg.Client, routines: Routine[]): Promise<boolean> {
  if (!(await keepsRoutines(client))) return false
  const applied = await listAppliedRoutines(client)
  return applied.size === routines.length && routines.every(({ name, hash }) => applied.get(name) === hash)
}

async function applyChanged(client: pg.Client, routines: Routine[]): Promise<void> {
  const applied = await listAppliedRoutines(client)
  const changed = routines.filter(({ name, hash }) => applied.get(name) !== hash)
  if (changed.length === 0) return
  // Functions may call each other in any order.
  await client.query('set local check_function_bodies = off')
  for (const { name, sql } of changed) {
    if (sql.startsWith('create constraint')) await client.query(drop(name)) // cannot be replaced
    await client.query(sql)
  }
  await client.query(
    `insert into drizzle.routines (name, hash) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set hash = excluded.hash`,
    [changed.map(({ name }) => name), changed.map(({ hash }) => hash)],
  )
}

/** Whether the database notes which functions and triggers it has. */
export async function keepsRoutines(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'drizzle' and tablename = 'routines'")
  return rowCount === 1
}

/** Hashes by name. */
async function listAppliedRoutines(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<Pick<Routine, 'name' | 'hash'>>('select name, hash from drizzle.routines')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

const drop = (name: string) => `drop ${name.replace(' ', ' if exists ')}`
