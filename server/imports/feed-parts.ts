import { eq, sql } from 'drizzle-orm'
import { actsForShop } from '#contract/people/api-keys.ts'
import { importProblems, type ImportCells, type ImportProblem, type RowState } from '#contract/parts/imports.ts'
import { partFeedProblems, type FedPartAnswer, type PartFeed } from '#contract/parts/part-feed.ts'
import { marksOfJson } from '#readers/parts/number-columns.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { imports } from '#database/tables/imports.ts'
import { users } from '#database/tables/users.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { listKinds } from '../categories/list-kinds.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { beginImport, IMPORT_STATEMENT_MS, keepRows, summarize } from './imports.ts'
import { writeImport } from './write-import.ts'

/** Its name in the list of imports. */
const FILE_NAME = 'Parts by a program'
const rights = ['parts', 'prices'] as const
type Right = (typeof rights)[number]
const PRICES = new Set(['price', 'priceBreaks'])

type Compared = {
  row: number
  state: RowState
  partId: string | null
  fields: string[]
  problems: ImportProblem[]
  falls: boolean
}

/**
 * Adds and changes parts as an import of one call: wrong rows, and those that the key may not write, are refused one by one, the others
 * are written together. The import can be undone like any other; stocks of existing parts stay. A repeated request finds the same parts.
 * @throws ShopError IMPORT_REFUSED when one of the parts is changed concurrently; then nothing is written.
 */
export async function feedParts(
  db: Database,
  settings: Pick<Settings, 'priceFallPercent'>,
  caller: Caller,
  { parts, confirmed = false, decimals }: PartFeed,
): Promise<{ importId: string | null; parts: FedPartAnswer[] }> {
  const [kinds, allowed] = [await listKinds(db), await rightsOf(db, caller)]
  const rows = parts.map((cells, index) => ({ row: index + 1, cells: asTexts(cells) }))
  const answers = new Map<number, FedPartAnswer>()
  const { importId, fingerprint } = await transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    const { _id } = await beginImport(tx, caller, { fileName: FILE_NAME, setsStock: false })
    const points = marksOfJson(rows.map(({ cells }) => cells))
    await keepRows(tx, _id, rows, kinds, { ...points, ...decimals })
    // Without a refused row another one may lack the part that it names.
    for (let left = -1; left !== 0;) {
      const refused: number[] = []
      for (const one of await compareRows(tx, _id, settings)) {
        const { cells } = rows[one.row - 1]!
        const problems = refusalsOf(one, cells, allowed, confirmed)
        if (problems.length > 0) refused.push(one.row)
        answers.set(one.row, { partNumber: cells.partNumber ?? '', state: stateOf(one, problems), partsId: one.partId, problems })
      }
      await tx.execute(sql`delete from import_rows where import_id = ${_id} and row = any (${sql.param(refused)}::int[])`)
      left = refused.length
    }
    return { importId: _id, ...(await summarize(tx, settings, _id)) }
  })

  const isWritten = [...answers.values()].some(({ state }) => state === 'added' || state === 'changed')
  try {
    if (isWritten) await writeImport(db, settings, caller, importId, { fingerprint, confirmed: true })
  } finally {
    // An import of which nothing was written is not kept open.
    await db.delete(imports).where(sql`${imports.id} = ${importId} and state = 'open'`)
  }
  const ids = await partsOfRows(db, importId)
  return {
    importId: isWritten ? importId : null,
    parts: rows.map(({ row }) => ({ ...answers.get(row)!, ...(ids.has(row) && { partsId: ids.get(row)! }) })), // each has been compared
  }
}

async function compareRows(
  tx: Transaction,
  importId: string,
  { priceFallPercent }: Pick<Settings, 'priceFallPercent'>,
): Promise<Compared[]> {
  const { rows } = await tx.execute<Compared>(sql`
    select row_number as row, state, part_id as "partId", problems, array(select jsonb_object_keys(changes)) as fields,
      coalesce(changes ?| array['price', 'priceBreaks'] and falls_beyond_in_a_day(parts.id, price, price_breaks, coalesce((fields ->> 'price')::numeric, price),
        coalesce(fields -> 'priceBreaks', price_breaks), ${priceFallPercent}), false) as falls
    from compared_import(${importId}) left join parts on parts.id = part_id order by row_number`)
  return rows
}

const stateOf = ({ state }: Compared, refusals: object[]): FedPartAnswer['state'] =>
  refusals.length > 0 || state === 'wrong' ? 'refused' : state === 'new' ? 'added' : state

/** Cells as a file has them. */
const asTexts = (cells: PartFeed['parts'][number]): ImportCells =>
  Object.fromEntries(Object.entries(cells).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])))

function refusalsOf({ state, fields, problems, falls }: Compared, cells: ImportCells, allowed: readonly Right[], confirmed: boolean) {
  const refusals = problems.map(({ field, problem }) => ({ field: field as string, message: importProblems[problem] as string }))
  if ((cells.partNumber ?? '').trim() === '') refusals.push({ field: 'partNumber', message: partFeedProblems.noNumber })
  const needed = state === 'new' ? ['parts' as const] : fields.map((field) => (PRICES.has(field) ? 'prices' : 'parts'))
  const missing = needed.find((right) => !allowed.includes(right))
  if (missing)
    refusals.push({ field: state === 'new' ? 'partNumber' : fields[needed.indexOf(missing)]!, message: partFeedProblems.notAllowed })
  if (falls && !confirmed) refusals.push({ field: 'price', message: partFeedProblems.priceFall })
  return refusals
}

/** What this person, or the key of this owner, may write now. */
async function rightsOf(db: Database, caller: Caller): Promise<Right[]> {
  if (caller.apiKeyId !== undefined) return rights.filter((right) => caller.scopes.includes(right) && actsForShop(caller.owner, right))
  const [person] = await db.select({ role: users.role, permissions: users.permissions }).from(users).where(eq(users.id, caller.userId))
  return person ? rights.filter((right) => actsForShop(person, right)) : []
}

async function partsOfRows(db: Database, importId: string): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ row: number; partId: string }>(
    sql`select row, part_id as "partId" from import_rows where import_id = ${importId} and part_id is not null`,
  )
  return new Map(rows.map(({ row, partId }) => [row, partId]))
}
