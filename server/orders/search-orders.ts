import { asc, desc, inArray, sql, type SQL } from 'drizzle-orm'
import type { TimeRange } from '#contract/fields.ts'
import { TEXT_LIMITS, TRANSACTION_ID_HIDDEN } from '#contract/limits.ts'
import { orderStates, type OrderState } from '#contract/order-states.ts'
import { MAXIMUM_COUNTED } from '#contract/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { orders, TRANSACTION_ID_SHOWN, type OrderRow } from '#database/tables/orders.ts'
import { within } from '../platform/paging/within.ts'

/** Parts and people that a text names; with more, the text says too little, and the newest of them count. */
const MOST_NAMED = 100
/** Shorter texts are no part of a name: nearly all names have them. */
const LEAST_LETTERS = 2

type Search = TimeRange & {
  q: string
  /** Id of the customer whose orders are meant; without it all customers. */
  userId?: string | undefined
  states?: readonly OrderState[] | undefined
}

/**
 * A page of the orders that a text finds, cancelled ones too. The text is the beginning of the order's number, reference,
 * transaction id or tracking number, or a part of the name or number of its part or of its buyer's name or email.
 *
 * Each way to find an order reads at most one page from an index that has its orders in the order of the list, so that a
 * search takes as long among a million orders as among a thousand. Decision 31.
 */
export async function searchOrders(
  db: Queryable,
  search: Search & { skip: number; size: number; newestFirst: boolean },
): Promise<OrderRow[]> {
  const { skip, size, newestFirst } = search
  const found = await db.execute<{ position: string }>(sql`
    ${named(search)}
    select position from (${ways(search, { limit: skip + size, order: sql`order by position ${newestFirst ? sql`desc` : sql`asc`}` })}) as found
    order by position ${newestFirst ? sql`desc` : sql`asc`} limit ${size} offset ${skip}`)
  if (found.rows.length === 0) return []
  const inOrder = newestFirst ? desc : asc
  return db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.position,
        found.rows.map(({ position }) => Number(position)),
      ),
    )
    .orderBy(inOrder(orders.position))
}

/** Number of orders in each state that the text finds, at most `MAXIMUM_COUNTED` + 1 of each. */
export async function countFound(db: Queryable, search: Search): Promise<{ state: OrderState; count: number }[]> {
  const counts = orderStates.map((state) => {
    const ofState = ways({ ...search, states: [state] }, { limit: MAXIMUM_COUNTED + 1 })
    return sql`select ${state} as state, count(*)::int as count from (select from (${ofState}) as found limit ${MAXIMUM_COUNTED + 1}) as counted`
  })
  const { rows } = await db.execute<{ state: OrderState; count: number }>(sql`${named(search)} ${sql.join(counts, sql` union all `)}`)
  return rows
}

/** The parts and people that the text names. */
function named({ q }: Search): SQL {
  const anywhere = `%${escapeLike(q.toLowerCase())}%`
  const isLongEnough = q.length >= LEAST_LETTERS
  return sql`
    with sold as materialized (
      select id from parts
      where ${isLongEnough} and search_form(${q}) <> ''
        and (search_name like '%' || search_form(${q}) || '%' or search_number like '%' || search_form(${q}) || '%')
      order by position desc limit ${MOST_NAMED}
    ), people as materialized (
      select id from users
      where ${isLongEnough} and (email like ${anywhere} or lower(display_name) like ${anywhere})
      order by created_at desc limit ${MOST_NAMED}
    )`
}

/** Positions of the orders that are found, each once; each way gives at most `limit`. */
function ways(search: Search, { limit, order = sql`` }: { limit: number; order?: SQL }): SQL {
  const { q, userId, states = orderStates } = search
  const start = `${escapeLike(q)}%`
  const number = /^o?-?0*(\d{1,12})$/i.exec(q)?.[1]
  const listed = sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )
  const filter = sql.join(
    [sql`state in (${listed})`, ...(userId === undefined ? [] : [sql`user_id = ${userId}::uuid`]), ...within(orders.placedAt, search)],
    sql` and `,
  )
  const isTransaction = [q, q.slice(TRANSACTION_ID_HIDDEN)]
    .filter((text) => text.length > LEAST_LETTERS)
    .map((text) => sql`substr(transaction_id, ${TRANSACTION_ID_SHOWN}) like ${`${escapeLike(text)}%`}`)
  const direct = [
    sql`position = ${number ?? null}::bigint`,
    sql`lower(reference) like ${start.toLowerCase()}`,
    ...isTransaction,
    sql`id in (select order_id from parcels where upper(tracking_number) like ${start.replaceAll(/\s/g, '').toUpperCase()} limit ${limit})`,
  ].map((condition) => sql`(select position from orders where ${condition} and ${filter} ${order} limit ${limit})`)
  return sql.join(
    [
      ...direct,
      sql`(select found.position from sold
        cross join unnest(array[${listed}]::text[]) as one(state)
        cross join lateral (
          select position from orders where part_id = sold.id and orders.state = one.state and ${filter} ${order} limit ${limit}
        ) as found ${order} limit ${limit})`,
      sql`(select found.position from people
        cross join lateral (select position from orders where user_id = people.id and ${filter} ${order} limit ${limit}) as found
        ${order} limit ${limit})`,
    ],
    sql` union `,
  )
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Collapses white space; undefined for a text that says nothing. */
export const readSearch = (q: string | undefined): string | undefined =>
  q?.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').slice(0, TEXT_LIMITS.search) || undefined
