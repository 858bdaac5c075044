import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import type { changeCalls, ChangesAsked } from '#contract/orders/changes.ts'
import type { Database } from '#database/connect.ts'
import { invoices } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import { quotes } from '#database/tables/quotes.ts'
import { presentPaper, paperColumns, type PaperRow } from '../invoices/find-papers.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import type { Caller } from '../platform/http/caller.ts'
import { presentSummary } from '../quotes/find-quote.ts'
import { selectSummaries } from '../quotes/list-quotes.ts'
import { readChanges } from './read-changes.ts'

/** Everybody's for who acts for the shop, else the caller's own. */
const whose = ({ role, userId }: Caller) => (role === 'admin' ? undefined : userId)

/** Orders in any state. */
export async function changedOrders(db: Database, caller: Caller, asked: ChangesAsked): Promise<CallResponse<typeof changeCalls.orders>> {
  const { rows, ...place } = await readChanges(db, orders, { ...asked, userId: whose(caller) }, ({ which, inOrder, size }) =>
    db
      .select()
      .from(orders)
      .where(which)
      .orderBy(...inOrder)
      .limit(size),
  )
  return { changed: rows.map(presentOrder), ...place }
}

/** The caller's own quotes. The versions of a deleted one may be gone already. */
export async function changedQuotes(
  db: Database,
  { userId }: Caller,
  asked: ChangesAsked,
): Promise<CallResponse<typeof changeCalls.quotes>> {
  const { rows, ...place } = await readChanges(db, quotes, { ...asked, userId }, ({ which, inOrder, size }) =>
    db
      .select({ id: quotes.id, changedIn: quotes.changedIn, position: quotes.position })
      .from(quotes)
      .where(and(which, isNull(quotes.heldFor)))
      .orderBy(...inOrder)
      .limit(size),
  )
  const ids = rows.map(({ id }) => id)
  const found = await selectSummaries(db).where(and(eq(quotes.userId, userId), sql`${quotes.id} = any(${sql.param(ids)}::uuid[])`))
  const summaries = new Map(found.filter(({ quote }) => quote.deletedAt === null).map((row) => [row.quote.id, presentSummary(row)]))
  const changed = rows.map(({ id }) => ({ _id: id, deleted: !summaries.has(id), quote: summaries.get(id) ?? null }))
  return { changed, ...place }
}

/** Invoices and credit notes, which never change once they are issued. */
export async function changedPapers(db: Database, caller: Caller, asked: ChangesAsked): Promise<CallResponse<typeof changeCalls.papers>> {
  const { rows, ...place } = await readChanges(db, invoices, { ...asked, userId: whose(caller) }, async ({ which, inOrder, size }) => {
    const found = await db.execute<PaperRow & { changed_in: string; position: string }>(sql`
      select ${paperColumns}, changed_in, position from invoices
      where ${which} order by ${sql.join(inOrder, sql`, `)} limit ${size}`)
    return found.rows.map((row) => ({ ...row, changedIn: row.changed_in, position: Number(row.position) }))
  })
  return { changed: rows.map(presentPaper), ...place }
}
