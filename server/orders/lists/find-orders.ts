import { and, asc, count, desc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { CalendarDay, TimeRange } from '#contract/basics/fields.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { OrderState } from '#contract/orders/order-states.ts'
import type { ListedState, Order, OrderAttention, OrderInFull, OrdersByState } from '#contract/orders/orders.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { openItems } from '#database/tables/accounts.ts'
import { transfers } from '#database/tables/bank.ts'
import { orders, leftToMakeOf } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { behind } from '../../platform/paging/behind.ts'
import { clampPage } from '../../platform/paging/clamp-page.ts'
import { timeOf, within } from '../../platform/paging/within.ts'
import { agreedPriceOf } from '../agreed-price.ts'
import { findChangedOrders } from './find-changed-orders.ts'
import { needsAttention } from './order-attention.ts'
import { presentOrder } from './present-order.ts'
import { countFound, readSearch, searchOrders } from './search-orders.ts'

const notCancelled = ne(orders.state, 'cancelled')

type OrdersAsked = {
  page?: number
  size?: number
  after?: string
  state?: ListedState
  newestFirst?: boolean
  dueFirst?: boolean
  changedSince?: string
} & TimeRange & {
    q?: string
  }
type OrderFilter = TimeRange & { customer?: string; q?: string; attention?: OrderAttention }
type AllOrdersAsked = OrdersAsked & OrderFilter

const ORDERS_AT_ONCE = 500

/** A customer's orders, oldest first, in batches, without cancelled ones; or one page of them, as of all orders. */
export async function* ordersOfCustomer(db: Database, email: string, asked: OrdersAsked = {}): AsyncGenerator<Order[], void, undefined> {
  if (isPage(asked) && isNarrowed(asked)) return yield await pageOfOrders(db, { ...asked, customer: email })
  if (asked.page !== undefined) {
    const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked })
    const rows = await customersOrders(db).execute({ email, after: 0, limit: size, offset: page * size })
    return yield rows.map(({ order }) => presentOrder(order))
  }
  yield* inBatches(async (after) => {
    const rows = await customersOrders(db).execute({ email, after, limit: ORDERS_AT_ONCE, offset: 0 })
    return rows.map(({ order }) => order)
  })
}

const isPage = ({ page, after }: OrdersAsked) => page !== undefined || after !== undefined
const isNarrowed = ({ page: _page, size: _size, ...asked }: OrdersAsked) => Object.values(asked).some((value) => value !== undefined)

const customersOrders = preparedOnce('customers_orders', (db) =>
  db
    .select({ order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(users.email, sql.placeholder('email')), notCancelled, gt(orders.position, sql.placeholder('after'))))
    .orderBy(asc(orders.position))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

/** All orders, oldest first, in batches, or one page of them, which may be filtered and the newest first. For admins. */
export async function* allOrders(db: Database, asked: AllOrdersAsked = {}): AsyncGenerator<Order[], void, undefined> {
  if (isPage(asked)) return yield await pageOfOrders(db, asked)
  yield* inBatches((after) =>
    db
      .select()
      .from(orders)
      .where(and(notCancelled, gt(orders.position, after)))
      .orderBy(asc(orders.position))
      .limit(ORDERS_AT_ONCE),
  )
}

async function pageOfOrders(db: Database, asked: AllOrdersAsked): Promise<Order[]> {
  const { state, dueFirst = false, changedSince, after, ...filter } = asked
  const newestFirst = !dueFirst && asked.newestFirst === true
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked })
  const skip = after === undefined ? page * size : 0
  const q = await readSearch(db, filter.q)
  // Times and positions may differ by some milliseconds. This order is that of the index.
  const isOfTime = q === undefined && (filter.from ?? filter.to) !== undefined
  const keys = [...(dueFirst && q === undefined ? [dueDay] : isOfTime ? [orders.placedAt] : []), orders.position]
  const isBehind = await behind(db, orders, after, keys, { descending: newestFirst })
  if (changedSince !== undefined || q !== undefined) {
    const userId = await idOfCustomer(db, filter.customer)
    if (filter.customer !== undefined && userId === undefined) return []
    const rows =
      changedSince === undefined
        ? await searchOrders(db, {
            ...filter,
            q: q!, // one of both is given
            userId,
            states: state && statesOf[state],
            behind: and(isBehind, needsAttention(filter.attention)),
            skip,
            size,
            newestFirst,
          })
        : await findChangedOrders(db, timeOf(changedSince), { skip, size, userId, after })
    return rows.map(presentOrder)
  }
  const isOfState = state ? inArray(orders.state, statesOf[state]) : filter.attention ? undefined : notCancelled
  const rows = await db
    .select()
    .from(orders)
    .where(and(isBehind, isOfState, ...matches(db, filter)))
    .orderBy(...keys.map(newestFirst ? desc : asc))
    .limit(size)
    .offset(skip)
  return rows.map(presentOrder)
}

/** The day on which an order is due: the promised one, or the wished one where that is later. Those without a day come last. */
const dueDay = sql`coalesce(greatest(${orders.shipBy}, ${orders.wishedOn}), 'infinity'::date)`

export async function idOfCustomer(db: Queryable, email: string | undefined): Promise<string | undefined> {
  if (email === undefined) return undefined
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id
}

export const statesOf: Record<ListedState, OrderState[]> = {
  unpaid: ['unpaid', 'cancelling'],
  paid: ['paid'],
  shipped: ['shipped'],
  refunded: ['refunded'],
  cancelled: ['cancelled'],
}

