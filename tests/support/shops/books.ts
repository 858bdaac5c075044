import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'

/** Cents on each account by its name, of one payment, one kind of entries or all; accounts with a zero balance are left out. */
export async function balances(db: Database, where: { payment?: string; kind?: string } = {}): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ account: string; cents: number }>(sql`
    select account, sum(cents)::float8 as cents from postings
    where payment is not distinct from coalesce(${where.payment ?? null}::text, payment) and kind = coalesce(${where.kind ?? null}::text, kind)
    group by account having sum(cents) <> 0 order by account`)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** Kinds of the entries of a payment, in their order. */
export async function entriesOf(db: Database, payment: string): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string }>(sql`
    select kind from postings where payment = ${payment} group by entry, kind order by entry`)
  return rows.map(({ kind }) => kind)
}
