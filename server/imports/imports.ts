import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PartKinds } from '#contract/parts/categories.ts'
import {
  FAR_PRICE_FACTOR,
  importMessages,
  IMPORT_ROWS_AT_ONCE,
  IMPORTS_SHOWN,
  MAXIMUM_IMPORT_ROWS,
  OPEN_IMPORT_DAYS,
  type DecimalMarks,
  type ImportCells,
  type ImportPreview,
  type ImportProblem,
  type ImportRow,
  type ListedImport,
  type RowState,
} from '#contract/parts/imports.ts'
import { numberFields, type ImportField, type NumberField } from '#contract/parts/part-fields.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { marksOf, readingsIn } from '#readers/parts/number-columns.ts'
import type { DecimalMark } from '#readers/values/decimals.ts'
import type { Database, Queryable, Transaction } from '#database/connect.ts'
import { namedKeys, takeKey } from '#database/locks.ts'
import { imports } from '#database/tables/imports.ts'
import { users } from '#database/tables/users.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { listKinds } from '../categories/list-kinds.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { cellOf } from './cells.ts'
import { hasNumbers, readCells, type ReadRow } from './read-cells.ts'

/** A comparison of 100,000 rows takes seconds. */
export const IMPORT_STATEMENT_MS = 60_000

/** Begins an import, and deletes abandoned ones. */
export async function beginImport(
  db: Queryable,
  admin: Pick<Caller, 'userId'>,
  asked: { fileName: string; setsStock: boolean; percent?: string },
): Promise<{ _id: string }> {
  await db.delete(imports).where(sql`state = 'open' and created_at < now() - make_interval(days => ${OPEN_IMPORT_DAYS})`)
  const [row] = await db
    .insert(imports)
    .values({ ...asked, actorId: admin.userId })
    .returning({ _id: imports.id })
  return row! // insert ... returning always yields its row
}

/** Keeps rows of the file; a row that is there is replaced. @throws ShopError NOT_FOUND; IMPORT_REFUSED once it is written. */
export async function addRows(
  db: Database,
  importId: string,
  rows: { row: number; cells: ImportCells }[],
  decimals: DecimalMarks,
): Promise<{ modifiedCount: number }> {
  const kinds = await listKinds(db)
  return transaction(db, async (tx) => {
    await requireState(tx, importId, 'open')
    return keepRows(tx, importId, rows, kinds, decimals)
  })
}

/**
 * Keeps rows with their cells read, each column of numbers as a whole.
 * @param decimals the decimal marks that are known beforehand
 * @throws ShopError INVALID_INPUT for too many rows.
 */
export async function keepRows(
  tx: Transaction,
  importId: string,
  rows: { row: number; cells: ImportCells }[],
  kinds: PartKinds,
  decimals: DecimalMarks = {},
): Promise<{ modifiedCount: number }> {
  const marks = marksOf(
    rows.map(({ cells }) => cells),
    decimals,
    hasNumbers(kinds),
  )
  const latest = new Map(rows.map(({ row, cells }) => [row, { row, cells, ...readCells(cells, kinds, marks) }]))
  await keepReadings(tx, importId, [...latest.values()])
  const { rowCount } = await tx.execute(sql`
      insert into import_rows (import_id, row, cells, fields, problems, number_form)
      select ${importId}, row, cells, fields, problems, search_form(coalesce(fields ->> 'partNumber', ''))
      from jsonb_to_recordset(${JSON.stringify([...latest.values()])}::jsonb) as sent (row integer, cells jsonb, fields jsonb, problems jsonb)
      on conflict (import_id, row) do update
        set cells = excluded.cells, fields = excluded.fields, problems = excluded.problems, number_form = excluded.number_form`)
  const [kept] = (await tx.execute<{ rows: number }>(sql`select count(*)::int as rows from import_rows where import_id = ${importId}`)).rows
  if (kept!.rows > MAXIMUM_IMPORT_ROWS) throw invalidField('rows', importMessages.tooManyRows) // an aggregate is always one row
  return { modifiedCount: rowCount ?? 0 }
}

type SentRow = ReadRow & { row: number; cells: ImportCells }

