import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { giveUpInSilence } from './give-up-in-silence.ts'
import type { ConnectionPool } from './open-pool.ts'

const CHECK_EVERY_MS = 500
/** Time for which a check is valid. */
const CURRENT_MS = 1_000
/** Time for which checks continue after the last call of `isCurrent`. */
const WANTED_MS = 60_000

/** Read in this order: the second statement sees a transaction that has taken a number and is not over. */
const LAST_MOVE = `select (select last_value from stock_moves_id_seq) + (select last_value from promises_position_seq) as move`
const OPEN_MOVES = `select count(*)::int as moves from pg_locks where relation in ('stock_moves'::regclass, 'promises'::regclass)
  and database = (select oid from pg_database where datname = current_database()) and mode = 'RowExclusiveLock'`

type Listening = {
  /** Whether all changes of other processes that are older than a second have been received. Starts the checks when there are none. */
  isCurrent(): boolean
  end(): Promise<void>
}

/** Receivers of changes. */
export type ChangeHandlers = {
  /** With the changed table; without one where changes may have been missed. */
  table(name?: string): void
  /** With the ids of the changed order and of its buyer; without them where changes may have been missed. */
  order(ids?: string): void
}

/**
 * Listens on one connection for the notifications of `notify_all_processes` and `notify_order` (`routines/changes.sql`), and checks twice a
 * second on the same connection whether stock has moved: an answered check also proves that the connection is alive. No connection is
 * opened before `isCurrent` is called.
 * @param pool of one connection, used for nothing else
 */
export function listenForChanges(pool: ConnectionPool, silenceLimitMs: number, handlers: ChangeHandlers): Listening {
  let client: pg.PoolClient | undefined
  let lastMove: string | undefined
  let wasMoving = false
  let askedAt = -Infinity
  let checkedAt = -Infinity
  let isChecking = false

  function disconnect(): void {
    checkedAt = -Infinity
    client?.release(true)
    client = undefined
  }

  async function listen(): Promise<pg.PoolClient> {
    const connected = await pool.connect()
    client = connected
    giveUpInSilence(connected, silenceLimitMs)
    connected.on('notification', ({ channel, payload }) =>
      channel === 'order_changed' ? handlers.order(payload) : handlers.table(payload),
    )
    await connected.query('listen table_changed; listen order_changed')
    handlers.table()
    handlers.order()
    return connected
  }

  async function check(): Promise<void> {
    const sentAt = performance.now()
    const listening = client ?? (await listen())
    const {
      rows: [last],
    } = await listening.query<{ move: string }>(LAST_MOVE)
    const {
      rows: [open],
    } = await listening.query<{ moves: number }>(OPEN_MOVES)
    if (last?.move !== lastMove || wasMoving) handlers.table('parts')
    lastMove = last?.move
    wasMoving = open?.moves !== 0
    checkedAt = sentAt
  }

  async function checkWhileWanted(): Promise<void> {
    isChecking = true
    while (!pool.driver.ending && performance.now() - askedAt < WANTED_MS) {
      // Without a connection nothing is current; the next check reconnects.
      await check().catch(disconnect)
      await delay(CHECK_EVERY_MS, undefined, { ref: false })
    }
    isChecking = false
    if (pool.driver.ending) disconnect() // a connection made in the meantime
  }

  return {
    isCurrent() {
      askedAt = performance.now()
      if (!isChecking) void checkWhileWanted()
      return askedAt - checkedAt < CURRENT_MS
    },
    async end() {
      const ended = pool.end()
      disconnect()
      await ended
    },
  }
}
