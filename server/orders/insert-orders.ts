import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { OrderRow } from '#database/tables/orders.ts'
import type { NOTHING_YET } from './lists/present-order.ts'

type KnownLater = keyof typeof NOTHING_YET | 'state' | 'paymentAttempt' | 'paymentIntent' | 'returnedPieces' | 'restockedPieces'

/** An order as it is placed; `columns` names these columns. Without a `position` the next one is drawn, in the order of the rows. */
export type PlacedOrder = Omit<OrderRow, KnownLater | 'position' | 'taxCents' | 'billing' | 'changedIn'> & { position: number | null }

const columns = sql`id, hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents, group_id,
      placed_at, network, pay_by, at_once, reference, ship_to, tax, placed_as, made_pieces, promised, lead_days, terms, note, wished_on, is_sample, release, freight_cents, freight`

/** Orders as JSON for `rowsOfOrders`. */
export const jsonOfOrders = (placed: PlacedOrder[]): string =>
  JSON.stringify(placed.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [toSnakeCase(field), value]))))

/** A table of the columns of orders. */
export const rowsOfOrders = (json: SQL): SQL => sql`jsonb_populate_recordset(null::orders, ${json}::jsonb)`

/** The statement that inserts the orders of such a table on a condition; it can be part of the statement that takes their pieces. */
export const insertOrders = (from: SQL, condition: SQL): SQL => sql`
    insert into orders (${columns}, position, billing) overriding system value
    select ${columns}, coalesce(position, nextval('orders_position_seq')), billing_of(user_id) from ${from} where ${condition}`
