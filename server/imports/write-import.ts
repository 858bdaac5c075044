import { eq, sql, type SQL } from 'drizzle-orm'
import { importMessages } from '#contract/parts/imports.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { importRows, imports } from '#database/tables/imports.ts'
import { holds } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { releaseHolds } from '../parts/release-holds.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { changedColumns } from '../parts/part-columns.ts'
import { withFreeNumber } from '../parts/read-offer.ts'
import { IMPORT_STATEMENT_MS, refused, requireState, summarize, type Summary } from './imports.ts'
import { beginBatches, batchesOf } from './in-batches.ts'
import { writePictures, writeRelations, written } from './write-beside-parts.ts'

/**
 * Writes the new and changed rows of an import to the catalogue, in one transaction. New parts and the history come first: from then on
 * the changed parts are locked, so that purchases of them wait.
 * @throws ShopError NOT_FOUND; IMPORT_REFUSED with wrong rows, without any to write, when something has changed since the preview, and when
 *   it is stopped, also for unusual changes where asked to; PRICE_FALL for falls beyond the shop's setting, unless they are confirmed.
 */
export async function writeImport(
  db: Database,
  settings: Pick<Settings, 'priceFallPercent'>,
  admin: Pick<Caller, 'userId'>,
  importId: string,
  { state = 'open', ...seen }: Seen & { state?: 'open' | 'planned' },
): Promise<{ modifiedCount: number }> {
  return withFreeNumber(() =>
    transaction(db, async (tx) => {
      await allowLongStatements(tx, IMPORT_STATEMENT_MS)
      await requireState(tx, importId, state)
      const inBatches = await beginBatches(db, importId)
      const counts = await requireSeen(tx, settings, importId, seen)
      await planRows(tx, importId)
      await keepPictures(tx, importId)
      await passGivenNumbers(tx, importId)
      await inBatches(batchesOf(importId, 0, counts.new), (which) => addParts(tx, which))
      const changed = batchesOf(importId, counts.new, counts.new + counts.changed, 1 / 2)
      await inBatches(changed, (which) => recordBatch(tx, admin, { which, was: sql`value`, is: sql`fields -> key`, delta: stockDelta }))
      const fields = await changedFields(tx, importId)
      await lockChanged(tx, importId)
      await inBatches(changed, (which) => changeParts(tx, fields, which))
      await writeRelations(tx, importId, written)
      await tx.update(imports).set({ state: 'written', writtenAt: databaseNow }).where(eq(imports.id, importId))
      await writeAudit(tx, admin, 'import-parts', importId, { added: counts.new, changed: counts.changed })
      return { modifiedCount: counts.new + counts.changed }
    }),
  )
}

/** What the admin has seen of an import and confirmed. */
export type Seen = { fingerprint: string; confirmed?: boolean; refuseUnusual?: boolean }

/**
 * Counts the rows to be written and compares them with the preview.
 * @throws ShopError as `writeImport`
 */
export async function requireSeen(
  tx: Transaction,
  settings: Pick<Settings, 'priceFallPercent'>,
  importId: string,
  { fingerprint, confirmed = false, refuseUnusual = false }: Seen,
): Promise<Summary['counts']> {
  const { counts, falls, unusual, ...seen } = await summarize(tx, settings, importId)
  if (counts.wrong > 0) throw refused([importMessages.wrongRows])
  if (seen.fingerprint !== fingerprint) throw refused([importMessages.changed])
  if (counts.new + counts.changed === 0) throw refused([importMessages.noRows])
  if (falls > 0 && !confirmed) {
    throw new ShopError('PRICE_FALL', { fields: [{ field: 'confirmed', message: importMessages.pricesFall(falls) }] })
  }
  if (refuseUnusual && unusual > 0 && !confirmed) throw refused([importMessages.unusual(unusual)])
  return counts
}

/** The shop's own numbers continue after those in the file, such as TF-000123. */
async function passGivenNumbers(tx: Transaction, importId: string): Promise<void> {
  await tx.execute(sql`
    select setval('parts_position_seq', highest::bigint) from (
      select max(substr(number_form, 3)::numeric) as highest from import_rows
      where import_id = ${importId} and place is not null and number_form ~ '^tf\\d{1,9}$'
    ) as brought, parts_position_seq as given where highest > given.last_value`)
}

/** Gives each row its part, the part's former values, and its place: new parts in the order of the file, then changed ones by id. */
async function planRows(tx: Transaction, importId: string): Promise<void> {
  await tx.execute(sql`
    with planned as materialized (
      select row_number, coalesce(part_id, gen_random_uuid()) as id, state,
        (select jsonb_object_agg(key, value -> 0) from jsonb_each(changes)) as before,
        row_number() over (order by state = 'changed', case when state = 'changed' then part_id end, row_number) as place
      from compared_import(${importId}) where state in ('new', 'changed')
    )
    update import_rows as entry set part_id = planned.id, before = planned.before, place = planned.place
    from planned where entry.import_id = ${importId} and entry.row = planned.row_number`)
}

