import { sql, type SQL } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { LOW_STOCK_ROWS, STOCK_DAYS, type LowStock, type OpenWork } from '#contract/shop/reports.ts'
import { waitingReturns } from '#database/tables/returns.ts'
import { openStates } from '#database/tables/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { moneyToGiveBack } from '../bank/give-back.ts'
import { partPaid } from '../bank/list-part-paid.ts'
import { ordersThatWait, paymentsWithoutOrder } from '../orders/lists/order-attention.ts'
import { openMails } from '../outbox/open-mails.ts'
import { minimumOrder, stockConditions } from '../parts/low-stock.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { refundedPieces } from './present-sales.ts'
import { crowdedParts, largeSetAsides } from '../set-aside/joint-set-aside.ts'

type Kind =
  | 'toShip'
  | 'unpaid'
  | 'unreadOrderMessages'
  | 'unreadOrders'
  | 'openContactMessages'
  | 'askedQuotes'
  | 'waitingReviews'
  | 'openDisputes'
  | 'failedRefunds'
  | 'failedRefundOrders'
  | 'disputedOrders'
  | 'ordersWithoutInvoice'
  | 'promisesAtRisk'
  | 'movesWanted'
  | 'paymentsWithoutOrder'
  | 'waitingReturns'
  | 'partPaid'
  | 'toGiveBack'
  | 'openMovements'
  | 'overdueBills'
  | 'waitingInvoices'

type Asked = Pick<Settings, 'trust' | 'unpaidOrderDays'>

/** What waits, each piece of work with its time and its money in cents. Movements have the currency of their account, so no sum. */
const kinds = (settings: Asked): Record<Kind, SQL> => ({
  toShip: sql`select paid_at, total_cents + freight_cents + tax_cents from orders where state = 'paid'`,
  unpaid: sql`select placed_at, total_cents + freight_cents + tax_cents from orders where state in ${openStates}`,
  unreadOrderMessages: sql`select sent_at, null::bigint from order_messages where side = 'customer' and read_at is null`,
  unreadOrders: sql`select since, cents from (${ordersThatWait.messages}) as waiting`,
  openContactMessages: sql`select created_at, null::bigint from contact_messages where answered_at is null`,
  askedQuotes: sql`select requested_at, null::bigint from quotes
    where requested_at > coalesce(answered_at, '-infinity') and deleted_at is null and not exists (
      select from order_groups as placed where placed.quote_id = quotes.id and placed.quote_version = quotes.version)`,
  waitingReviews: sql`select created_at, null::bigint from reviews where shown_at is null and hidden_at is null`,
  openDisputes: sql`select opened_at, amount_cents from disputes where state = 'open'`,
  failedRefunds: sql`select created_at, amount_cents from payment_refunds where state = 'failed' and created_at > now() - interval '90 days'`,
  failedRefundOrders: sql`select since, cents from (${ordersThatWait['failed-refund']}) as waiting`,
  disputedOrders: sql`select since, cents from (${ordersThatWait.dispute}) as waiting`,
  ordersWithoutInvoice: sql`select since, cents from (${ordersThatWait.invoice}) as waiting`,
  promisesAtRisk: sql`select since, cents from (${ordersThatWait.promise}) as waiting`,
  movesWanted: sql`select since, cents from (${ordersThatWait.move}) as waiting`,
  paymentsWithoutOrder: sql`select since, amount_cents from (${paymentsWithoutOrder}) as waiting`,
  waitingReturns: sql`select asked_at, null::bigint from returns where state in ${waitingReturns}`,
  partPaid: sql`select pay_by, due - received from (${partPaid(settings)}) as part_paid where asks`,
  toGiveBack: sql`select since, cents from (${moneyToGiveBack}) as back`,
  openMovements: sql`select booked_on::timestamptz, null::bigint from bank_movements where not exists (
    select from bank_decisions where movement_id = bank_movements.id)`,
  overdueBills: sql`select due_on::timestamptz, open_cents from open_items where closed_at is null and due_on < current_date`,
  waitingInvoices: sql`
    select created_at, null::bigint from invoices_due union all select shipped_at, null from deliveries_without_invoice()`,
})

type KindRow = { kind: Kind; count: number; oldest: Date | string | null; cents: number | null }

async function countKinds(db: Queryable, settings: Asked) {
  const each = Object.entries(kinds(settings)).map(
    ([kind, work]) => sql`
      select ${kind}::text as kind, count(*)::int as count, min(since) as oldest, sum(cents)::float8 as cents from (${work}) as work (since, cents)`,
  )
  const { rows } = await db.execute<KindRow>(sql.join(each, sql` union all `))
  return {
    counts: Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) as Record<Kind, number>,
    ages: rows.flatMap(({ kind, count, oldest, cents }) =>
      count === 0
        ? []
        : [
            {
              kind,
              ...(oldest !== null && { oldest: new Date(oldest).toISOString() }),
              ...(cents !== null && { amount: centsToDollars(toCents(cents)) }),
            },
          ],
    ),
  }
}

type Found = Pick<OpenWork, 'crowdedParts' | 'largeSetAsides' | 'lowParts'> & {
  evidenceDueAt: Date | string | null
  mails: { failed: number; unknown: number }
  stockPieces: string
  stockDollars: string
}

/** What waits for the people of the shop, and the stock. */
export async function findOpenWork(db: Queryable, settings: Asked): Promise<OpenWork> {
  const { rows } = await db.execute<Found>(sql`
    select
      (select min(evidence_due_at) from disputes where state = 'open' and evidence_due_at > now()) as "evidenceDueAt",
      (select count(*)::int from ${crowdedParts(settings)} as crowded) as "crowdedParts",
      (select count(*)::int from ${largeSetAsides} as large) as "largeSetAsides",
      ${openMails} as mails,
      count(*) filter (where ${stockConditions.low})::int as "lowParts",
      coalesce(sum(available), 0) as "stockPieces",
      coalesce(sum(available * price), 0) as "stockDollars"
    from parts where deleted_at is null`)
  const { mails, stockPieces, stockDollars, evidenceDueAt, ...work } = rows[0]! // sums have one row
  const { counts, ages } = await countKinds(db, settings)
  return {
    ...counts,
    ...work,
    ages,
    ...(evidenceDueAt !== null && { evidenceDueAt: new Date(evidenceDueAt).toISOString() }),
    troubledMails: mails.failed + mails.unknown,
    lowStock: await findLowStock(db),
    stock: { pieces: Number(stockPieces), value: Math.round(Number(stockDollars) * 100) / 100 },
  }
}

async function findLowStock(db: Queryable): Promise<OpenWork['lowStock']> {
  const { rows } = await db.execute<LowStock & { count: number }>(sql`
    with sold as (
      select part_id, sum(quantity - case when refunded_cents > 0 then ${refundedPieces} else 0 end) as pieces from orders
      where paid_at >= now() - make_interval(days => ${STOCK_DAYS}::int)
      group by part_id
    )
    select id as "partsId", name, part_number as "partNumber", available::float8, coalesce(pieces, 0)::float8 as "soldPieces",
      ${minimumOrder}::int as "minimumOrder",
      count(*) over ()::int as count
    from parts left join sold on part_id = id
    where deleted_at is null and available < greatest(pieces, ${minimumOrder})
    order by available / nullif(pieces, 0) nulls last, available, position
    limit ${LOW_STOCK_ROWS}`)
  return { count: rows[0]?.count ?? 0, parts: rows.map(({ count: _count, ...part }) => part) }
}
