import { getTableName, type Table } from 'drizzle-orm'
import type pg from 'pg'

/** What a statement writes to, by the words in front of a table's name. A word too many does no harm. */
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/gi
/** Different statements remembered; a shop has about a hundred. */
const KNOWN_STATEMENTS = 1_000

type Listener = { tables: readonly string[]; told: () => void }

const listeners = new WeakMap<pg.Pool, Listener[]>()
const knownStatements = new Map<string, readonly string[]>()

/**
 * Tells whenever this process has written to one of these tables, by whatever code: after the commit, and before the
 * one who wrote goes on. A transaction that was rolled back, or whose end is not known, is told as well.
 * Other processes on the same database are not heard of.
 */
export function onCommit(pool: pg.Pool, tables: Table[], told: () => void): void {
  listeners.get(pool)?.push({ tables: tables.map((table) => getTableName(table)), told })
}

/** Watches the connections of a pool that the answer is called with; it is to be called with each. */
export function watchCommits(pool: pg.Pool): (client: pg.PoolClient) => void {
  const toTell: Listener[] = []
  listeners.set(pool, toTell)
  return (client) => watchClient(client, toTell)
}

/** The server says 'ready' once for each statement, in their order, and whether a transaction is still open. */
function watchClient(client: pg.PoolClient, toTell: Listener[]): void {
  const sent: (readonly string[])[] = []
  let written = new Set<string>()
  const tell = () => {
    if (written.size === 0) return
    const tables = written
    written = new Set()
    for (const listener of toTell) if (listener.tables.some((table) => tables.has(table))) listener.told()
  }

  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    sent.push(tablesWrittenBy(given[0]))
    return query(...given)
  }) as typeof client.query
  client.connection.on('readyForQuery', ({ status }: { status: string }) => {
    for (const table of sent.shift() ?? []) written.add(table)
    if (status === 'I') tell()
  })
  client.once('end', tell)
}

function tablesWrittenBy(statement: unknown): readonly string[] {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  if (typeof text !== 'string') return []
  const known = knownStatements.get(text)
  if (known) return known
  if (knownStatements.size === KNOWN_STATEMENTS) knownStatements.clear()
  const tables = Array.from(text.matchAll(WRITTEN), ([, table]) => table!.toLowerCase()) // the pattern has the group
  knownStatements.set(text, tables)
  return tables
}