const boughtBy = (db: Database, email: string) =>
  inArray(orders.userId, db.select({ id: users.id }).from(users).where(eq(users.email, email)))

const matches = (db: Database, { customer, attention, ...range }: OrderFilter) => [
  needsAttention(attention),
  customer === undefined ? undefined : boughtBy(db, customer),
  ...within(orders.placedAt, range),
]

async function* inBatches(read: (after: number) => Promise<(typeof orders.$inferSelect)[]>): AsyncGenerator<Order[], void, undefined> {
  for (let after = 0; ;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows.map(presentOrder)
    if (rows.length < ORDERS_AT_ONCE) return
    after = rows.at(-1)!.position
  }
}

export const countOrders = (db: Database): Promise<number> => db.$count(orders, notCancelled)

/** Orders in each state; of those that a text finds, at most `MAXIMUM_COUNTED` + 1 each. */
export async function countByState(db: Database, filter: OrderFilter = {}): Promise<OrdersByState> {
  const q = await readSearch(db, filter.q)
  const rows = q === undefined ? await countAllByState(db, filter) : await countTextByState(db, { ...filter, q })
  const of = (state: ListedState) => rows.reduce((sum, row) => (statesOf[state].includes(row.state) ? sum + row.count : sum), 0)
  const isIncomplete = rows.some((row) => 'incomplete' in row && row.incomplete)
  return {
    unpaid: of('unpaid'),
    paid: of('paid'),
    shipped: of('shipped'),
    refunded: of('refunded'),
    cancelled: of('cancelled'),
    ...(isIncomplete && { incomplete: true }),
  }
}

const countAllByState = (db: Database, filter: OrderFilter) =>
  db
    .select({ state: orders.state, count: count() })
    .from(orders)
    .where(and(...matches(db, filter)))
    .groupBy(orders.state)

async function countTextByState(db: Database, { customer, attention, ...search }: OrderFilter & { q: string }) {
  const userId = await idOfCustomer(db, customer)
  return customer !== undefined && userId === undefined ? [] : countFound(db, { ...search, userId, behind: needsAttention(attention) })
}

/**
 * @param cancelled whether a cancelled order is found, too.
 * @throws ShopError NOT_FOUND for an unknown order, and for another customer's unless the caller is an admin.
 */
export async function findOrder(db: Queryable, caller: Caller, orderId: string, { cancelled = false } = {}): Promise<OrderInFull> {
  const billId = sql`coalesce(${orders.groupId}, ${orders.id})`
  const [found] = await db
    .select({
      row: orders,
      partNumber: parts.partNumber,
      transfer: transfers,
      item: openItems,
      deliveries: deliveriesOf(billId),
      arrived: sql<number>`(
        select coalesce(sum(amount_cents), 0)::float8 from bill_receipts
        where bill_id = ${transfers.billId} and kind in ('bank', 'hand', 'moved'))`,
    })
    .from(orders)
    .innerJoin(parts, eq(parts.id, orders.partId))
    .leftJoin(transfers, eq(transfers.billId, billId))
    .leftJoin(openItems, eq(openItems.billId, billId))
    .where(and(eq(orders.id, orderId), cancelled ? undefined : notCancelled, seenBy(caller)))
  if (!found) throw new ShopError('NOT_FOUND')
  const agreed = found.row.state === 'unpaid' && (await agreedPriceOf(db, found.row))
  const order = presentOrder(found.row)
  return {
    ...order,
    partNumber: found.partNumber,
    ...(order.madeToOrder !== undefined && { leftToMake: leftToMakeOf(found.row) }),
    ...(agreed && { agreed }),
    ...moneyOf(found),
  }
}

type Deliveries = { open: number; amount: number; dueOn: CalendarDay | null } | null

/** What deliveries of a bill were invoiced with, in cents, and when the first of them that is open is due; null without. */
const deliveriesOf = (billId: SQL) => sql<Deliveries>`(
  select case when count(*) > 0 then jsonb_build_object('open', sum(part.open_cents), 'amount', sum(part.amount_cents),
    'dueOn', min(part.due_on) filter (where part.closed_at is null)) end
  from open_items as part where part.part_of = ${billId})`

type Money = {
  transfer: typeof transfers.$inferSelect | null
  item: typeof openItems.$inferSelect | null
  deliveries: Deliveries
  arrived: number
}

/** How an order is paid, if not by card; absent otherwise. */
const moneyOf = ({ transfer, item, deliveries, arrived }: Money): Pick<OrderInFull, 'onAccount' | 'transfer'> => ({
  ...(item && {
    onAccount: {
      dueOn: deliveries?.dueOn ?? item.dueOn,
      open: dollars(item.openCents + (deliveries?.open ?? 0)),
      amount: dollars(item.amountCents + (deliveries?.amount ?? 0)),
      ...(item.isFromDispatch && item.dispatchedOn === null && !deliveries?.dueOn && { daysFromDispatch: item.netDays }),
      ...(item.byDelivery && { byDelivery: true }),
    },
  }),
  ...(transfer && !item && { transfer: { reference: transfer.reference, received: dollars(arrived) } }),
})

const dollars = (cents: number) => centsToDollars(toCents(cents))

export const seenBy = (caller: Caller) => (caller.role === 'admin' ? undefined : eq(orders.userId, caller.userId))
