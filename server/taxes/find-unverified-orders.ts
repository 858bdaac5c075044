import { sql } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { euStates, vatLettersOf, type VatIdStatus } from '#contract/payments/tax.ts'
import { UNVERIFIED_ORDERS, type UnverifiedOrder, type UnverifiedOrders } from '#contract/payments/taxes.ts'
import type { Queryable } from '#database/connect.ts'

/** Beginnings of the VAT ids that VIES knows. */
const LETTERS = [...euStates.map(vatLettersOf), 'XI'].join(',')

type Row = {
  id: string
  position: string
  email: string
  vat_id: string
  status: VatIdStatus
  tax_cents: string
  paid: boolean
  placed_at: string
  count: number
}

/**
 * Orders that were placed with a VAT id which the register had not answered, where its answer makes a difference, until it says what was
 * charged. The newest first.
 * @param since only those placed from this time on.
 */
export async function findUnverifiedOrders(db: Queryable, since?: Date): Promise<UnverifiedOrders> {
  const { rows } = await db.execute<Row>(sql`
    select orders.id, orders.position, orders.email, orders.tax ->> 'vatId' as vat_id, coalesce(vat_ids.status, 'unverified') as status,
      orders.tax_cents, orders.paid_at is not null as paid, to_json(orders.placed_at) #>> '{}' as placed_at, count(*) over ()::int as count
    from orders left join vat_ids on vat_ids.vat_id = orders.tax ->> 'vatId'
    where orders.tax ->> 'vatIdStatus' = 'unverified' and orders.state <> 'cancelled'
      and orders.tax ->> 'reason' in ('consumerElsewhere', 'vatIdOfSellersState', 'intraCommunity', 'calculated')
      and left(orders.tax ->> 'vatId', 2) = any(string_to_array(${LETTERS}, ','))
      and case vat_ids.status
        when 'valid' then orders.tax_cents > 0 and orders.refunded_cents = 0
        when 'invalid' then orders.tax_cents = 0
        else true end
      and ${since ? sql`orders.placed_at >= ${since.toISOString()}::timestamptz` : sql`true`}
    order by orders.position desc limit ${UNVERIFIED_ORDERS}`)
  return { count: rows[0]?.count ?? 0, orders: rows.map(present) }
}

const present = ({ id, position, email, vat_id: vatId, status, tax_cents: taxCents, paid, placed_at: placedAt }: Row): UnverifiedOrder => ({
  _id: id,
  number: orderNumber(Number(position)),
  email,
  vatId,
  vatIdStatus: status,
  tax: centsToDollars(toCents(Number(taxCents))),
  paid,
  placedAt: new Date(placedAt).toISOString(),
})
