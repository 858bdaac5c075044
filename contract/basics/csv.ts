/*
 * Tables as in RFC 4180, for files that spreadsheets open, written by the server and by the browser.
 */

/** The beginning of a file in UTF-8, by which spreadsheets know it. */
export const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** What stands before a sign unseen: blanks, control characters, marks of direction and order, characters without a width. */
const UNSEEN = String.raw`[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`
/** The signs that begin a formula, and those that spreadsheets take for them: full-width, small, raised and lowered ones, and the minus. */
const SIGN = String.raw`[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]`

/** Spreadsheets evaluate cells that begin like this. */
const FORMULA = new RegExp(String.raw`^${UNSEEN}*${SIGN}|^[\t\r\n]`, 'u')
/**
 * The same within a cell, after a character that some spreadsheets take for the end of a column or row: a spreadsheet set
 * to semicolons honours quotes only at the beginning of what it takes for a cell.
 */
const FORMULA_WITHIN = new RegExp(String.raw`([;\t\r\n](?:"|${UNSEEN})*)(?=${SIGN})`, 'gu')

/** The same after `csvOf` has inserted an apostrophe, from which it looks back: a run of blanks is not read from each of its places. */
const GUARDED_WITHIN = new RegExp(String.raw`'(?=${SIGN})(?<=[;\t\r\n](?:"|${UNSEEN})*')`, 'gu')

/**
 * Texts that spreadsheets take for numbers, dates or truth values and change when they save the file: 004711 loses its zeros,
 * 123456789012345678 and 12E4 become powers of ten, 1-2 and MAR1 days.
 */
const MONTH =
  '(?:jan(?:uary?)?|feb(?:ruary?)?|m[aä]r(?:ch|z)?|apr(?:il)?|ma[yi]|jun[ei]?|jul[yi]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)'
const CONVERTED = new RegExp(
  String.raw`^[$€£¥]?\s*\.?\d[\d.,:/ e-]*[%$€£¥]?$|^\d{1,2}[ ./-]?${MONTH}(?:[ ./-]?\d{1,4})?$|^${MONTH}[ ./-]?\d{1,4}$|^(?:true|false)$`,
  'iu',
)
/** Exceptions that they save unchanged: whole numbers of up to eleven digits, days and times. */
const UNCHANGED = /^(?:0|[1-9]\d{0,10}|[1-9]\d{0,2}(?:,\d{3}){1,2})$|^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/
/** A text that `csvOf` has protected from conversion. */
const KEPT = /^="([^"]*)"$/

export type Cell = string | number | null

/**
 * Rows with their line ends. A text that a spreadsheet would evaluate gets an apostrophe in front; one that it would convert is written as
 * ="004711", which it shows and saves as 004711.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => row.map(cellOf).join(',') + LINE_END).join('')

/** A number whose three decimals could be taken for a group of thousands, 2.125, has a fourth one: 2.1250. */
export const decimalText = (value: number): string => (hasLoneGroup(value) ? `${value}0` : String(value))
export const hasLoneGroup = (value: number): boolean => /^-?[1-9]\d{0,2}\.\d{3}$/.test(String(value))

/** A cell without the protection that `csvOf` has added. */
export function withoutGuard(cell: string): string {
  const kept = KEPT.exec(cell)?.[1]
  const within = cell.replace(GUARDED_WITHIN, '')
  return kept ?? (FORMULA.test(within.slice(1)) ? within.replace(/^'/, '') : within)
}

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : decimalText(value)
  if (CONVERTED.test(value) && !UNCHANGED.test(value)) return `"=""${value}"""`
  const within = value.replace(FORMULA_WITHIN, "$1'")
  const harmless = FORMULA.test(value) ? `'${within}` : within
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
