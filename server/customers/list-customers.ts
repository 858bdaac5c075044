import { sql } from 'drizzle-orm'
import type { Customer, Customers } from '#contract/people/customers.ts'
import { CUSTOMERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { Queryable } from '#database/connect.ts'
import { turnoverCents } from '#database/tables/orders.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'
import { isStaff } from '../identity/require-admin-for-staff.ts'

type Row = {
  id: string
  email: string
  display_name: string
  phone: string
  role: 'admin' | ''
  is_staff: boolean
  blocked: boolean
  created_at: string
  last_seen_at: string | null
  orders: number
  turnover_cents: string
}

/** When an account was last seen: at a sign-in, or by a program with one of its keys. */
export const lastSeen = sql`greatest(users.last_seen_at, (select max(last_used_at) from api_keys where user_id = users.id))`

/** One page of the accounts that are not erased, the newest first. `q` is a part of the name or email. */
export async function listCustomers(db: Queryable, { q = '', ...asked }: { q?: string; page?: number; size?: number }): Promise<Customers> {
  const text = await foldText(db, q)
  const part = `%${escapeLike(text)}%`
  const which =
    text === '' ? sql`erased_at is null` : sql`erased_at is null and (email like ${part} or fold_text(display_name) like ${part})`
  const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from users where ${which}`)
  const { count } = counted.rows[0]! // an aggregate is always one row
  const { page, size } = clampPage({ size: CUSTOMERS_PAGE_SIZE, ...asked, count })
  const { rows } = await db.execute<Row>(sql`
    select users.id, users.email, users.display_name, users.phone, users.role, ${isStaff} as is_staff, users.disabled_at is not null as blocked, users.created_at,
      ${lastSeen} as last_seen_at, orders, turnover_cents
    from (select * from users where ${which} order by created_at desc, id limit ${size} offset ${page * size}) as users
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(${turnoverCents}) filter (where paid_at is not null), 0) as turnover_cents
      from orders where user_id = users.id and state <> 'cancelled'
    ) as sales
    order by users.created_at desc, users.id`)
  return { count, page, customers: rows.map(customerOf) }
}

export const customerOf = (row: Row): Customer => ({
  _id: row.id,
  email: row.email,
  displayName: row.display_name,
  phone: row.phone,
  role: row.role,
  isStaff: row.is_staff,
  blocked: row.blocked,
  createdAt: new Date(row.created_at).toISOString(),
  lastSeenAt: row.last_seen_at && new Date(row.last_seen_at).toISOString(),
  orders: row.orders,
  turnover: centsToDollars(toCents(Number(row.turnover_cents))),
})
export type CustomerRow = Row