/** A cell that is sent again, beside one that was corrected, keeps the reading that its column had. */
async function keepReadings(tx: Transaction, importId: string, sent: readonly SentRow[]): Promise<void> {
  const unclear = new Map(sent.filter(({ problems }) => problems.some(isUnclear)).map((one) => [one.row, one]))
  if (unclear.size === 0) return
  const { rows } = await tx.execute<Pick<SentRow, 'row' | 'cells' | 'fields'>>(sql`
    select row, cells, fields from import_rows where import_id = ${importId} and row = any (${sql.param([...unclear.keys()])}::int[])`)
  for (const { row, cells, fields } of rows) {
    const now = unclear.get(row)! // these were asked for
    const isKept = (problem: ImportProblem) =>
      isUnclear(problem) && cells[problem.field] === now.cells[problem.field] && fields[problem.field] !== undefined
    for (const { field } of now.problems.filter(isKept)) now.fields[field] = fields[field]
    now.problems = now.problems.filter((problem) => !isKept(problem))
  }
}

const isUnclear = ({ problem }: ImportProblem) => problem === 'unclear'

/**
 * Reads the cells of a column that have two readings by this decimal mark.
 * @throws ShopError NOT_FOUND; IMPORT_REFUSED once it is written.
 */
export async function answerDecimals(
  db: Database,
  importId: string,
  { field, mark }: { field: NumberField; mark: DecimalMark },
): Promise<{ modifiedCount: number }> {
  return changeRows(db, importId, { field, problem: 'unclear' }, { decimals: { [field]: mark } })
}

/**
 * Puts one value into the cell of every row that has this problem at this field; the other cells stay.
 * @throws ShopError NOT_FOUND; IMPORT_REFUSED once it is written.
 */
export async function mendAll(
  db: Database,
  importId: string,
  { value, ...problem }: ImportProblem & { value: string },
): Promise<{ modifiedCount: number }> {
  return changeRows(db, importId, problem, { cells: { [problem.field]: value } })
}

/** Reads every row that has this problem again. */
async function changeRows(
  db: Database,
  importId: string,
  problem: ImportProblem,
  change: { cells?: ImportCells; decimals?: DecimalMarks },
): Promise<{ modifiedCount: number }> {
  const kinds = await listKinds(db)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    await requireState(tx, importId, 'open')
    const { rows } = await tx.execute<{ row: number; cells: ImportCells }>(sql`
      select row_number as row, cells from compared_import(${importId})
      where problems @> ${JSON.stringify([problem])}::jsonb order by row_number`)
    const mended = rows.map(({ row, cells }) => ({ row, cells: { ...cells, ...change.cells } }))
    for (let at = 0; at < mended.length; at += IMPORT_ROWS_AT_ONCE) {
      await keepRows(tx, importId, mended.slice(at, at + IMPORT_ROWS_AT_ONCE), kinds, change.decimals)
    }
    return { modifiedCount: mended.length }
  })
}

/** Leaves out the rows that are wrong. @throws ShopError NOT_FOUND; IMPORT_REFUSED once it is written. */
export async function leaveOutWrong(
  db: Database,
  importId: string,
  state: 'open' | 'planned' = 'open',
): Promise<{ modifiedCount: number }> {
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    await requireState(tx, importId, state)
    const { rowCount } = await tx.execute(sql`
      delete from import_rows where import_id = ${importId}
      and row in (select row_number from compared_import(${importId}) where state = 'wrong')`)
    return { modifiedCount: rowCount ?? 0 }
  })
}

/** @throws ShopError NOT_FOUND; IMPORT_REFUSED in another state. Locked until the transaction ends. */
export async function requireState(tx: Transaction, importId: string, state: 'open' | 'planned'): Promise<void> {
  const found = await holdImport(tx, importId)
  if (found !== state) throw refused([found === 'planned' ? importMessages.isPlanned : importMessages.changed])
}

/** The state of an import, locked until the transaction ends. @throws ShopError NOT_FOUND; IMPORT_REFUSED while it is being written. */
export async function holdImport(tx: Transaction, importId: string): Promise<ListedImport['state']> {
  if (!(await takeKey(tx.$client, namedKeys.importOf(importId), 'skip'))) throw refused([importMessages.isRunning])
  const [found] = await tx.select({ state: imports.state }).from(imports).where(eq(imports.id, importId))
  if (!found) throw new ShopError('NOT_FOUND')
  return found.state
}

