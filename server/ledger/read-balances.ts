import { sql } from 'drizzle-orm'
import { numberOf, type ChartEntry } from '#contract/payments/charts.ts'
import {
  ledgerAccounts,
  SHEET_PAGE_SIZE,
  type AccountBalance,
  type AccountSheet,
  type LedgerAccount,
  type SheetLine,
  type TrialBalance,
} from '#contract/payments/ledger.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Queryable } from '#database/connect.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { beginOf, endOf, type Period } from '../platform/paging/months.ts'
import { readBookSettings } from './book-settings.ts'

const dollars = (cents: number) => cents / 100

/** Every account that was ever moved; one statement, so one snapshot. */
export async function readTrialBalance(db: Queryable, { from, to }: Period): Promise<TrialBalance> {
  const settings = await readBookSettings(db)
  const { rows } = await db.execute<Record<'opening' | 'debit' | 'credit', number> & { account: LedgerAccount; first: string }>(sql`
    select account, to_char(min(at) at time zone 'UTC', 'YYYY-MM') as first,
      coalesce(sum(cents) filter (where at < ${beginOf(from)}), 0)::float8 as opening,
      coalesce(sum(cents) filter (where at >= ${beginOf(from)} and cents > 0), 0)::float8 as debit,
      coalesce(-sum(cents) filter (where at >= ${beginOf(from)} and cents < 0), 0)::float8 as credit
    from postings where at < greatest(${beginOf(from)}, ${endOf(to)}) group by account`)
  const accounts = rows
    .toSorted((a, b) => ledgerAccounts.indexOf(a.account) - ledgerAccounts.indexOf(b.account))
    .map(({ account, opening, debit, credit }): AccountBalance => {
      const number =
        account === 'revenue' || account === 'freight' || account === 'discounts' || account === 'tax_payable'
          ? ''
          : numberOf(settings, account satisfies ChartEntry)
      return { account, number, opening: dollars(opening), debit: dollars(debit), credit: dollars(credit), closing: dollars(opening + debit - credit) } // prettier-ignore
    })
  const difference = rows.reduce((sum, { opening, debit, credit }) => sum + opening + debit - credit, 0)
  const first = rows.map((row) => row.first).toSorted()[0] ?? null
  return { from, to, first, accounts, difference: dollars(difference) }
}

/** The lines of an account, oldest first; an entry may have several, by category of tax. */
export async function readAccountSheet(
  db: Queryable,
  account: LedgerAccount,
  { from, to, ...asked }: Period & { page?: number },
): Promise<AccountSheet> {
  const ofTime = sql`account = ${account} and at >= ${beginOf(from)} and at < ${endOf(to)}`
  const totals = await db.execute<{ count: number; opening: number }>(sql`
    select (select count(*)::int from postings where ${ofTime}) as count,
      (select coalesce(sum(cents), 0)::float8 from postings where account = ${account} and at < ${beginOf(from)}) as opening`)
  const { count, opening } = totals.rows[0]! // one row without a from
  const { page, size } = clampPage({ size: SHEET_PAGE_SIZE, ...asked, count })
  type Row = Omit<SheetLine, 'amount' | 'balance' | 'orderNumber'> & { cents: number; balance: number; position: number | null }
  const { rows } = await db.execute<Row>(sql`
    select line.entry::float8, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, line.kind, line.ref, line.tax,
      line.cents::float8, (${opening}::bigint + line.so_far)::float8 as balance,
      line.order_id as "orderId", orders.position::float8, paper.number as "invoiceNumber", line.payment,
      array(select distinct other.account from postings other where other.entry = line.entry and other.account <> line.account order by 1) as against
    from (
      select *, sum(cents) over (order by at, entry, tax) as so_far from postings where ${ofTime}
      order by at, entry, tax limit ${size} offset ${page * size}
    ) line
    left join orders on orders.id = coalesce(line.order_id, line.bill_id)
    left join invoices paper on paper.id = line.invoice_id
    order by line.at, line.entry, line.tax`)
  const lines = rows.map(({ cents, balance, position, ...line }) => ({
    ...line,
    amount: dollars(cents),
    balance: dollars(balance),
    orderNumber: position === null ? null : orderNumber(position),
  }))
  return { count, page, opening: dollars(opening), lines }
}
