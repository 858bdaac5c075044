import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { SalesPeriod, SalesReport } from '#contract/shop/reports.ts'
import type { Transaction } from '#database/connect.ts'
import { salesOfCustomers, salesOfHours, salesOfParts } from '#database/tables/sales.ts'
import { transaction } from '#database/transaction.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { sellAt } from '#tests/support/shops/sell-at.ts'
import { findBest } from './find-best.ts'
import { findSales } from './find-sales.ts'
import { totalUpSales } from './total-up-sales.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const [cable, panel] = [await shop.addPart({ name: 'Cable' }), await shop.addPart({ name: 'Panel' })]
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  // Over two years, with times without sales, the beginnings of hours, and now.
  const ages = ['0', '1 minute', '20 minutes', '1 hour', '61 minutes', '25 hours', '3 days', '12 days', '29 days', '31 days', '45 days']
  ages.push(
    '70 days',
    '100 days',
    '180 days',
    '200 days',
    '250 days',
    '300 days',
    '364 days',
    '366 days',
    '400 days',
    '500 days',
    '700 days',
  )
  for (const [index, age] of ages.entries()) {
    await sellAt(shop.db, {
      buyer: index % 3 === 0 ? bob : ann,
      part: index % 4 === 0 ? panel : cable,
      quantity: 1_000 + 100 * index,
      paidAt: sql`now() - ${age}::interval`,
    })
  }
  // Given back, wholly and in part, later than they were paid.
  await shop.db.execute(sql`update orders set refunded_cents = total_cents / (1 + position % 3) where position % 4 = 0`)
  await shop.placeOrder(ann, cable) // unpaid
})

/** One transaction has one time, so that no hour, day or month ends between a report and what it is compared with. */
const atOneTime = <T>(read: (tx: Transaction) => Promise<T>): Promise<T> => transaction(shop.db, read)

const totals = [salesOfHours, salesOfParts, salesOfCustomers]
const lengths: Record<SalesPeriod, number> = { day: 30, week: 26, month: 12 }
const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']
// Off by half an hour or a quarter, and one whose summer time is half an hour.
zones.push('Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Adelaide', 'Pacific/Chatham', 'Australia/Lord_Howe')

/** The same by plain SQL over all orders. */
async function bySql(tx: Transaction, by: SalesPeriod, zone: string) {
  const { rows } = await tx.execute<{ orders: number; pieces: number; turnover: number }>(sql`
    select count(id)::int as orders, coalesce(sum(quantity) filter (where refunded_cents < total_cents), 0)::float8 as pieces, coalesce(sum(total_cents - refunded_cents), 0)::float8 / 100 as turnover
    from generate_series(
      date_trunc(${by}, now() at time zone ${zone}) - (${2 * lengths[by] - 1} || ${by})::interval,
      date_trunc(${by}, now() at time zone ${zone}), ('1 ' || ${by})::interval) as day
    left join orders on date_trunc(${by}, paid_at at time zone ${zone}) = day
    group by day order by day`)
  return rows
}

const figures = ({ orders, pieces, turnover }: SalesReport['total']) => ({ orders, pieces, turnover })

test.each(['without totals', 'with totals', 'with totals, added up again'])('sales equal those by plain SQL, %s', async (when) => {
  if (when !== 'without totals') {
    const [first, again] = await atOneTime(async (tx) => [await totalUpSales(tx), await totalUpSales(tx)])
    if (when === 'with totals') expect(first).toBeGreaterThan(0)
    expect(again).toBe(0)
  }

  for (const by of ['day', 'week', 'month'] as const) {
    for (const zone of zones) {
      const [{ periods, total }, expected] = await atOneTime(async (tx) => [await findSales(tx, by, zone), await bySql(tx, by, zone)])

      expect(periods.map(({ before }) => figures(before)).concat(periods.map(figures))).toEqual(expected)
      expect(total.turnover).toBeCloseTo(expected.slice(lengths[by]).reduce((sum, { turnover }) => sum + turnover, 0))
      expect(periods).toHaveLength(lengths[by])
    }
  }
})

test('the time before ends at the same hour', async () => {
  const [{ before }, { rows }] = await atOneTime(async (tx) => [
    await findSales(tx, 'month'),
    await tx.execute<{ orders: number }>(sql`
      select count(*)::int as orders from orders
      where date_trunc('hour', paid_at) < date_trunc('hour', now() - interval '12 months')
        and paid_at >= date_trunc('month', now()) - interval '23 months'`),
  ])

  expect(before.orders).toBe(rows[0]!.orders)
})

