import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/connect.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'

type OrderRow = typeof orders.$inferSelect
type GroupRow = typeof orderGroups.$inferSelect

/**
 * What one payment pays for: an order by itself, or those orders of a group that are not cancelled.
 *
 * The orders that an attempt of a group is for never change: one of them is cancelled only while no attempt has begun,
 * or once the recorded payment can take no money any more. Whoever asks the provider for an attempt therefore asks for
 * the same amount.
 */
export type Bill = {
  kind: 'order' | 'group'
  /** The order's id, or the group's: the provider keeps it with the payment. */
  id: string
  /** Of a group: `cancelling` while any of its orders is, else `unpaid` while any is, else `paid`, `refunded` or `cancelled`. */
  state: OrderRow['state']
  /** What is to pay, or was paid, in cents; 0 for a group without any order that is not cancelled. */
  totalCents: number
  paymentAttempt: number
  paymentIntent: string | null
  transactionId: string | null
  placedAt: Date
  email: string
  displayName: string
  /** All orders of it, cancelled ones included, in the order in which they were placed; never empty. */
  orders: OrderRow[]
}

/** The order by itself. Orders of a group have no bill of their own. */
export function billOfOrder(order: OrderRow): Bill {
  const { id, state, totalCents, paymentAttempt, paymentIntent, transactionId, placedAt, email, displayName } = order
  return {
    kind: 'order',
    id,
    state,
    totalCents,
    paymentAttempt,
    paymentIntent,
    transactionId,
    placedAt,
    email,
    displayName,
    orders: [order],
  }
}

function billOfGroup(group: GroupRow, placed: OrderRow[]): Bill {
  const { id, paymentAttempt, paymentIntent, transactionId, placedAt } = group
  const { email, displayName } = placed[0]! // a group is written together with its orders
  const totalCents = placed.reduce((sum, order) => (order.state === 'cancelled' ? sum : sum + order.totalCents), 0)
  const state = stateOfGroup(placed)
  return { kind: 'group', id, state, totalCents, paymentAttempt, paymentIntent, transactionId, placedAt, email, displayName, orders: placed }
}

function stateOfGroup(placed: OrderRow[]): Bill['state'] {
  const states = new Set(placed.map(({ state }) => state))
  if (states.has('cancelling')) return 'cancelling'
  if (states.has('unpaid')) return 'unpaid'
  if (states.has('paid') || states.has('shipped')) return 'paid'
  return states.has('refunded') ? 'refunded' : 'cancelled'
}

/** The bill of this id as it is at one moment; undefined when there is none. */
export async function readBill(db: Queryable, billId: string): Promise<Bill | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, billId))
  return order ? billOfOrder(order) : readGroupBill(db, billId)
}

/** One statement, so that payment and orders are of the same moment. */
export async function readGroupBill(db: Queryable, groupId: string): Promise<Bill | undefined> {
  const rows = await db
    .select({ group: orderGroups, order: orders })
    .from(orderGroups)
    .innerJoin(orders, eq(orders.groupId, orderGroups.id))
    .where(eq(orderGroups.id, groupId))
    .orderBy(asc(orders.position))
  const [first] = rows
  return first && billOfGroup(first.group, rows.map(({ order }) => order))
}

/** The same, locked until the transaction ends. */
export async function lockBill(tx: Transaction, billId: string): Promise<Bill | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, billId)).for('update')
  return order ? billOfOrder(order) : lockGroupBill(tx, billId)
}

/** A group before its orders, as everybody locks them: otherwise two could deadlock. */
export async function lockGroupBill(tx: Transaction, groupId: string): Promise<Bill | undefined> {
  const [group] = await tx.select().from(orderGroups).where(eq(orderGroups.id, groupId)).for('update')
  if (!group) return undefined
  const placed = await tx.select().from(orders).where(eq(orders.groupId, groupId)).orderBy(asc(orders.position)).for('update')
  return billOfGroup(group, placed)
}

/**
 * Writes down how the payment of a bill stands, in one statement that `still` and the state that was read decide.
 * Answers whether it was written.
 */
export async function writePayment(db: Queryable, bill: Pick<Bill, 'kind' | 'id' | 'state'>, values: SQL, still: SQL): Promise<boolean> {
  const table = bill.kind === 'order' ? orders : orderGroups
  const sameState =
    bill.kind === 'order'
      ? sql`state = ${bill.state}`
      : sql`exists (select from orders where group_id = ${bill.id}::uuid and state = 'cancelling') = ${bill.state === 'cancelling'}::bool`
  const { rows } = await db.execute(
    sql`update ${table} set ${values} where id = ${bill.id}::uuid and ${sameState} and ${still} returning id`,
  )
  return rows.length > 0
}
