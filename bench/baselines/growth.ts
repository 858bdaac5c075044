import type pg from 'pg'
import { connect, type Database } from '../../database/connect.ts'
import { allOrders, countOrders, ordersOfCustomer } from '../../server/orders/lists/find-orders.ts'
import { countParts, listPartsPage } from '../../server/parts/list-parts.ts'
import { compare, inLanes, type Contender, type Figures, type Plan } from './measure.ts'
import type { Row, Section } from './sections.ts'
import { addBuyers, addParts, type World } from './world.ts'

const MANY_PARTS = 100_000
const MANY_ORDERS = 1_000_000
const FEW_PARTS = 100
const FEW_ORDERS = 1_000
const PAGE_SIZE = 9
const ORDERS_PAGE = 50
/** Orders of each customer, regardless of the total. */
const ORDERS_EACH = 20

/**
 * The verbs without HTTP and cache, which would hide how they scale. One call at a time, so that no queue is measured.
 */
const ALONE = 1

export type Grown = { db: Database; sql: pg.Client }

export async function openGrown(world: World, name: string, fill: (sql: pg.Client) => Promise<void>): Promise<Grown> {
  const { url, sql } = await world.openDatabase(name)
  await fill(sql)
  const db = connect({ connectionString: url })
  await sql.query('vacuum analyze')
  return { db, sql }
}

/** A list of 100,000 parts beside one of a hundred: last page and count, in milliseconds. */
export const manyParts: Section = async (world, plan) => {
  const few = await openGrown(world, 'few_parts', (sql) => addParts(sql, FEW_PARTS))
  const many = await openGrown(world, 'many_parts', (sql) => addParts(sql, MANY_PARTS))
  const lastPage = Math.ceil(MANY_PARTS / PAGE_SIZE) - 1
  const page = ({ db }: Grown, which: number) => byVerb(world, async () => requireRows(await listPartsPage(db, which, PAGE_SIZE)))
  const count = ({ db }: Grown) => byVerb(world, () => countParts(db))
  try {
    const pages = await compare({ last: page(many, lastPage), small: page(few, 0) }, calm(plan))
    const counts = await compare({ many: count(many), small: count(few) }, calm(plan))
    return [
      inMs('Last page of 100,000 parts', 'first page of 100', pages.last, pages.small, 20),
      inMs('Number of 100,000 parts', 'number of 100', counts.many, counts.small, 20),
    ]
  } finally {
    await close(few, many)
  }
}

async function allOf<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const some of batches) all.push(...some)
  return all
}

/** A million orders beside a thousand: a customer's own, the last page of all behind an order, and count. */
export const manyOrders: Section = async (world, plan) => {
  const few = await openGrown(world, 'few_orders', (sql) => addOrders(sql, FEW_ORDERS))
  const many = await openGrown(world, 'many_orders', (sql) => addOrders(sql, MANY_ORDERS))
  const own = async ({ db, sql }: Grown) => {
    const { rows } = await sql.query<{ email: string }>('select email from users order by id limit 1')
    return byVerb(world, async () => requireRows(await allOf(ordersOfCustomer(db, rows[0]!.email))))
  }
  const lastPage = async ({ db, sql }: Grown) => {
    const { rows } = await sql.query<{ id: string }>('select id from orders order by position desc offset $1 limit 1', [ORDERS_PAGE])
    return byVerb(world, async () => requireRows(await allOf(allOrders(db, { after: rows[0]!.id, size: ORDERS_PAGE }))))
  }
  const count = ({ db }: Grown) => byVerb(world, () => countOrders(db))
  try {
    const owns = await compare({ many: await own(many), small: await own(few) }, calm(plan))
    const pages = await compare({ many: await lastPage(many), small: await lastPage(few) }, calm(plan))
    const counts = await compare({ many: count(many), small: count(few) }, calm(plan))
    return [
      grown('My orders, of 1,000,000 in all', 'of 1,000 in all', owns.many, owns.small, 1.5),
      grown('Page behind an order, of 1,000,000', 'of 1,000', pages.many, pages.small, 1.5),
      inMs('Number of 1,000,000 orders', 'number of 1,000', counts.many, counts.small, 250),
    ]
  } finally {
    await close(few, many)
  }
}

export const calm = (plan: Plan): Plan => ({ ...plan, seconds: Math.min(plan.seconds, 1), connections: ALONE })

export const byVerb = (world: World, read: () => Promise<unknown>): Contender => ({
  load: inLanes(async () => void (await read())),
  pid: process.pid,
  databasePids: world.databasePids,
})

/** An empty answer is an error, however fast. */
function requireRows(rows: unknown[]): void {
  if (rows.length === 0) throw new Error('The page is empty.')
}

export const grown = (what: string, baseline: string, figures: Figures, baselineFigures: Figures, atMost: number): Row => ({
  what,
  baseline,
  figures,
  baselineFigures,
  measured: figures.p50 / baselineFigures.p50,
  toReach: { atMost },
  note: `${figures.p50.toFixed(2)} ms beside ${baselineFigures.p50.toFixed(2)} ms`,
})

/** As `grown`, in milliseconds instead of times. */
const inMs = (what: string, baseline: string, figures: Figures, baselineFigures: Figures, atMost: number): Row => ({
  ...grown(what, baseline, figures, baselineFigures, atMost),
  measured: figures.p50,
})

export async function close(...grownOnes: Grown[]): Promise<void> {
  for (const { db } of grownOnes) await db.$client.end()
}

/** Adds orders, their holds and as many customers as needed. */
async function addOrders(sql: pg.Client, count: number): Promise<void> {
  await addParts(sql, FEW_PARTS)
  await addBuyers(sql, count / ORDERS_EACH)
  await sql.query(
    `with people as (select id, email, row_number() over (order by id) - 1 as n from users),
      wares as (select id, row_number() over (order by position) - 1 as n from parts),
      made as (
        insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
        select people.id, wares.id, 1000, 2.5, 'ordered', now()
        from generate_series(0, $1::int - 1) as number
        join people on people.n = number % ($1 / $2)
        join wares on wares.n = number % $3
        returning id, user_id, part_id
      )
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents)
    select made.id, user_id, part_id, 'Part', '/images/x.webp', people.email, 'Ann Buyer', '+49 30 1234567',
      'Dock Road 1, 20457 Hamburg', 1000, 2.5, 250000
    from made join people on people.id = made.user_id`,
    [count, ORDERS_EACH, FEW_PARTS],
  )
}
