import { and, asc, gt, or, sql } from 'drizzle-orm'
import type { PartKinds } from '#contract/parts/categories.ts'
import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import { importTitles, NOTHING, type PartFileFormat } from '#contract/parts/imports.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { listKinds } from '../categories/list-kinds.ts'
import { fitting } from '../parts/list-desk-parts.ts'
import { openSheet } from '../platform/documents/open-sheet.ts'
import { ladderCell } from './imports.ts'
import { attributesCell, categoryCell } from './kind-cells.ts'
import { numbersCell, picturesCell } from './list-cells.ts'

const AT_ONCE = 1_000

export type PartRow = typeof parts.$inferSelect
/** `key` names the value in JSON. */
type FileColumn = { key: string; title: string; width: number; value: (part: FilePart, kinds: PartKinds) => Cell }
type FilePart = PartRow & MoreValues
/** Values outside of a part's row, as in `more_part_values`. */
type MoreValues = { pictureText: string | null; pictures: [img: string, alt: string][]; substitutes: string[]; accessories: string[] }

const number: FileColumn = { key: 'partNumber', title: importTitles.partNumber, width: 18, value: ({ partNumber }) => partNumber }
const name: FileColumn = { key: 'name', title: importTitles.name, width: 36, value: (part) => part.name }

/** All columns that an import reads. */
const wholeParts: FileColumn[] = [
  number,
  name,
  { key: 'description', title: importTitles.description, width: 60, value: ({ description }) => description },
  { key: 'price', title: importTitles.price, width: 12, value: ({ price }) => Number(price) },
  { key: 'priceBreaks', title: importTitles.priceBreaks, width: 36, value: ({ priceBreaks }) => ladderCell(priceBreaks) },
  { key: 'leadDays', title: importTitles.leadDays, width: 10, value: ({ leadDays }) => leadDays },
  { key: 'available', title: importTitles.available, width: 12, value: ({ available }) => available },
  { key: 'img', title: importTitles.img, width: 44, value: ({ img }) => img },
  { key: 'pictureText', title: importTitles.pictureText, width: 36, value: ({ pictureText }) => pictureText ?? NOTHING },
  { key: 'pictures', title: importTitles.pictures, width: 44, value: ({ pictures }) => picturesCell(pictures) },
  {
    key: 'category',
    title: importTitles.category,
    width: 30,
    value: ({ categoryId }, kinds) => categoryCell(kinds.categories, categoryId),
  },
  {
    key: 'attributes',
    title: importTitles.attributes,
    width: 44,
    value: (part, kinds) => attributesCell(kinds.attributes, part.attributes),
  },
  { key: 'weight', title: importTitles.weight, width: 12, value: ({ weight }) => (weight === null ? NOTHING : Number(weight)) },
  { key: 'origin', title: importTitles.origin, width: 10, value: ({ origin }) => origin ?? NOTHING },
  { key: 'customsCode', title: importTitles.customsCode, width: 14, value: ({ customsCode }) => customsCode ?? NOTHING },
  { key: 'minimumOrder', title: importTitles.minimumOrder, width: 14, value: ({ minimumOrder }) => minimumOrder ?? NOTHING },
  { key: 'orderStep', title: importTitles.orderStep, width: 12, value: ({ orderStep }) => orderStep ?? NOTHING },
  {
    key: 'lowStockBelow',
    title: importTitles.lowStockBelow,
    width: 14,
    value: ({ lowStockBelow }) => lowStockBelow ?? NOTHING,
  },
  { key: 'substitutes', title: importTitles.substitutes, width: 24, value: ({ substitutes }) => numbersCell(substitutes) },
  { key: 'accessories', title: importTitles.accessories, width: 24, value: ({ accessories }) => numbersCell(accessories) },
  { key: 'removed', title: importTitles.removed, width: 10, value: ({ deletedAt }) => (deletedAt === null ? 'no' : 'yes') },
]

/** A sheet to be filled in while counting. It omits the stock, so that it is really counted. */
const countSheet: FileColumn[] = [number, name, { key: 'count', title: 'Count', width: 14, value: () => null }]

type AskedFile = { format: PartFileFormat; columns: 'count' | undefined; hidden: boolean; filter: DeskFilter }

/** The parts of a filter, the oldest first, batch by batch. */
export async function* writePartFile(
  db: Database,
  { format, columns: asked, hidden, filter }: AskedFile,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  const columns = asked === 'count' ? countSheet : wholeParts
  const kinds = await listKinds(db)
  const rowOf = (part: FilePart) => columns.map(({ value }) => value(part, kinds))
  const batches = withMore(db, findParts(db, filter, { hidden }))
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

async function* withMore(db: Queryable, batches: AsyncIterable<PartRow[]>): AsyncGenerator<FilePart[], void, undefined> {
  for await (const batch of batches) {
    const ids = sql.param(batch.map(({ id }) => id))
    const { rows } = await db.execute<{ id: string; more: MoreValues }>(
      sql`select id, more_part_values(parts) as more from parts where id = any (${ids}::uuid[])`,
    )
    const moreOf = new Map(rows.map(({ id, more }) => [id, more]))
    yield batch.map((part) => ({ ...part, ...moreOf.get(part.id)! })) // parts are never deleted
  }
}