export const refused = (sentences: string[]) =>
  new ShopError('IMPORT_REFUSED', { fields: sentences.map((message) => ({ field: 'rows', message })) })

export async function listImports(db: Queryable): Promise<ListedImport[]> {
  const rows = await db
    .select({
      ...listed,
      writtenRows: sql<number>`(select count(*)::int from import_rows where import_id = ${imports.id} and place is not null)`,
    })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.actorId))
    .orderBy(desc(imports.position))
    .limit(IMPORTS_SHOWN)
  return rows.map((row) => ({ ...row, ...presentFacts(row) }))
}

const presentFacts = ({ createdAt, plannedFor, percent }: { createdAt: Date; plannedFor: Date | null; percent: string | null }) => ({
  createdAt: createdAt.toISOString(),
  plannedFor: plannedFor?.toISOString() ?? null,
  percent: percent === null ? null : Number(percent),
})

const listed = {
  _id: imports.id,
  fileName: imports.fileName,
  state: imports.state,
  by: users.email,
  createdAt: imports.createdAt,
  plannedFor: imports.plannedFor,
  percent: imports.percent,
}

/** Rows by state, and a fingerprint of all rows to be written. */
export type Summary = { counts: Record<RowState, number>; fingerprint: string; falls: number; unusual: number }

const [priceBefore, priceAfter] = [sql`(changes -> 'price' ->> 0)::numeric`, sql`(changes -> 'price' ->> 1)::numeric`]
const isUnusual = sql`state = 'changed' and (changes -> 'minimumOrder' is not null
  or ${priceAfter} not between ${priceBefore} / ${FAR_PRICE_FACTOR}::int and ${priceBefore} * ${FAR_PRICE_FACTOR}::int)`

export async function summarize(
  db: Queryable,
  { priceFallPercent }: Pick<Settings, 'priceFallPercent'>,
  importId: string,
): Promise<Summary> {
  const { rows } = await db.execute<Summary['counts'] & Omit<Summary, 'counts'>>(sql`
    select
      count(*) filter (where state = 'new')::int as new, count(*) filter (where state = 'changed')::int as changed,
      count(*) filter (where state = 'same')::int as same, count(*) filter (where state = 'wrong')::int as wrong,
      count(*) filter (where ${isUnusual})::int as unusual,
      count(*) filter (where changes ?| array['price', 'priceBreaks'] and falls_beyond_in_a_day(parts.id, price, price_breaks,
        coalesce((fields ->> 'price')::numeric, price), coalesce(fields -> 'priceBreaks', price_breaks), ${priceFallPercent}))::int as falls,
      coalesce(md5(string_agg(md5(concat_ws('|', row_number, state, part_id, fields, changes)), '' order by row_number)), '') as fingerprint
    from compared_import(${importId}) left join parts on parts.id = part_id`)
  const { fingerprint, falls, unusual, ...counts } = rows[0]! // an aggregate is always one row
  return { counts, fingerprint, falls, unusual }
}

type PreviewQuery = { show?: ImportPreview['show']; page?: number; size?: number }

