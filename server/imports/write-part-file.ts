import { and, asc, gt, or, sql } from 'drizzle-orm'
import type { PartKinds } from '#contract/parts/categories.ts'
import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import type { PartFileFormat } from '#contract/parts/imports.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import { importFields, partFields, type ImportField } from '#contract/parts/part-fields.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { listKinds } from '../categories/list-kinds.ts'
import { fitting } from '../parts/list-managed-parts.ts'
import { openSheet } from '../platform/documents/open-sheet.ts'
import { fileCellOf } from './cells.ts'

const AT_ONCE = 1_000

export type PartRow = typeof parts.$inferSelect
/** Its values, as `part_values` and `more_part_values` have them. */
type FilePart = Record<ImportField, unknown>
/** `key` names the value in JSON. */
type FileColumn = { key: string; title: string; width: number; value: (part: FilePart, kinds: PartKinds) => Cell }

/** All columns that an import reads. */
const wholeParts: FileColumn[] = importFields.map((field) => {
  const { title, width } = partFields[field]
  return { key: field, title, width, value: (part, kinds) => fileCellOf(field, part[field], kinds) }
})

/** A sheet to be filled in while counting. It omits the stock, so that it is really counted. */
const countSheet: FileColumn[] = [
  ...wholeParts.filter(({ key }) => key === 'partNumber' || key === 'name'),
  { key: 'count', title: 'Count', width: 14, value: () => null },
]

type AskedFile = { format: PartFileFormat; columns: 'count' | undefined; hidden: boolean; filter: DeskFilter }

/** The parts of a filter, the oldest first, batch by batch. */
export async function* writePartFile(
  db: Database,
  { format, columns: asked, hidden, filter }: AskedFile,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  const columns = asked === 'count' ? countSheet : wholeParts
  const kinds = await listKinds(db)
  const rowOf = (part: FilePart) => columns.map(({ value }) => value(part, kinds))
  const batches = withValues(db, findParts(db, filter, { hidden }))
  if (format === 'xlsx') {
    const sheet = openSheet('Parts', columns)
    for await (const batch of batches) yield sheet.add(batch.map(rowOf))
    yield sheet.finish()
  } else if (format === 'csv') {
    yield BYTE_ORDER_MARK + csvOf([columns.map(({ title }) => title)])
    for await (const batch of batches) yield csvOf(batch.map(rowOf))
  } else {
    const objectOf = (part: FilePart) => Object.fromEntries(columns.map(({ key, value }) => [key, value(part, kinds)]))
    let before = '['
    for await (const batch of batches) {
      yield before + batch.map((part) => JSON.stringify(objectOf(part))).join(',\n')
      before = ',\n'
    }
    yield before === '[' ? '[]\n' : ']\n'
  }
}

/** A hidden part that its number still identifies; others are kept only for old orders. */
const isHidden = sql`deleted_at is not null and id = part_of_number(part_number)`

/** The parts of a filter, the oldest first. */
export async function* findParts(
  db: Queryable,
  filter: DeskFilter,
  { hidden = false }: { hidden?: boolean } = {},
): AsyncGenerator<PartRow[], void, undefined> {
  const { which: onSale } = await fitting(db, filter)
  const which = hidden ? or(onSale, isHidden) : onSale
  for (let last = 0; ;) {
    const rows = await db
      .select()
      .from(parts)
      .where(and(which, gt(parts.position, last)))
      .orderBy(asc(parts.position))
      .limit(AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)!.position!
  }
}

async function* withValues(db: Queryable, batches: AsyncIterable<PartRow[]>): AsyncGenerator<FilePart[], void, undefined> {
  for await (const batch of batches) {
    const ids = sql.param(batch.map(({ id }) => id))
    const { rows } = await db.execute<{ values: FilePart }>(
      sql`select part_values(parts) || more_part_values(parts) as values from parts where id = any (${ids}::uuid[]) order by position`,
    )
    yield rows.map(({ values }) => values)
  }
}
