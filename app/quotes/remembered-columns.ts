import { browserStorage } from '#app/identity/browser-storage.ts'
import { isRecord, readStored } from '#app/identity/stored-json.ts'
import { headerPlace, widthOf, type Columns } from '#readers/lists/recognise-columns.ts'

/** Maximum length of the titles in a key. */
const KEY_LENGTH = 500

const keyOf = (titles: readonly string[] = []) =>
  `list-columns:${titles.map((title) => title.trim().toLowerCase()).join('|')}`.slice(0, KEY_LENGTH)

/** Stores a buyer's choice for lists with this header in this browser. Rows without a header differ from list to list. */
export function rememberColumns(rows: readonly string[][], columns: Columns): void {
  if (columns.header) browserStorage.setItem(keyOf(rows[columns.above ?? 0]), JSON.stringify(columns))
}

/** The columns that were chosen for a list with this header before. */
export function rememberedColumns(rows: readonly string[][]): Columns | undefined {
  const above = headerPlace(rows) ?? 0
  const kept = readStored(browserStorage, keyOf(rows[above]))
  if (!isRecord(kept)) return undefined
  const { part, name, quantity } = kept
  const isColumn = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < widthOf(rows)
  if (!isColumn(part)) return undefined
  return { header: true, above, part, name: isColumn(name) ? name : undefined, quantity: isColumn(quantity) ? quantity : undefined }
}
