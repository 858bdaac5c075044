import { eq, sql, type SQL } from 'drizzle-orm'
import { importMessages } from '#contract/parts/imports.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { importRows, imports } from '#database/tables/imports.ts'
import { parts } from '#database/tables/parts.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { holdImport, IMPORT_STATEMENT_MS, refused } from './imports.ts'
import { beginBatches, batchesOf } from './in-batches.ts'
import { writePictures, writeRelations } from './write-beside-parts.ts'
import { changedColumns } from '../parts/part-columns.ts'
import { changedFields, hasPictures, recordBatch, stockDelta } from './write-import.ts'

/** Maximum of names in a refusal. */
const NAMED = 20

/**
 * Undoes a written import as a whole: changed fields get their former values, new parts are removed. `modifiedCount` is 0 when that
 * was done before, or when nothing was written.
 * @throws ShopError NOT_FOUND; IMPORT_REFUSED with the parts that have changed, are in orders or quotes, or have too little stock,
 *   and when it is stopped.
 */
export async function undoImport(db: Database, admin: Caller, importId: string): Promise<{ modifiedCount: number }> {
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    if ((await holdImport(tx, importId)) !== 'written') return { modifiedCount: 0 }
    const inBatches = await beginBatches(db, importId)
    const { added, all } = await countWritten(tx, importId)
    const changedBatches = batchesOf(importId, added, all, 1 / 2)
    await inBatches(changedBatches, (which) =>
      recordBatch(tx, admin, { which, was: sql`fields -> key`, is: sql`value`, delta: sql`-${stockDelta}` }),
    )
    const fields = await changedFields(tx, importId)
    const dependent = await lockWritten(tx, importId)
    if (dependent.length > 0) throw refused(dependent)
    let changed = 0
    let removed = 0
    // In reverse order of the writing: a part number may have moved from one part to the next.
    await inBatches(changedBatches.toReversed(), async (which) => {
      changed += await changeBack(tx, fields, which)
    })
    await writeRelations(tx, importId, sql`before`)
    await inBatches(batchesOf(importId, 0, added).toReversed(), async (which) => {
      removed += await removeAdded(tx, which)
    })
    await tx.update(imports).set({ state: 'undone', undoneAt: databaseNow }).where(eq(imports.id, importId))
    await writeAudit(tx, admin, 'undo-import', importId, { changed, removed })
    return { modifiedCount: changed + removed }
  })
}

/** New parts have the first places. */
async function countWritten(tx: Transaction, importId: string): Promise<{ added: number; all: number }> {
  const { rows } = await tx.execute<{ added: number; all: number }>(sql`
    select count(*) filter (where before is null)::int as added, count(*)::int as all
    from import_rows where import_id = ${importId} and place is not null`)
  return rows[0]! // an aggregate is always one row
}

async function changeBack(tx: Transaction, fields: ReadonlySet<string>, which: SQL): Promise<number> {
  const { rowCount } = await tx
    .update(parts)
    .set({ available: sql`${parts.available} - ${stockDelta}`, ...changedColumns(sql`before`, fields) })
    .from(importRows)
    .where(sql`${parts.id} = part_id and ${which}`)
  if (hasPictures(fields)) await writePictures(tx, which, sql`before`)
  return rowCount ?? 0
}

async function removeAdded(tx: Transaction, which: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update parts set deleted_at = now() from import_rows where parts.id = part_id and deleted_at is null and ${which}`)
  return rowCount ?? 0
}

/** Locks the parts of an import, in the order of their ids, and returns those with dependents. */
async function lockWritten(tx: Transaction, importId: string): Promise<string[]> {
  await tx.execute(sql`
    select from import_rows as entry join parts as part on part.id = entry.part_id
    where entry.import_id = ${importId} and entry.place is not null order by part.id for no key update of part`)
  const { rows } = await tx.execute<{ name: string; because: 'changedSince' | 'usedSince' | 'soldSince' | 'takenSince' }>(sql`
    with written as (
      select part.id as written_id, part.search_number as form, part.name, part.available, part.deleted_at, part_values(part, fields) as now, fields, before, ${stockDelta} as delta
      from import_rows as entry join parts as part on part.id = entry.part_id where entry.import_id = ${importId} and entry.place is not null
    ), judged as (
      select name, case
        when before is null and (
          exists (select from quote_lines where part_id = written_id) or exists (select from stock_moves where part_id = written_id and kind <> 'opening')
        ) then 'usedSince'
        when before is not null and (deleted_at is not null) <> coalesce((fields ->> 'removed')::boolean, false) or exists (
          select from jsonb_each(fields) where key <> 'available' and (before is null or before ? key) and not is_same_value(key, now -> key, value)
        ) then 'changedSince'
        when available - delta < 0 then 'soldSince'
        when (before ->> 'removed')::boolean is false and exists (
          select from parts as other where other.search_number = form and other.deleted_at is null and other.id <> written_id
        ) then 'takenSince'
      end as because
      from written
    )
    select name, because from judged where because is not null order by name limit ${NAMED}`)
  return rows.map(({ name, because }) => importMessages[because](name))
}
