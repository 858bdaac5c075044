import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { toCents } from '#contract/basics/money.ts'
import { takesPieces, wasPaid, type OrderState } from '#contract/orders/order-states.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { dueCentsOf, orderGroups, orders, type OrderRow } from '#database/tables/orders.ts'

/**
 * What one payment pays for: a single order, or the orders of a group that are not cancelled.
 *
 * The orders of an attempt never change: one of them is cancelled or reduced only before the first attempt, or after the
 * recorded payment can take no money any more. All requests to the provider for one attempt therefore have one amount.
 */
export type Bill = {
  kind: 'order' | 'group'
  /** Id of the order or the group; the provider stores it with the payment. Of a delivery that has an invoice of its own, that of its parcel. */
  id: string
  /** Of a group: `cancelling` while any order is, else `unpaid` while any is, else `paid`, `refunded` or `cancelled`. */
  state: OrderState
  /** The amount due, or paid, in cents, with freight and tax; 0 for a group whose orders are all cancelled. */
  totalCents: number
  /** The tax included in `totalCents`. */
  taxCents: number
  /** The freight included in it, without tax. */
  freightCents: number
  /** All orders, including cancelled ones, in the order in which they were placed; never empty. */
  orders: OrderRow[]
} & Pick<OrderRow, 'paymentAttempt' | 'paymentIntent' | 'transactionId' | 'placedAt' | 'email' | 'displayName'>

/** For an order without a group; orders of a group have no separate bill. */
export const billOfOrder = (order: OrderRow): Bill => ({ ...order, kind: 'order', totalCents: dueCentsOf(order), orders: [order] })

function billOfGroup(group: typeof orderGroups.$inferSelect, placed: OrderRow[]): Bill {
  const { email, displayName } = placed[0]! // a group is written together with its orders
  const billed = placed.filter(({ state }) => state !== 'cancelled')
  const totalCents = billed.reduce((sum, order) => sum + dueCentsOf(order), 0)
  const taxCents = billed.reduce((sum, order) => sum + order.taxCents, 0)
  const freightCents = billed.reduce((sum, order) => sum + order.freightCents, 0)
  return { ...group, kind: 'group', state: stateOfGroup(placed), totalCents, taxCents, freightCents, email, displayName, orders: placed }
}

function stateOfGroup(placed: OrderRow[]): OrderState {
  const states = placed.map(({ state }) => state)
  if (states.includes('cancelling')) return 'cancelling'
  if (states.includes('unpaid')) return 'unpaid'
  if (states.some((state) => wasPaid(state) && takesPieces(state))) return 'paid'
  return states.some(wasPaid) ? 'refunded' : 'cancelled'
}

/** Order numbers for display: 'O-000123', of a group 'O-000123 and 4 more'. */
export function nameOfBill(bill: Bill | undefined): string {
  if (!bill) return 'not known'
  const [first, ...others] = bill.orders
  return nameOfOrders(first!.position, others.length) // a bill has orders
}

/** As `nameOfBill`, from the first order's position and the number of other orders. */
export const nameOfOrders = (position: number, others: number) =>
  others === 0 ? orderNumber(position) : `${orderNumber(position)} and ${others} more`

/** The price of the bill's goods, without freight and tax. */
export const goodsCentsOf = ({ totalCents, taxCents, freightCents }: Bill) => toCents(totalCents - taxCents - freightCents)

export async function readBill(db: Queryable, billId: string): Promise<Bill | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, billId))
  return order
    ? billOfOrder(order)
    : ((await readGroupBill(db, billId)) ?? deliveryBill(await db.select().from(orders).where(isOfDelivery(billId)), billId))
}

/** The order of a delivery that has an open item of its own. */
const isOfDelivery = (billId: string) => sql`${orders.id} = (
  select order_id from parcels join open_items on open_items.bill_id = parcels.id where parcels.id = ${billId}::uuid)`

/** A delivery that was invoiced: its money is a bill of its own, whose id is that of the parcel. */
const deliveryBill = ([order]: OrderRow[], billId: string): Bill | undefined => order && { ...billOfOrder(order), id: billId }

/** Whether a bill is that of a delivery. */
export const isDelivery = ({ kind, id, orders: billed }: Pick<Bill, 'kind' | 'id' | 'orders'>) => kind === 'order' && billed[0]!.id !== id // a bill has orders

/** One statement, so that payment and orders come from one snapshot. */
export async function readGroupBill(db: Queryable, groupId: string): Promise<Bill | undefined> {
  const rows = await db
    .select({ group: orderGroups, order: orders })
    .from(orderGroups)
    .innerJoin(orders, eq(orders.groupId, orderGroups.id))
    .where(eq(orderGroups.id, groupId))
    .orderBy(asc(orders.position))
  const placed = rows.map(({ order }) => order)
  return rows[0] && billOfGroup(rows[0].group, placed)
}

/** As `readBill`, locked until the transaction ends. */
export async function lockBill(tx: Transaction, billId: string): Promise<Bill | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, billId)).for('update')
  if (order) return billOfOrder(order)
  return (await lockGroupBill(tx, billId)) ?? lockDeliveryBill(tx, billId)
}

/** The order of the delivery, with the others of its group, which are locked before it. */
async function lockDeliveryBill(tx: Transaction, parcelId: string): Promise<Bill | undefined> {
  const [delivered] = await tx.select({ id: orders.id, groupId: orders.groupId }).from(orders).where(isOfDelivery(parcelId))
  if (!delivered) return undefined
  const whole = await lockBill(tx, delivered.groupId ?? delivered.id)
  return (
    whole &&
    deliveryBill(
      whole.orders.filter(({ id }) => id === delivered.id),
      parcelId,
    )
  )
}

/** Locks the group before its orders, as every other transaction does; another lock order could deadlock. */
export async function lockGroupBill(tx: Transaction, groupId: string): Promise<Bill | undefined> {
  const [group] = await tx.select().from(orderGroups).where(eq(orderGroups.id, groupId)).for('update')
  if (!group) return undefined
  const placed = await tx.select().from(orders).where(eq(orders.groupId, groupId)).orderBy(asc(orders.position)).for('update')
  return billOfGroup(group, placed)
}

/**
 * Writes the payment columns of a bill in one statement, if `still` holds and the state is the one that was read. Returns
 * whether it was written.
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
