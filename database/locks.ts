import { sql } from 'drizzle-orm'
import type { Database, Sender, Transaction } from './connect.ts'
import { transaction } from './transaction.ts'

/** Keys of the advisory locks, all of them. A number stays as it is: the previous release may run at the same time. */
export const LOCK_KEYS = {
  migration: 7_130_422,
  backup: 7_130_423,
  copyOfCatalogue: 7_130_424,
  mailClaims: 7_162_001,
  webhookClaims: 7_162_003,
  sandboxPayouts: 7_162_004,
  answersToMails: 7_162_067,
}
/** Keys of one person, network or import are names, which PostgreSQL hashes. */
export const namedKeys = {
  purchasesOf: (userId: string) => `purchases of ${userId}`,
  setAsideBy: (network: string) => `set aside by ${network}`,
  importOf: (importId: string) => `import ${importId}`,
}

/** Holds a key until the transaction ends. `skip` waits for nobody: false while another transaction holds it. */
export async function takeKey(client: Sender, key: number | string, onLocked: 'wait' | 'skip'): Promise<boolean> {
  const take = onLocked === 'wait' ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock'
  const number = typeof key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)'
  const { rows } = await client.query<{ taken: boolean | '' }>(`select ${take}(${number}) as taken`, [key])
  return rows[0]!.taken !== false // a function's value is always one row
}

/** Holds keys that are names until the transaction ends; waits for them in this order, in one statement. */
export const waitForNames = (tx: Transaction, names: string[]) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sql.param(names)}::text[]) as name`)

const turns = new WeakMap<Database, Map<number, Promise<unknown>>>()

/**
 * Runs the work of a job in a transaction that holds a key; undefined, at once, while another process holds it. Work of this process is
 * done one after the other, and holds no connection before its turn.
 */
export function withKey<T>(db: Database, key: number, work: (tx: Transaction) => Promise<T>): Promise<T | undefined> {
  const run = () => transaction(db, async (tx) => ((await takeKey(tx.$client, key, 'skip')) ? work(tx) : undefined))
  const ofDatabase = turns.get(db) ?? new Map<number, Promise<unknown>>()
  const turn = (ofDatabase.get(key) ?? Promise.resolve()).then(run, run)
  turns.set(db, ofDatabase.set(key, turn))
  return turn
}

/**
 * The order in which a transaction locks keys and rows: what stands earlier here is locked earlier, so that no two transactions wait for
 * each other. docs/locks.md says why it is this one.
 */
export const LOCK_ORDER = `
  migration backup copyOfCatalogue answersToMails mailClaims webhookClaims sandboxPayouts importOf
  intents refunds balance payouts events
  purchasesOf setAsideBy sessions api_keys punchout_connections users accounts access_tokens punchout_sessions rate_limits vat_ids
  quotes quote_lines quote_versions
  orders order_groups payments bank_statements bank_movements transfers open_items disputes payment_disputes number_series invoices payment_refunds
  returns return_pictures delivery_moves parcels
  parts holds expected_goods made_months promises price_changes changed_prices imports import_rows
  payment_events images order_messages punchout_orders agent_orders order_events audit_log inbound_mails mails
  addresses answered_calls billing_details credit_limits customer_notes customer_part_numbers invoices_due reviews
  sold_out_looks stock_notices webhooks webhook_deliveries cxml_answers missed_searches verifications contact_messages`
  .trim()
  .split(/\s+/)
