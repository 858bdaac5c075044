import { isDeepStrictEqual } from 'node:util'
import { desc, eq, sql } from 'drizzle-orm'
import { historyFields, PART_CHANGES, type HistoryField, type PartChange } from '#contract/parts/part-desk.ts'
import type { Queryable } from '#database/connect.ts'
import { partChanges, type parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import type { Actor } from '../platform/audit/write-audit.ts'
import { columnOf } from './part-columns.ts'

type Columns = Partial<typeof parts.$inferSelect>

/**
 * Stores the changes of a part, in the transaction of the change: each field whose column both sides have and which differs, as the history
 * has it (`history_text`).
 */
export async function recordChanges(tx: Queryable, actor: Actor, partId: string, before: Columns, after: Columns): Promise<void> {
  const rows = historyFields.flatMap((field) => {
    const [was, is] = [valueOf(before, field), valueOf(after, field)]
    if (was === undefined || is === undefined || isDeepStrictEqual(was, is)) return []
    const kept = (value: unknown) => sql`history_text(${field}, ${JSON.stringify(value)}::jsonb)`
    return [{ partId, actorId: actor?.userId ?? null, field, before: kept(was), after: kept(is) }]
  })
  if (rows.length > 0) await tx.insert(partChanges).values(rows)
}

function valueOf(part: Columns, field: HistoryField): unknown {
  const column = columnOf(field)
  const value = column && part[column]
  return field === 'removed' && value !== undefined ? value !== null : value
}

/** Keeps the change of a field that is no column of the part; `before` and `after` are texts. */
export async function recordText(
  tx: Queryable,
  actor: Actor,
  partId: string,
  field: HistoryField,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await tx.insert(partChanges).values({ partId, actorId: actor?.userId ?? null, field, before, after })
}

/** The last changes of a part, the newest first. */
export async function listChanges(db: Queryable, partId: string): Promise<PartChange[]> {
  const rows = await db
    .select({ at: partChanges.at, by: users.email, field: partChanges.field, before: partChanges.before, after: partChanges.after })
    .from(partChanges)
    .leftJoin(users, eq(users.id, partChanges.actorId))
    .where(eq(partChanges.partId, partId))
    .orderBy(desc(partChanges.position))
    .limit(PART_CHANGES)
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }))
}
