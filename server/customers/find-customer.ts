import { sql } from 'drizzle-orm'
import { CUSTOMER_MESSAGES, type CustomerInFull, type CustomerMessage } from '#contract/people/customers.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { openStates, turnoverCents } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import { isStaff } from '../identity/require-admin-for-staff.ts'
import { customerOf, lastSeen, type CustomerRow } from './list-customers.ts'
import { findNotes } from './notes.ts'

type Row = CustomerRow & {
  education: string
  address: string
  email_verified: boolean
  unpaid: number
  to_ship: number
  refunded_cents: string
  quotes: number
}

/** @throws ShopError NOT_FOUND for an unknown or erased account. */
export async function findCustomer(db: Queryable, id: string): Promise<CustomerInFull> {
  const { rows } = await db.execute<Row>(sql`
    select users.id, email, display_name, phone, role, ${isStaff} as is_staff, disabled_at is not null as blocked, created_at, ${lastSeen} as last_seen_at,
      education, address, email_verified, sales.*,
      (select count(*)::int from quotes where user_id = users.id and deleted_at is null and held_for is null) as quotes
    from users cross join lateral (
      select count(*)::int as orders,
        coalesce(sum(${turnoverCents}) filter (where paid_at is not null), 0) as turnover_cents,
        coalesce(sum(refunded_cents), 0) as refunded_cents,
        (count(*) filter (where state in ${openStates}))::int as unpaid,
        (count(*) filter (where state = 'paid'))::int as to_ship
      from orders where user_id = users.id and state <> 'cancelled'
    ) as sales
    where users.id = ${id}::uuid and erased_at is null`)
  const row = rows[0]
  if (!row) throw new ShopError('NOT_FOUND')
  return {
    ...customerOf(row),
    education: row.education,
    address: row.address,
    emailVerified: row.email_verified,
    unpaid: row.unpaid,
    toShip: row.to_ship,
    refunded: centsToDollars(toCents(Number(row.refunded_cents))),
    quotes: row.quotes,
    notes: await findNotes(db, id),
    messages: await findMessages(db, id, row.email),
  }
}

type MessageRow = { id: string; order_id: string | null; position: string | null; side: 'customer' | 'shop'; text: string; sent_at: string }

/** The newest messages on a customer's orders, and those of the contact form with their email. */
async function findMessages(db: Queryable, id: string, email: string): Promise<CustomerMessage[]> {
  const { rows } = await db.execute<MessageRow>(sql`
    (select message.id, order_id, orders.position, side, body as text, sent_at
      from orders join order_messages as message on order_id = orders.id where orders.user_id = ${id}::uuid
      order by sent_at desc limit ${CUSTOMER_MESSAGES}::int)
    union all
    (select id, null, null, 'customer', message, created_at from contact_messages
      where lower(email) = ${email} order by created_at desc limit ${CUSTOMER_MESSAGES}::int)
    order by sent_at desc limit ${CUSTOMER_MESSAGES}::int`)
  return rows.map((row) => ({
    _id: row.id,
    orderId: row.order_id,
    orderNumber: row.position === null ? null : orderNumber(Number(row.position)),
    side: row.side,
    text: row.text,
    sentAt: new Date(row.sent_at).toISOString(),
  }))
}