test('the best parts and customers of twelve months, with and without totals', async () => {
  const compare = async (tx: Transaction) => {
    const { rows: parts } = await tx.execute(sql`
      select part_id as "partsId", sum(total_cents - refunded_cents)::float8 / 100 as turnover, count(*)::int as orders from orders
      where paid_at >= date_trunc('month', now()) - interval '11 months' group by 1 order by 2 desc`)
    const { rows: customers } = await tx.execute(sql`
      select email, sum(total_cents - refunded_cents)::float8 / 100 as turnover, count(*)::int as orders from orders
      where paid_at >= date_trunc('month', now()) - interval '11 months' group by 1 order by 2 desc`)
    expect(await findBest(tx)).toMatchObject({ parts, customers })
  }

  for (const table of totals) {
    await atOneTime(compare)
    await shop.db.delete(table)
  }
})

test('an hour is added up only when no payment of it can still be on its way', async () => {
  await totalUpSales(shop.db)
  const { rows } = await shop.db.execute<{ open: boolean }>(
    sql`select max(hour) + interval '1 hour' <= now() - interval '10 minutes' as open from sales_of_hours`,
  )

  expect(rows[0]).toEqual({ open: true })
})

test('two processes that add up at once write each total once', async () => {
  for (const table of totals) await shop.db.delete(table)
  await Promise.all([totalUpSales(shop.db), totalUpSales(shop.db), totalUpSales(shop.db)])
  const { rows } = await shop.db.execute<{ orders: number; totals: number }>(sql`
    select (select sum(orders)::int from sales_of_hours) as totals,
      (select count(*)::int from orders where paid_at < (select max(hour) + interval '1 hour' from sales_of_hours)) as orders`)

  expect(rows[0]!.totals).toBe(rows[0]!.orders)
})

test.each(['Mars/Olympus', 'Europe/Neverland', '', '+25:99', 'utc; drop'])(
  'in the unknown time zone %j days are those of UTC, which the report says',
  async (zone) => {
    const [unknown, utc] = [await admin.get(`/sales?zone=${encodeURIComponent(zone)}`), await admin.get('/sales?zone=UTC')]

    expect(unknown.statusCode, unknown.body).toBe(200)
    expect(unknown.json()).toEqual({ ...utc.json<SalesReport>(), at: expect.any(String) })
    expect(unknown.json()).toMatchObject({ zone: 'UTC' })
    expect((await admin.get('/sales?zone=Asia/Kolkata')).json()).toMatchObject({ zone: 'Asia/Kolkata' })
  },
)

test('an unknown period is refused', async () => {
  expect((await admin.get('/sales?by=hour')).statusCode).toBe(400)
})

test('sales on both sides of midnight are of their days, wherever midnight lies in an hour', async () => {
  await atOneTime(async (tx) => {
    for (const table of totals) await tx.delete(table)
    const part = await shop.addPart({ name: 'Midnight' })
    const ann = await shop.customer('ann')
    const midnight = sql`date_trunc('day', now() at time zone 'Asia/Kolkata') - interval '3 days'`
    const soldBefore = async () => (await findSales(tx, 'day', 'Asia/Kolkata')).periods.slice(-5, -2).map(({ orders }) => orders)
    const before = await soldBefore()
    for (const minutes of [-29, -1, 1, 29, 31]) {
      const paidAt = sql`((${midnight}) at time zone 'Asia/Kolkata') + make_interval(mins => ${minutes}::int)`
      await sellAt(tx, { buyer: ann, part, quantity: 1_000, paidAt })
    }

    const withoutTotals = await soldBefore()
    expect(await totalUpSales(tx)).toBeGreaterThan(0)

    expect(withoutTotals.map((orders, day) => orders - before[day]!)).toEqual([2, 3, 0])
    expect(await soldBefore()).toEqual(withoutTotals)
  })
})

test('saved quotes are compared with those that became orders', async () => {
  const ann = await shop.customer()
  const part = await shop.addPart()
  for (let saved = 0; saved < 3; saved++) {
    const { _id } = await saveQuote(ann, { lines: [{ text: part.partNumber, quantity: 1_000 }] })
    if (saved === 0) await shop.db.execute(sql`update quotes set created_at = now() - interval '100 days' where id = ${_id}`)
    if (saved === 1) {
      const { userId } = ann
      await shop.db.execute(sql`insert into order_groups (user_id, quote_id, quote_version) values (${userId}, ${_id}, 1)`)
    }
  }

  expect((await admin.get('/sales')).json<SalesReport>().quotes).toEqual({
    days: 90,
    now: { saved: 2, ordered: 1 },
    before: { saved: 1, ordered: 0 },
  })
})
