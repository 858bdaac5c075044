import { and, desc, eq, getTableColumns, inArray, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { MAXIMUM_FOUND_IN_FILE, MAXIMUM_IN_WORKBOOK, orderFileMessages, type OrderFileFilter } from '#contract/orders/order-files.ts'
import { orderStates } from '#contract/orders/order-states.ts'
import type { Database } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { parts } from '#database/tables/parts.ts'
import { invalidField } from '../../errors.ts'
import { within } from '../../platform/paging/within.ts'
import { needsAttention } from './order-attention.ts'
import { idOfCustomer, statesOf } from './find-orders.ts'
import { findPositions, readSearch } from './search-orders.ts'

const AT_ONCE = 500

/** An order with its part's number and its parcels, as written to a file. */
export type FileOrder = OrderRow & { partNumber: string } & Record<'parcels' | 'carriers' | 'trackingNumbers', string | null>

/**
 * The orders that a filter finds, newest first, in batches; each batch starts after the last order of the previous one.
 * @throws ShopError INVALID_INPUT when a text finds more than `MAXIMUM_FOUND_IN_FILE`, or a workbook would have more than
 *   `MAXIMUM_IN_WORKBOOK`
 */
export async function* findFileOrders(db: Database, filter: OrderFileFilter): AsyncGenerator<FileOrder[], void, undefined> {
  const { format, state, attention, customer, from, to } = filter
  const userId = customer === undefined ? undefined : await idOfCustomer(db, customer)
  if (customer !== undefined && userId === undefined) return
  const q = await readSearch(db, filter.q)
  if (q !== undefined) return yield* foundByText(db, { ...filter, q, userId })

  const listed = state ? statesOf[state] : orderStates.filter((one) => one !== 'cancelled' || attention)
  const where = [
    inArray(orders.state, listed),
    userId === undefined ? undefined : eq(orders.userId, userId),
    needsAttention(attention),
    ...within(orders.placedAt, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }),
  ]
  if (format === 'xlsx') await requireFewer(db, and(...where))
  // An index has the orders of a customer, and all orders by time, in this order.
  const ofCustomer = userId !== undefined
  const inOrder = ofCustomer ? [desc(orders.position)] : [desc(orders.placedAt), desc(orders.position)]
  const behind = (last: number) =>
    ofCustomer
      ? lt(orders.position, last)
      : sql`(${orders.placedAt}, ${orders.position}) < (select placed_at, position from orders where position = ${last})`
  for (let last: number | undefined; ;) {
    const rows = await fileOrders(db, and(...where, last === undefined ? undefined : behind(last)), inOrder)
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)!.position
  }
}

async function* foundByText(
  db: Database,
  { q, userId, state, attention, from, to }: Omit<OrderFileFilter, 'customer'> & { q: string; userId: string | undefined },
): AsyncGenerator<FileOrder[], void, undefined> {
  const times = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const positions = await findPositions(db, {
    q,
    userId,
    states: state && statesOf[state],
    ...times,
    skip: 0,
    size: MAXIMUM_FOUND_IN_FILE + 1,
    newestFirst: true,
  })
  if (positions.length > MAXIMUM_FOUND_IN_FILE) throw invalidField('q', orderFileMessages.tooManyFound)
  for (let at = 0; at < positions.length; at += AT_ONCE) {
    yield await fileOrders(db, and(inArray(orders.position, positions.slice(at, at + AT_ONCE)), needsAttention(attention)), [
      desc(orders.position),
    ])
  }
}

const ofParcels = (value: SQL) => sql<string | null>`(select ${value} from ${parcels} where ${parcels.orderId} = ${orders.id})`
/** Values of the parcels of an order, oldest first; a parcel without the value keeps its place, so that carriers and numbers match. */
const inPlaces = (column: SQLWrapper) =>
  ofParcels(sql`case when count(${column}) > 0 then string_agg(coalesce(${column}, ''), '; ' order by ${parcels.position}) end`)

const fileOrders = (db: Database, where: SQL | undefined, inOrder: SQL[]): Promise<FileOrder[]> =>
  db
    .select({
      ...getTableColumns(orders),
      partNumber: parts.partNumber,
      parcels: ofParcels(sql`string_agg(concat_ws(' ', ${parcels.carrier}, ${parcels.trackingNumber}), '; ' order by ${parcels.position})`),
      carriers: inPlaces(parcels.carrier),
      trackingNumbers: inPlaces(parcels.trackingNumber),
    })
    .from(orders)
    .innerJoin(parts, eq(parts.id, orders.partId))
    .where(where)
    .orderBy(...inOrder)
    .limit(AT_ONCE)

async function requireFewer(db: Database, where: SQL | undefined): Promise<void> {
  const [beyond] = await db.select({ id: orders.id }).from(orders).where(where).offset(MAXIMUM_IN_WORKBOOK).limit(1)
  if (beyond) throw invalidField('format', orderFileMessages.tooManyForWorkbook)
}
