import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { Actor } from '../platform/audit/write-audit.ts'

/** Names the user who causes the changes of this transaction, for the events of its orders. Without it the shop itself does. */
export const setEventActor = (tx: Transaction, actor: Actor) =>
  tx.execute(sql`select set_config('shop.actor', ${actor?.userId ?? ''}, true)`)
