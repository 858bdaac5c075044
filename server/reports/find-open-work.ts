import { sql } from 'drizzle-orm'
import { LOW_STOCK_ROWS, STOCK_DAYS, type LowStock, type OpenWork } from '#contract/shop/reports.ts'
import { waitingReturns } from '#database/tables/returns.ts'
import { openStates } from '#database/tables/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { moneyToGiveBack } from '../bank/give-back.ts'
import { partPaid } from '../bank/list-part-paid.ts'
import { openMails } from '../outbox/open-mails.ts'
import { minimumOrder } from '../parts/low-stock.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { refundedPieces } from './present-sales.ts'
import { crowdedParts, largeSetAsides } from '../set-aside/joint-set-aside.ts'

type Found = Omit<OpenWork, 'lowStock' | 'stock' | 'troubledMails' | 'evidenceDueAt'> & {
  evidenceDueAt: Date | string | null
  mails: { failed: number; unknown: number }
  stockPieces: string
  stockDollars: string
}

/** What waits for the people of the shop, and the stock. */
export async function findOpenWork(db: Queryable, settings: Pick<Settings, 'trust' | 'unpaidOrderDays'>): Promise<OpenWork> {
  const { rows } = await db.execute<Found>(sql`
    select
      (select count(*)::int from orders where state = 'paid') as "toShip",
      (select count(*)::int from orders where state in ${openStates}) as unpaid,
      (select count(*)::int from order_messages where side = 'customer' and read_at is null) as "unreadOrderMessages",
      (select count(*)::int from contact_messages where answered_at is null) as "openContactMessages",
      (select count(*)::int from quotes where requested_at > coalesce(answered_at, '-infinity') and deleted_at is null and not exists (
        select from order_groups as placed where placed.quote_id = quotes.id and placed.quote_version = quotes.version)) as "askedQuotes",
      (select count(*)::int from reviews where shown_at is null and hidden_at is null) as "waitingReviews",
      (select count(*)::int from disputes where state = 'open') as "openDisputes",
      (select min(evidence_due_at) from disputes where state = 'open' and evidence_due_at > now()) as "evidenceDueAt",
      (select count(*)::int from payment_refunds
        where state = 'failed' and created_at > now() - interval '90 days') as "failedRefunds",
      (select count(*)::int from returns where state in ${waitingReturns}) as "waitingReturns",
      (select count(*)::int from (${partPaid(settings)}) as part_paid where asks) as "partPaid",
      (select count(*)::int from (${moneyToGiveBack}) as back) as "toGiveBack",
      (select count(*)::int from bank_movements where not exists (
        select from bank_decisions where movement_id = bank_movements.id)) as "openMovements",
      (select count(*)::int from open_items where closed_at is null and due_on < current_date) as "overdueBills",
      (select count(*)::int from invoices_due) as "waitingInvoices",
      (select count(*)::int from ${crowdedParts(settings)} as crowded) as "crowdedParts",
      (select count(*)::int from ${largeSetAsides} as large) as "largeSetAsides",
      ${openMails} as mails,
      coalesce(sum(available), 0) as "stockPieces",
      coalesce(sum(available * price), 0) as "stockDollars"
    from parts where deleted_at is null`)
  const { mails, stockPieces, stockDollars, evidenceDueAt, ...work } = rows[0]! // sums have one row
  return {
    ...work,
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
    order by available / pieces nulls last, available, position
    limit ${LOW_STOCK_ROWS}`)
  return { count: rows[0]?.count ?? 0, parts: rows.map(({ count: _count, ...part }) => part) }
}