/** Locks the pictures until the end, so that the sweeper cannot delete one. */
async function keepPictures(tx: Transaction, importId: string): Promise<void> {
  await tx.execute(sql`
    select from images where discard_after is null and coalesce(url, '/images/' || name) in (
      select fields ->> 'img' from import_rows where import_id = ${importId} and place is not null
      union all
      select one ->> 0 from import_rows cross join lateral jsonb_array_elements(fields -> 'pictures') as one
      where import_id = ${importId} and place is not null) for share`)
}

/** @throws ShopError IMPORT_REFUSED when a part of the rows was changed, hidden or brought back since they were planned. */
async function lockChanged(tx: Transaction, importId: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with locked as materialized (
      select part.name, part.deleted_at, part_values(part, before) as now, before as was, fields from import_rows as entry join parts as part on part.id = entry.part_id
      where entry.import_id = ${importId} and entry.before is not null order by part.id for no key update of part
    )
    select name from locked where (deleted_at is not null) <> coalesce((was ->> 'removed')::boolean, (fields ->> 'removed')::boolean, false)
      or exists (select from jsonb_each(was) where key <> 'available' and now -> key is distinct from value) limit 20`)
  if (rows.length > 0) throw refused(rows.map(({ name }) => importMessages.changedSince(name)))
}

async function addParts(tx: Transaction, which: SQL): Promise<void> {
  await tx.execute(sql`
    insert into parts (id, name, description, img, price, price_breaks, part_number, lead_days, available,
      category_id, attributes, weight, origin, customs_code, minimum_order, order_step, made_monthly, pack_name, pack_pieces,
      sample_pieces, sample_price, small_prices, low_stock_below, deleted_at)
    select part_id, fields ->> 'name', fields ->> 'description', fields ->> 'img', (fields ->> 'price')::numeric, coalesce(fields -> 'priceBreaks', '[]'),
      coalesce(fields ->> 'partNumber', ''), coalesce((fields ->> 'leadDays')::integer, 15), coalesce((fields ->> 'available')::bigint, 0),
      (fields ->> 'category')::uuid, coalesce(fields -> 'attributes', '{}'), (fields ->> 'weight')::numeric, fields ->> 'origin', fields ->> 'customsCode',
      (fields ->> 'minimumOrder')::integer, (fields ->> 'orderStep')::integer, (fields ->> 'madeMonthly')::bigint, fields ->> 'packName', (fields ->> 'packPieces')::integer,
      (fields ->> 'samplePieces')::integer, (fields ->> 'samplePrice')::numeric, nullif(fields -> 'smallPrices', 'null'), (fields ->> 'lowStockBelow')::bigint,
      case when (fields ->> 'removed')::boolean then now() end
    from import_rows where ${which} order by place`)
  await tx.execute(sql`
    insert into stock_moves (part_id, delta, kind, ref)
    select part_id, coalesce((fields ->> 'available')::bigint, 0), 'opening', part_id from import_rows where ${which} order by place`)
  await writePictures(tx, which, written)
}

async function changeParts(tx: Transaction, fields: ReadonlySet<string>, which: SQL): Promise<void> {
  await tx
    .update(parts)
    .set({ available: sql`${parts.available} + ${stockDelta}`, ...changedColumns(sql`fields`, fields) })
    .from(importRows)
    .where(sql`${parts.id} = part_id and ${which}`)
  if (hasPictures(fields)) await writePictures(tx, which, written)
  if (fields.has('removed'))
    await releaseHolds(tx, sql`${holds.partId} in (select part_id from import_rows where (fields ->> 'removed')::boolean and ${which})`)
}

/** Fields that an import changes in any of its rows. */
export async function changedFields(tx: Transaction, importId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ field: string }>(sql`
    select distinct field from import_rows cross join lateral jsonb_object_keys(before) as field
    where import_id = ${importId} and place is not null`)
  return new Set(rows.map(({ field }) => field))
}

export const hasPictures = (fields: ReadonlySet<string>): boolean => fields.has('pictures') || fields.has('pictureText')

/** Pieces in addition to those seen at the preview; pieces sold in the meantime are not counted again. */
export const stockDelta = sql`case when before ? 'available' then (fields ->> 'available')::bigint - (before ->> 'available')::bigint else 0 end`

type Recorded = { which: SQL; was: SQL; is: SQL; delta: SQL }

/** The history of the fields that rows change, and the moves of their stock. */
export async function recordBatch(tx: Transaction, { userId }: Pick<Caller, 'userId'>, { which, was, is, delta }: Recorded): Promise<void> {
  await tx.execute(sql`
    insert into part_changes (part_id, actor_id, field, before, after)
    select part_id, ${userId}, key, history_text(key, ${was}), history_text(key, ${is})
    from import_rows cross join lateral jsonb_each(before) where key <> 'available' and ${which} order by place, key`)
  await tx.execute(sql`
    insert into stock_moves (part_id, delta, kind, ref, reason, actor_id)
    select part_id, ${delta}, 'set', gen_random_uuid(), 'counted', ${userId} from import_rows where before ? 'available' and ${which} order by place`)
}
