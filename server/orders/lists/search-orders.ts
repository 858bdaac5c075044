import { asc, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { carrierOfNumber, normalTrackingNumber } from '#contract/orders/carriers.ts'
import type { TimeRange } from '#contract/basics/fields.ts'
import { TEXT_LIMITS, TRANSACTION_ID_HIDDEN } from '#contract/basics/limits.ts'
import { orderStates, type OrderState } from '#contract/orders/order-states.ts'
import { MAXIMUM_COUNTED } from '#contract/orders/orders.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { Queryable } from '#database/connect.ts'
import { orders, TRANSACTION_ID_SHOWN, type OrderRow } from '#database/tables/orders.ts'
import { escapeLike } from '../../platform/paging/escape-like.ts'
import { foldText } from '../../platform/paging/fold-text.ts'
import { within } from '../../platform/paging/within.ts'

/** Maximum of parts, people and parcels that a text may match; of an unspecific text only this many are searched. */
const MAX_NAMED = 100
/**
 * From this many matches of an order's own text on, the newest orders are scanned until the page is full, instead of looking up all
 * matches. With fewer matches the scan would take longer.
 */
const FREQUENT = 5_000
/** Shorter texts are not searched for in names: nearly all names contain them. */
const LEAST_LETTERS = 2

type Search = TimeRange & {
  /** Folded (`readSearch`); an empty one finds nothing. */
  q: string
  /** Id of the customer whose orders are meant; without it all customers. */
  userId?: string | undefined
  states?: readonly OrderState[] | undefined
  /** A further condition: only orders after the previous page. */
  behind?: SQL | undefined
}

/**
 * A page of the orders that a text finds, cancelled ones too. The text is the beginning of the order's number, reference,
 * transaction id or tracking number, or a part of the name or number of its part or of its buyer's name or email.
 *
 * Each way to find an order reads about one page from an index that has its orders in the order of the list, so that a search
 * takes as long among a million orders as among a thousand. Decision 31.
 */
export async function searchOrders(
  db: Queryable,
  search: Search & { skip: number; size: number; newestFirst: boolean },
): Promise<OrderRow[]> {
  const { newestFirst } = search
  const positions = await findPositions(db, search)
  if (positions.length === 0) return []
  return db
    .select()
    .from(orders)
    .where(inArray(orders.position, positions))
    .orderBy((newestFirst ? desc : asc)(orders.position))
}

/** Positions of one page of the orders that a text finds. */
export async function findPositions(db: Queryable, search: Parameters<typeof searchOrders>[1]): Promise<number[]> {
  if (search.q === '') return []
  const found = await db.execute<{ position: string }>(pageOf(search))
  return found.rows.map(({ position }) => Number(position))
}

/**
 * Positions of one page. Texts of orders are looked up without an order, because the planner would read all orders in it; where
 * that finds too many, they are frequent, and the newest orders are read until the page is full.
 */
function pageOf({ skip, size, newestFirst, ...search }: Parameters<typeof searchOrders>[1]): SQL {
  const limit = skip + size
  const inOrder = newestFirst ? sql`order by position desc` : sql`order by position`
  const { number, texts, filter } = conditionsOf(search)
  const isFrequent = sql`(select count(*) from texts) > ${FREQUENT}`
  return sql`
    ${named(search)}, texts as materialized (
      ${unionOf(texts.map(({ begins, byText }) => sql`(select position from orders where ${begins} ${byText} limit ${FREQUENT + 1})`))}
    )
    select position from (${unionOf([
      sql`(select position from orders where ${number} and ${filter})`,
      sql`(select position from orders where not ${isFrequent} and position in (select position from texts) and ${filter})`,
      sql`(select position from orders where ${isFrequent} and (${sql.join(
        texts.map(({ begins }) => begins),
        sql` or `,
      )}) and ${filter} ${inOrder} limit ${limit})`,
      ...byName(search, sql`${inOrder} limit ${limit}`),
    ])}) as found
    ${inOrder} limit ${size} offset ${skip}`
}

/**
 * Number of orders in each state that the text finds, at most `MAXIMUM_COUNTED` + 1 of each; `incomplete` when it names more parts,
 * people or parcels than are searched.
 */
export async function countFound(db: Queryable, search: Search): Promise<{ state: OrderState; count: number; incomplete: boolean }[]> {
  if (search.q === '') return []
  const limit = sql`limit ${MAXIMUM_COUNTED + 1}`
  const counts = orderStates.map((state) => {
    const ofState = { ...search, states: [state] }
    const { number, texts, filter } = conditionsOf(ofState)
    const found = unionOf([
      sql`(select position from orders where ${number} and ${filter})`,
      ...texts.map(({ begins, byText }) => sql`(select position from orders where ${begins} and ${filter} ${byText} ${limit})`),
      ...byName(ofState, limit),
    ])
    return sql`select ${state} as state, count(*)::int as count from (select from (${found}) as found ${limit}) as counted`
  })
  const { rows } = await db.execute<{ state: OrderState; count: number; incomplete: boolean }>(sql`
    ${named(search)}
    select state, count, greatest((select count(*) from sold), (select count(*) from people), (select count(*) from sent)) > ${MAX_NAMED} as incomplete
    from (${sql.join(counts, sql` union all `)}) as counts`)
  return rows
}

const unionOf = (queries: SQL[]) => sql.join(queries, sql` union `)

/**
 * The parts, people and parcels that the text names, and one more where they are too many: the newest parts and people, and any
 * parcels, because most tracking numbers of a carrier begin with the shop's number there. Parcels are read in the order of their
 * index, which a limit ends early. For a customer, of the people only that customer.
 */
function named({ q, userId }: Search): SQL {
  const anywhere = `%${escapeLike(q)}%`
  const isLongEnough = q.length >= LEAST_LETTERS
  const sent = trackingNumberOf(q)
  return sql`
    with sold as materialized (
      select id from parts
      where ${isLongEnough} and search_form(${q}) <> ''
        and (search_name like '%' || search_form(${q}) || '%' or search_number like '%' || search_form(${q}) || '%')
      order by position desc limit ${MAX_NAMED + 1}
    ), people as materialized (
      select id from users
      where ${isLongEnough} and (email like ${anywhere} or fold_text(display_name) like ${anywhere})
        and ${userId === undefined ? sql`true` : sql`id = ${userId}::uuid`}
      order by created_at desc limit ${MAX_NAMED + 1}
    ), sent as materialized (
      select order_id from parcels
      where search_form(${sent}) <> '' and search_form(tracking_number) like search_form(${sent}) || '%'
      order by search_form(tracking_number) using ~<~ limit ${MAX_NAMED + 1}
    )`
}

/** The tracking number in a carrier's barcode. */
function trackingNumberOf(q: string): string {
  const carrier = carrierOfNumber(q)
  return carrier ? normalTrackingNumber(q, carrier) : q
}

/**
 * Conditions on the order itself: texts that begin with `q`, each with the order of its index, which a limit ends early; and the filter.
 */
function conditionsOf(search: Search): { number: SQL; texts: { begins: SQL; byText: SQL }[]; filter: SQL } {
  const { q, userId, states = orderStates, behind } = search
  const start = `${escapeLike(q)}%`
  const number = /^o?-?0*(\d{1,12})$/.exec(q)?.[1]
  const transactions = [q, q.slice(TRANSACTION_ID_HIDDEN)].filter((text) => text.length > LEAST_LETTERS)
  return {
    number: sql`position = ${number ?? null}::bigint`,
    texts: [
      { text: sql`fold_text(reference)`, like: start },
      ...transactions.map((text) => ({
        text: sql`fold_text(substr(transaction_id, ${TRANSACTION_ID_SHOWN}))`,
        like: `${escapeLike(text)}%`,
      })),
    ].map(({ text, like }) => ({ begins: sql`${text} like ${like}`, byText: sql`order by ${text} using ~<~` })),
    filter: sql.join(
      [
        sql`state in (${listOf(states)})`,
        ...(userId === undefined ? [] : [sql`user_id = ${userId}::uuid`]),
        ...within(orders.placedAt, search),
        ...(behind ? [behind] : []),
      ],
      sql` and `,
    ),
  }
}

/** Orders of the parts, people and parcels that the text names; `page` is how many of each, and in which order. */
function byName(search: Search, page: SQL): SQL[] {
  const { filter } = conditionsOf(search)
  const states = listOf(search.states ?? orderStates)
  return [
    sql`(select found.position from sold
      cross join unnest(array[${states}]::text[]) as one(state)
      cross join lateral (
        select position from orders where part_id = sold.id and orders.state = one.state and ${filter} ${page}
      ) as found ${page})`,
    sql`(select found.position from people
      cross join lateral (select position from orders where user_id = people.id and ${filter} ${page}) as found ${page})`,
    sql`(select position from orders where id in (select order_id from sent) and ${filter} ${page})`,
  ]
}

const listOf = (states: readonly OrderState[]) =>
  sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )

/** The search text, folded as stored texts are; undefined without a text, empty for one without visible characters. */
export const readSearch = async (db: Queryable, q: string | undefined): Promise<string | undefined> =>
  q?.trim() ? startOf(await foldText(db, q), TEXT_LIMITS.search) : undefined
