import { bulkChangeMessages, type BulkChange } from '#contract/parts/bulk-change.ts'
import type { PartKinds } from '#contract/parts/categories.ts'
import { importMessages, importTitles, MAXIMUM_IMPORT_ROWS, type ImportCells } from '#contract/parts/imports.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import { raiseAll, raiseSteps, readPercent } from '#contract/parts/raise-price.ts'
import { smallPricesText } from '#contract/parts/small-prices.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { marksOfJson } from '#readers/parts/number-columns.ts'
import type { Database } from '#database/connect.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { listKinds } from '../categories/list-kinds.ts'
import { invalidField } from '../errors.ts'
import { presentBreaks } from '../parts/present-part.ts'
import type { Caller } from '../platform/http/caller.ts'
import { cellOf } from './cells.ts'
import { beginImport, IMPORT_STATEMENT_MS, keepRows } from './imports.ts'
import { findParts, type PartRow } from './write-part-file.ts'

/**
 * Begins an import that changes all parts of a filter in the same way, as if they were rows of a file.
 * @throws ShopError INVALID_INPUT at the field for a percentage that is too fine, an unknown category, no parts, and too many.
 */
export async function importFromParts(
  db: Database,
  admin: Caller,
  { filter, change: asked }: { filter: DeskFilter; change: BulkChange },
): Promise<{ _id: string }> {
  const { price, category } = asked
  if (Object.keys(asked).length === 0) throw invalidField('change', bulkChangeMessages.nothing)
  const percent = price && readPercent(price.percent)
  if (price && percent === undefined) throw invalidField('change.price.percent', bulkChangeMessages.percent)
  const change = { ...asked, ...(price && { price: { ...price, percent: percent! } }) } // read above
  const kinds = await listKinds(db)
  if (category && !kinds.categories.some(({ _id }) => _id === category))
    throw invalidField('change.category', bulkChangeMessages.noCategory)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    const begun = await beginImport(tx, admin, {
      fileName: nameOf(change, kinds),
      setsStock: false,
      ...(change.price && { percent: change.price.percent.toFixed(2) }),
    })
    let row = 0
    for await (const batch of findParts(tx, filter)) {
      if (row + batch.length > MAXIMUM_IMPORT_ROWS) throw invalidField('filter', importMessages.tooManyRows)
      const rows = batch.map((part) => ({ row: ++row, cells: cellsOf(part, change, kinds) }))
      await keepRows(tx, begun._id, rows, kinds, marksOfJson([]))
    }
    if (row === 0) throw invalidField('filter', importMessages.noRows)
    return begun
  })
}

/** Cells as a person would type them. Impossible prices are wrong cells, to be corrected in the preview. */
function cellsOf(part: PartRow, change: BulkChange, kinds: PartKinds): ImportCells {
  const { price, removed, ...values } = change
  return {
    partNumber: part.partNumber,
    name: part.name,
    ...(price && pricesOf(part, price)),
    ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, cellOf(field as keyof typeof values, value, kinds)])),
    ...(removed && { removed: 'yes' }),
  }
}

function pricesOf(part: PartRow, { percent, places }: NonNullable<BulkChange['price']>): ImportCells {
  const { price, priceBreaks } = raiseAll({ price: Number(part.price), priceBreaks: presentBreaks(part.priceBreaks) }, percent, places)
  return {
    price: String(price),
    ...(priceBreaks.length > 0 && { priceBreaks: smallPricesText(priceBreaks) }),
    ...(part.smallPrices && { smallPrices: smallPricesText(raiseSteps(presentBreaks(part.smallPrices), percent, places)) }),
  }
}

/** Its name in the list of imports: 'Price (USD) +5 %, Lead time 20'. */
function nameOf({ price, category, removed, ...numbers }: BulkChange, kinds: PartKinds): string {
  const percent = price && `${importTitles.price} ${price.percent < 0 ? '−' : '+'}${Math.abs(price.percent)} %`
  const said = Object.entries({ ...numbers, ...(category !== undefined && { category }) }).map(([name, value]) => {
    const field = name as 'category' | keyof typeof numbers
    return `${importTitles[field]} ${cellOf(field, value, kinds)}`
  })
  return startOf([percent, ...said, removed && importTitles.removed].filter(Boolean).join(', '), 200)
}
