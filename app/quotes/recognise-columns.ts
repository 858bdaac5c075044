import { isWrittenQuantity } from './written-quantity.ts'

/** The columns of a table, counted from 0. */
export type Columns = {
  /** Whether the first row is a header. */
  header: boolean
  part: number
  /** Used if a row's part column is empty. */
  name: number | undefined
  quantity: number | undefined
}

/** Rows sampled to classify a column. */
const LOOKED_AT = 200
/** Minimum share of numbers in a column of quantities. */
const MOSTLY = 0.8

const titles = {
  number:
    /^(?:(?:(?:your|our|supplier|manufacturer|mfr|mfg|article|item|part|material|product|catalog(?:ue)?|order)s?)?(?:part)?(?:no|nr|nos|num|number|numbers|code|id|#)|pn|mpn|sku|partnumber|artikelnr|artikelnummer|teilenummer|article|artikel)$/,
  name: /^(?:part|parts|partname|partsname|name|item|itemname|product|productname|component|description|partdescription|itemdescription|bezeichnung|benennung|teil|text|line)$/,
  quantity:
    /^(?:(?:order|ordered|required|requested|total|needed)?(?:qty|quantity|quantities|pcs|pieces|units|amount|count|menge|stück|stückzahl|anzahl)(?:pcs|pieces|units|required|needed)?|need|needed|required)$/,
}

/**
 * Finds the columns of parts and quantities by the titles of a table, otherwise by content.
 * @returns undefined if it is uncertain and the buyer must choose.
 */
export function recogniseColumns(rows: readonly string[][]): Columns | undefined {
  const width = widthOf(rows)
  const byTitle = readTitles(rows[0] ?? [])
  if (byTitle) return byTitle.part === undefined ? undefined : { ...byTitle, header: true, part: byTitle.part }
  if (width <= 1) return { header: false, part: 0, name: undefined, quantity: undefined }

  const kinds = columnKinds(rows, width)
  const quantities = indexesOf(kinds, 'quantity')
  const texts = indexesOf(kinds, 'text')
  if (quantities.length > 1 || texts.length !== 1) return undefined
  return { header: false, part: texts[0]!, name: undefined, quantity: quantities[0] }
}

/** A first guess for the buyer to correct. */
export function guessColumns(rows: readonly string[][]): Columns {
  const byTitle = readTitles(rows[0] ?? [])
  const kinds = columnKinds(byTitle ? rows.slice(1) : rows, widthOf(rows))
  const quantity = byTitle?.quantity ?? indexesOf(kinds, 'quantity').at(-1)
  const part = byTitle?.part ?? indexesOf(kinds, 'text')[0] ?? (quantity === 0 ? 1 : 0)
  return { header: byTitle !== undefined, part, name: byTitle?.name, quantity: quantity === part ? undefined : quantity }
}

export const widthOf = (rows: readonly string[][]): number => rows.reduce((widest, row) => Math.max(widest, row.length), 0)

/** The columns named by the first row; undefined if it is not a header. */
function readTitles(row: readonly string[]): (Omit<Columns, 'header' | 'part'> & { part: number | undefined }) | undefined {
  const words = row.map((cell) => cell.toLowerCase().replace(/[^\p{L}\d#]+/gu, ''))
  const place = (title: RegExp) => {
    const at = words.findIndex((word) => title.test(word))
    return at < 0 ? undefined : at
  }
  const [number, name, quantity] = [place(titles.number), place(titles.name), place(titles.quantity)]
  if (quantity === undefined && (number === undefined || name === undefined) && row.length > 1) return undefined
  if (number === undefined && name === undefined && quantity === undefined) return undefined
  return { part: number ?? name, name: number === undefined ? undefined : name, quantity }
}

type Kind = 'quantity' | 'text' | 'other'

function columnKinds(rows: readonly string[][], width: number): Kind[] {
  return Array.from({ length: width }, (_, column) => {
    const cells = rows
      .slice(0, LOOKED_AT)
      .map((row) => row[column] ?? '')
      .filter((cell) => cell.trim() !== '')
    if (cells.length === 0) return 'other'
    const numbers = cells.filter(isWrittenQuantity).length
    if (numbers >= cells.length * MOSTLY) return 'quantity'
    return cells.some((cell) => /\p{L}/u.test(cell)) ? 'text' : 'other'
  })
}

const indexesOf = (kinds: readonly Kind[], wanted: Kind) => kinds.flatMap((kind, index) => (kind === wanted ? [index] : []))
