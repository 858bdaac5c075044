import type pg from 'pg'
import { tellWork, type ToldWork } from './told-work.ts'

const FIRST_WORD = /^\s*([a-z]+)/i
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z_0-9]*)"?/i

/** Sends a statement on this connection, and tells of it. */
export function sendStatement<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: string | pg.QueryConfig,
  values?: unknown[],
): Promise<pg.QueryResult<Row>> {
  return tellWork(
    () => describe(statement),
    () => client.query<Row>(statement, values),
  )
}

/** By its name, or by its first word and the first table that it names: never by its text, which may hold a value. */
function describe(statement: string | pg.QueryConfig): ToldWork {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement
  const [, verb = 'statement'] = FIRST_WORD.exec(text) ?? []
  const [, table] = TABLE.exec(text) ?? []
  const summary = [verb.toLowerCase(), table].filter(Boolean).join(' ')
  return { kind: 'statement', name: name || summary, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary } }
}
