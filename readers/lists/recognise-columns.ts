import { areQuantities } from './written-quantity.ts'

/** The columns of a table, counted from 0. */
export type Columns = {
  /** Whether one of the first rows is a header. */
  header: boolean
  /** Rows above the header; none unless said. */
  above?: number | undefined
  part: number
  /** Used if a row's part column is empty. */
  name: number | undefined
  quantity: number | undefined
}

/** Rows sampled to classify a column. */
const LOOKED_AT = 200
/** Rows in which a header is looked for: programs write names, dates and sources above it. */
const HEADER_WITHIN = 30

const titles = {
  number:
    /^(?:(?:your|our|requested|customer|internal|supplier|manufacturer|manufacture|mfr|mfg|article|item|part|material|product|catalog(?:ue)?|order)s?)*(?:part)?(?:no|nr|nos|num|number|numbers|code|id|#)$|^(?:(?:manufacturer|mfr|mfg)?pn|mpn|sku|partnumber|art(?:ikel)?(?:nr|nummer)|bestell(?:nr|nummer)|sachnummer|material(?:nr|nummer)?|teilenummer|article|artikel|référence|referencia|códigoartículo|codice(?:articolo)?|indeks|numerkatalogowy|код|артикул|партномер|номердетали|parçano|parçanumarası|stokkodu|cikkszám|kód|kod|código|料号|型号|货号|品号|品番|型番|부품번호|품번|رقمالقطعة)$/,
  name: /^(?:part|parts|partname|partsname|name|item|itemname|product|productname|component|description|partdescription|itemdescription|bezeichnung|benennung|kurztext|teil|text|line|désignation|descripción|descrizione|nazwa|opis)$/,
  quantity:
    /^(?:order|ordered|required|requested|total|needed|bestell)?(?:qty|quantity|quantities|qnty|pcs|pieces|units|menge|stück|stückzahl|stk|anzahl|quantité|quantités|qté|qte|cantidad|cant|cantidades|quantità|qtà|qta|aantal|antal|ilość|iloœæ|szt|sztuk|quantidade|qtd|mennyiség|darab|množství|počet|količina|cantitate|määrä|kpl|adet|miktar|количество|колво|кол|шт|кількість|ποσότητα|数量|個数|수량|จำนวน|الكمية|כמות)(?:pcs|pieces|units|required|needed|ordered)?$/,
  /** These count only without another title: they may be amounts of money. */
  amount: /^(?:amount|count|need|needed|required)$/,
}

/** Titles of row numbers, which are parts only where no other title could be. */
const POSITION =
  /^(?:(?:pos|position|posición|posizione|poz|pozycja|index|line|lineitem|row|zeile|ligne|riga|línea|lfd|lp)(?:no|nr|num|number|#)?|id|no|nr|#|№|пп|sıra|poř|序号|번호)$/

export const plainTitle = (cell: string | undefined): string => (cell ?? '').toLowerCase().replace(/[^\p{L}\p{M}\d#№]+/gu, '')
/** Titles of numbers alone, without names. */
export const isNumberTitle = (cell: string | undefined): boolean => titles.number.test(plainTitle(cell)) && !isPositionTitle(cell)
/** Also titles with such a word among others, 'BOM Qty', where no other title is one. */
export const hasQuantityWord = (cell = ''): boolean =>
  !/stock|lager|available|backorder|minimum|moq|mult|price|preis|cost|pack|reel|box/i.test(cell) &&
  cell.split(/[^\p{L}\p{M}]+/u).some((word) => titles.quantity.test(word.toLowerCase()))
export const isQuantityTitle = (cell: string | undefined): boolean => titles.quantity.test(plainTitle(cell))
/** Also titles of columns that hold part numbers in lists of circuit board programs. */
export const isPartTitle = (cell: string | undefined): boolean =>
  [titles.number, titles.name, /^(?:value|comment|wert|valeur|valor|valore|libref|device)$/].some((title) => title.test(plainTitle(cell)))
export const isPositionTitle = (cell: string | undefined): boolean => POSITION.test(plainTitle(cell))

/**
 * Finds the columns of parts and quantities by the titles of a table, otherwise by content.
 * @returns undefined if it is uncertain and the buyer must choose.
 */
export function recogniseColumns(rows: readonly string[][]): Columns | undefined {
  const width = widthOf(rows)
  const above = headerPlace(rows)
  const byTitle = above === undefined ? undefined : readTitles(rows[above]!)
  if (byTitle?.part !== undefined && arePositions(cellsBelow(rows, above!, byTitle.part))) return undefined // titles: found
  if (byTitle) return byTitle.part === undefined ? undefined : { ...byTitle, header: true, above, part: byTitle.part }
  if (width <= 1) return { header: false, part: 0, name: undefined, quantity: undefined }

  const kinds = columnKinds(rows, width)
  const quantities = indexesOf(kinds, 'quantity')
  const texts = indexesOf(kinds, 'text')
  if (quantities.length > 1 || texts.length !== 1 || (quantities.length === 0 && kinds.includes('other') && width > 1)) return undefined
  return { header: false, part: texts[0]!, name: undefined, quantity: quantities[0] }
}

/** A first guess for the buyer to correct. */
export function guessColumns(rows: readonly string[][]): Columns {
  const above = headerPlace(rows)
  const byTitle = above === undefined ? undefined : readTitles(rows[above]!)
  const kinds = columnKinds(byTitle ? rows.slice(above! + 1) : rows, widthOf(rows)) // byTitle: found
  const quantity = byTitle?.quantity ?? indexesOf(kinds, 'quantity').at(-1)
  const isCounter = byTitle?.part !== undefined && arePositions(cellsBelow(rows, above!, byTitle.part)) // titles: found
  const part = (isCounter ? undefined : byTitle?.part) ?? indexesOf(kinds, 'text')[0] ?? (quantity === 0 ? 1 : 0)
  return { header: byTitle !== undefined, above, part, name: byTitle?.name, quantity: quantity === part ? undefined : quantity }
}

export const widthOf = (rows: readonly string[][]): number => rows.reduce((widest, row) => Math.max(widest, row.length), 0)

/** The index of the header, which is not always the first row; undefined without one. */
export function headerPlace(rows: readonly string[][]): number | undefined {
  const place = rows
    .slice(0, HEADER_WITHIN)
    .findIndex((row, index) => (index === 0 || row.filter((cell) => cell.trim() !== '').length > 1) && readTitles(row) !== undefined)
  return place < 0 ? undefined : place
}

/** The columns named by a row; undefined if it is not a header. */
function readTitles(row: readonly string[]): (Omit<Columns, 'header' | 'part'> & { part: number | undefined }) | undefined {
  const words = row.map(plainTitle)
  const place = (title: RegExp, isPart = false) => {
    const at = words.findIndex((word) => title.test(word) && !(isPart && POSITION.test(word)))
    return at < 0 ? undefined : at
  }
  const name = place(titles.name)
  const number = place(titles.number, true) ?? (name === undefined ? place(titles.number) : undefined)
  const worded = number === undefined && name === undefined ? -1 : row.findIndex(hasQuantityWord)
  const quantity = place(titles.quantity) ?? (worded < 0 ? place(titles.amount) : worded)
  if (quantity === undefined && (number === undefined || name === undefined) && row.length > 1) return undefined
  if (number === undefined && name === undefined && quantity === undefined) return undefined
  return { part: number ?? name, name: number === undefined ? undefined : name, quantity }
}

/** Numbers such as 1, 2, 3, or 1.0, 2.0, or 10, 20, 30: they count the rows. */
export function arePositions(cells: readonly string[]): boolean {
  const [first] = cells
  return cells.length > 1 && cells.every((cell, index) => Number(cell) === Number(first) * (index + 1))
}

const cellsBelow = (rows: readonly string[][], above: number, column: number) =>
  rows.slice(above + 1).flatMap((row) => ((row[column] ?? '').trim() === '' ? [] : [row[column]!]))

type Kind = 'quantity' | 'text' | 'other'

function columnKinds(rows: readonly string[][], width: number): Kind[] {
  return Array.from({ length: width }, (_, column) => {
    const cells = rows
      .slice(0, LOOKED_AT)
      .map((row) => row[column] ?? '')
      .filter((cell) => cell.trim() !== '')
    if (cells.length === 0) return 'other'
    if (areQuantities(cells, false)) return 'quantity'
    return cells.some((cell) => /\p{L}/u.test(cell)) ? 'text' : 'other'
  })
}

const indexesOf = (kinds: readonly Kind[], wanted: Kind) => kinds.flatMap((kind, index) => (kind === wanted ? [index] : []))
