import { getTableName, type Table } from 'drizzle-orm'
import type pg from 'pg'
import { listenForChanges, type ChangeHandlers } from './listen-for-changes.ts'
import type { ConnectionPool } from './open-pool.ts'

/** An order that has changed, and the id of its buyer. */
export type ChangedOrder = { orderId: string; userId: string }

/** Notifications of the database about changes to parts, reviews and orders; statements are not inspected. Decision 23. */
export type Changes = {
  /**
   * Calls `onChange` when one of these tables may have changed: before a commit of this process is answered, at once
   * for a commit of another process, and within a second where only stock has moved.
   */
  subscribe(tables: Table[], onChange: () => void): void
  /**
   * Calls `onChange` for each order that changes after it was placed, in any process; with undefined where changes may have been
   * missed. They are only received while `areHeard` is called at least once a minute. Returns the function that unsubscribes.
   */
  subscribeToOrders(onChange: (changed?: ChangedOrder) => void): () => void
  /** Whether changes of other processes are received. */
  areHeard(): boolean
}

/**
 * @param pool its connections report their own changes
 * @param listeners pool of the connection that listens for other processes; none behind a pooler in transaction mode
 */
export function watchChanges(pool: ConnectionPool, listeners: ConnectionPool | undefined, silenceLimitMs: number): Changes {
  const subscribers: { tables: Set<string>; onChange: () => void }[] = []
  const orderSubscribers = new Set<(changed?: ChangedOrder) => void>()
  const handlers: ChangeHandlers = {
    table(name) {
      for (const { tables, onChange } of subscribers) if (name === undefined || tables.has(name)) onChange()
    },
    order(ids) {
      const [orderId, userId] = ids?.split(' ') ?? []
      for (const onChange of orderSubscribers) onChange(orderId && userId ? { orderId, userId } : undefined)
    },
  }
  watchOwnChanges(pool.driver, handlers.table)
  if (!listeners) return { subscribe, subscribeToOrders, areHeard: () => false }
  const listening = listenForChanges(listeners, silenceLimitMs, handlers)
  pool.beforeEnd(() => listening.end())
  return { subscribe, subscribeToOrders, areHeard: () => listening.isCurrent() }

  function subscribe(tables: Table[], onChange: () => void): void {
    subscribers.push({ tables: new Set(tables.map(getTableName)), onChange })
  }

  function subscribeToOrders(onChange: (changed?: ChangedOrder) => void): () => void {
    orderSubscribers.add(onChange)
    return () => void orderSubscribers.delete(onChange)
  }
}

/**
 * `notify_own_connection` (`routines/changes.sql`) names each changed table within the transaction. The transaction is over when the
 * connection is released, and the statement that ended it is answered after that.
 */
function watchOwnChanges(pool: pg.Pool, onChange: (table: string) => void): void {
  const changed = new WeakMap<pg.PoolClient, Set<string>>()
  pool.on('connect', (client) => {
    const tables = new Set<string>()
    changed.set(client, tables)
    client.on('notice', ({ message, table }) => {
      if (message === 'table changed' && table) tables.add(table)
    })
  })
  pool.on('release', (_error, client) => {
    const tables = changed.get(client)
    tables?.forEach(onChange)
    tables?.clear()
  })
}