/** @throws ShopError NOT_FOUND */
export async function previewImport(
  db: Database,
  settings: Pick<Settings, 'priceFallPercent'>,
  importId: string,
  { show: askedShow, page: askedPage = 0, size: askedSize = ORDERS_PAGE_SIZE }: PreviewQuery,
): Promise<ImportPreview> {
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    const [found] = await tx
      .select({ ...listed, setsStock: imports.setsStock })
      .from(imports)
      .innerJoin(users, eq(users.id, imports.actorId))
      .where(eq(imports.id, importId))
    if (!found) throw new ShopError('NOT_FOUND')
    const kinds = await listKinds(tx)
    const summary = await summarize(tx, settings, importId)
    const isMissing = sql`parts.deleted_at is null and not exists (
      select from import_rows where import_id = ${importId} and number_form = parts.search_number)`
    const counted = await tx.execute<{ missing: number }>(sql`select count(*)::int as missing from parts where ${isMissing}`)
    const counts = { ...summary.counts, missing: counted.rows[0]!.missing } // an aggregate is always one row
    const show = askedShow ?? (['wrong', 'changed', 'new', 'same'] as const).find((state) => counts[state] > 0) ?? 'new'
    const { page, size } = clampPage({ page: askedPage, size: askedSize, count: show === 'unusual' ? summary.unusual : counts[show] })
    const which = sql`limit ${size} offset ${page * size}`
    const rows =
      show === 'missing'
        ? []
        : (
            await tx.execute<ComparedRow>(
              sql`select * from compared_import(${importId}) where ${show === 'unusual' ? isUnusual : sql`state = ${show}`} order by row_number ${which}`,
            )
          ).rows
    const missing =
      show !== 'missing'
        ? []
        : (
            await tx.execute<ImportPreview['missing'][number]>(
              sql`select id as "_id", name, part_number as "partNumber" from parts where ${isMissing} order by position ${which}`,
            )
          ).rows
    return {
      ...found,
      ...presentFacts(found),
      ...summary,
      counts,
      unclear: await unclearColumns(tx, importId, kinds),
      repeated: show === 'wrong' ? await repeatedProblems(tx, importId) : [],
      show,
      page,
      rows: rows.map((row) => presentRow(row, kinds)),
      missing,
    }
  })
}

/** Columns with numbers of two readings, each with its first. */
async function unclearColumns(tx: Transaction, importId: string, kinds: PartKinds): Promise<ImportPreview['unclear']> {
  const { rows } = await tx.execute<{ field: NumberField; count: number; cell: string }>(sql`
    select field, count(*)::int as count, (array_agg(cells ->> field order by row))[1] as cell
    from import_rows, jsonb_to_recordset(problems) as wrong (field text, problem text)
    where import_id = ${importId} and problem = 'unclear' group by field order by field`)
  return rows.map(({ field, count, cell }) => ({ field, count, ...readingsIn(field, cell, hasNumbers(kinds)) }))
}

/** Problems that more than one row has, the most frequent first. */
async function repeatedProblems(tx: Transaction, importId: string): Promise<ImportPreview['repeated']> {
  const { rows } = await tx.execute<ImportPreview['repeated'][number]>(sql`
    select field, problem, count(distinct row_number)::int as count
    from compared_import(${importId}), jsonb_to_recordset(problems) as wrong (field text, problem text)
    where state = 'wrong' group by field, problem having count(distinct row_number) > 1 order by count desc, field, problem`)
  return rows
}

type ComparedRow = {
  row_number: number
  cells: Record<string, string>
  fields: Record<string, unknown>
  state: RowState
  changes: Record<string, [before: unknown, after: unknown]>
  problems: ImportRow['problems']
}

const presentRow = ({ row_number: row, cells, fields, state, changes, problems }: ComparedRow, kinds: PartKinds): ImportRow => ({
  row,
  state,
  cells,
  problems,
  changes: (Object.entries(changes) as [ImportField, [unknown, unknown]][]).map(([field, [before, after]]) => ({
    field,
    before: cellOf(field, before, kinds),
    after: cellOf(field, after, kinds),
  })),
  numbers: numberFields.flatMap((field) => (fields[field] === undefined ? [] : [{ field, value: cellOf(field, fields[field], kinds) }])),
})

/** @throws ShopError NOT_FOUND */
export async function readProgress(db: Queryable, importId: string) {
  const [found] = await db.select({ state: imports.state, done: imports.done }).from(imports).where(eq(imports.id, importId))
  if (!found) throw new ShopError('NOT_FOUND')
  return found
}

/** Stops the writing or undoing of an import. `modifiedCount` is 0 when neither could be stopped. */
export async function stopImport(db: Queryable, importId: string): Promise<{ modifiedCount: number }> {
  const { rowCount } = await db
    .update(imports)
    .set({ stopAsked: true })
    .where(and(eq(imports.id, importId), inArray(imports.state, ['open', 'written'])))
  return { modifiedCount: rowCount ?? 0 }
}
