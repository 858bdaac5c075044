import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AuditFilter } from '#contract/shop/operations.ts'
import type { Queryable } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { users } from '#database/tables/users.ts'
import { foldText } from '../paging/fold-text.ts'
import { within } from '../paging/within.ts'

/** Parts that a name may mean. */
const MAX_PARTS = 100

/** The entries that a filter finds; undefined for all. Without an actor of that email it finds none. */
export async function whichEntries(db: Queryable, { q = '', actor, ...range }: AuditFilter): Promise<SQL | undefined> {
  return and(
    ...within(auditLog.at, range),
    actor === undefined
      ? undefined
      : inArray(auditLog.actorId, db.select({ id: users.id }).from(users).where(eq(users.email, actor.toLowerCase()))),
    q.trim() === '' ? undefined : inArray(auditLog.subject, await subjectsNamed(db, q.trim())),
  )
}

/** What a text names: an email or id as given, the number of an order or quote, the number of a part or a piece of its name. */
async function subjectsNamed(db: Queryable, text: string): Promise<string[]> {
  const folded = await foldText(db, text)
  const { rows } = await db.execute<{ subject: string }>(sql`
    select id::text as subject from orders where position = ${positionIn('o', folded)}::bigint
    union all select id::text from quotes where position = ${positionIn('q', folded)}::bigint
    union all (select id::text from parts, search_form(${text}) as form
      where form <> '' and (search_number = form or search_name like '%' || form || '%') limit ${MAX_PARTS}::int)`)
  return [folded, text, ...rows.map(({ subject }) => subject)]
}

/** The position in a number such as 'O-000123'; null for another text. */
function positionIn(letter: 'o' | 'q', text: string): string | null {
  const digits = new RegExp(`^${letter}-0*([1-9][0-9]{0,17})$`).exec(text)?.[1]
  return digits ?? null
}
