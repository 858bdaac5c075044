import { sql } from 'drizzle-orm'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import { stockSheetMessages, type SheetLine, type StockSheet } from '#contract/parts/stock-sheets.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'

/** Names of an answer that refuses. */
const NAMED = 20

type FoundLine = {
  text: string
  pieces: number
  id: string | null
  name: string
  part_number: string
  available: string
  is_twice: boolean
}

/** The parts that lines name by number, else by name, and the stocks that they would lead to. */
export async function compareSheet(
  db: Queryable,
  { change, lines }: { change: 'add' | 'set'; lines: { text: string; pieces: number }[] },
): Promise<SheetLine[]> {
  const { rows } = await db.execute<FoundLine>(sql`
    with asked as (
      select line ->> 'text' as text, (line ->> 'pieces')::bigint as pieces, search_form(line ->> 'text') as form, at
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as given (line, at)
    ), found as (
      select text, pieces, at, coalesce(
        (select id from parts where search_number = form and deleted_at is null),
        (select min(id::text)::uuid from parts where search_name = form and deleted_at is null having count(*) = 1)
      ) as part_id
      from asked
    )
    select text, pieces::float8 as pieces, part.id, part.name, part.part_number, part.available,
      part.id is not null and count(*) over (partition by part.id) > 1 as is_twice
    from found left join parts as part on part.id = part_id order by at`)
  return rows.map(({ text, pieces, id, name, part_number: partNumber, is_twice: isTwice, ...row }) => {
    if (id === null) return { text, pieces, part: null, after: null, problem: 'unknown' }
    const available = Number(row.available)
    const after = change === 'add' ? available + pieces : pieces
    const isOutside = after < 0 || after > MAXIMUM_STOCK
    return {
      text,
      pieces,
      part: { _id: id, name, partNumber, available },
      after,
      problem: isTwice ? 'twice' : isOutside ? 'outOfBounds' : null,
    }
  })
}

/**
 * Books the lines of a delivery note or a count, all or none. A counted stock corrects the one that was seen. Deliveries of the same
 * part add up; it is counted once.
 * @throws ShopError SHEET_REFUSED with the parts that are gone, or whose stock would leave its bounds.
 */
export async function bookSheet(
  tx: Transaction,
  admin: Caller,
  { change, reason, note, lines }: StockSheet,
): Promise<{ modifiedCount: number }> {
  const moves = lines.map(({ partsId, pieces, seen }) => ({ part_id: partsId, delta: change === 'add' ? pieces : pieces - seen }))
  const asked = sql`
    select part_id, case when ${change === 'add'} then sum(delta) else max(delta) end as delta, ${change === 'set'} and count(distinct delta) > 1 as is_unclear
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as line (part_id uuid, delta bigint) group by part_id`
  // In the order of ids, as in every transaction; otherwise two could deadlock.
  const { rows: locked } = await tx.execute<{ name: string; fits: boolean; is_unclear: boolean }>(sql`
    with asked as (${asked}), locked as materialized (
      select id, name, available from parts where id in (select part_id from asked) and deleted_at is null order by id for no key update
    )
    select name, available + delta between 0 and ${MAXIMUM_STOCK} as fits, is_unclear from locked join asked on part_id = id order by name`)
  const parts = new Set(lines.map(({ partsId }) => partsId))
  const refused = [
    ...(locked.length < parts.size ? [stockSheetMessages.gone] : []),
    ...locked.filter(({ is_unclear: isUnclear }) => isUnclear).map(({ name }) => stockSheetMessages.twice(name)),
    ...locked.filter(({ fits, is_unclear: isUnclear }) => !fits && !isUnclear).map(({ name }) => stockSheetMessages.outOfBounds(name)),
  ]
  if (refused.length > 0) {
    throw new ShopError('SHEET_REFUSED', { fields: refused.slice(0, NAMED).map((message) => ({ field: 'lines', message })) })
  }
  const { rowCount } = await tx.execute(sql`
    with asked as (${asked}), moved as (
      update parts set available = available + delta from asked where id = part_id and delta <> 0 returning part_id, delta
    )
    insert into stock_moves (part_id, delta, kind, ref, reason, note, actor_id)
    select part_id, delta, ${change === 'add' ? 'restock' : 'set'}, gen_random_uuid(), ${reason}, ${note.trim()}, ${admin.userId} from moved`)
  await writeAudit(tx, admin, 'book-stock', 'sheet', { change, reason, note: note.trim(), lines: lines.length, parts: rowCount ?? 0 })
  return { modifiedCount: rowCount ?? 0 }
}
