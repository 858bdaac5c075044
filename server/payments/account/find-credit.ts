import { sql } from 'drizzle-orm'
import type { CreditDays } from '#contract/payments/open-items.ts'
import type { Queryable } from '#database/connect.ts'

/** What a customer may take on account, in cents; `limitCents` is null for nothing. */
export type Credit = { limitCents: number | null; netDays: CreditDays; openCents: number; overdueCents: number }

type Row = { limit_cents: string | null; net_days: CreditDays | null; open_cents: string; overdue_cents: string }

const USUAL_DAYS = 30

export async function findCredit(db: Queryable, userId: string): Promise<Credit> {
  const { rows } = await db.execute<Row>(sql`
    select limit_cents, net_days, open_cents, overdue_cents
    from (
      select coalesce(sum(open_cents), 0) as open_cents, coalesce(sum(open_cents) filter (where due_on < current_date), 0) as overdue_cents
      from open_items where user_id = ${userId}::uuid and closed_at is null
    ) as items
    left join credit_limits on credit_limits.user_id = ${userId}::uuid`)
  const row = rows[0]! // an aggregate has one row
  return {
    limitCents: row.limit_cents === null ? null : Number(row.limit_cents),
    netDays: row.net_days ?? USUAL_DAYS,
    openCents: Number(row.open_cents),
    overdueCents: Number(row.overdue_cents),
  }
}
