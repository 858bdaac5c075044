import { getTableName, type Table } from 'drizzle-orm'
import type pg from 'pg'
import { listenForChanges } from './listen-for-changes.ts'

/** What the database tells of changes to parts and reviews; no statement is looked at. Decision 23. */
export type Changes = {
  /**
   * Calls `onChange` when one of these tables may have changed: before a commit of this process is answered, at once
   * for a commit of another process, and within a second where only stock has moved.
   */
  subscribe(tables: Table[], onChange: () => void): void
  /** Whether changes of other processes are received. */
  areHeard(): boolean
}

/**
 * @param pool its connections are told of their own changes
 * @param listeners pool of the connection that listens for other processes; none behind a pooler in transaction mode
 */
export function watchChanges(pool: pg.Pool, listeners: pg.Pool | undefined, silenceLimitMs: number): Changes {
  const subscribers: { tables: Set<string>; onChange: () => void }[] = []
  const tell = (table?: string) => {
    for (const { tables, onChange } of subscribers) if (table === undefined || tables.has(table)) onChange()
  }
  pool.on('connect', (client) => watchOwnChanges(client, tell))
  if (!listeners) return { subscribe, areHeard: () => false }
  const listening = listenForChanges(listeners, silenceLimitMs, tell)
  const endPool = pool.end.bind(pool)
  pool.end = async () => {
    await listening.end()
    await endPool()
  }
  return { subscribe, areHeard: () => listening.isCurrent() }

  function subscribe(tables: Table[], onChange: () => void): void {
    subscribers.push({ tables: new Set(tables.map(getTableName)), onChange })
  }
}

/** `tell_own_connection` (in the migrations) names each changed table within the transaction, which is over with status 'I'. */
function watchOwnChanges(client: pg.PoolClient, tell: (table: string) => void): void {
  const changed = new Set<string>()
  const tellAll = () => {
    changed.forEach(tell)
    changed.clear()
  }
  client.on('notice', ({ message, table }) => {
    if (message === 'table changed' && table) changed.add(table)
  })
  client.connection.prependListener('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I') tellAll()
  })
  client.once('end', tellAll)
}
