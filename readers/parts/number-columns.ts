import type { DecimalMarks, ImportCells } from '#contract/parts/imports.ts'
import { numberFields, partFields, type NumberField } from '#contract/parts/part-fields.ts'
import { decimalMarkOf, plainDecimal, type DecimalMark } from '../values/decimals.ts'

/** Columns of whole pieces and days. */
const isWhole = (field: NumberField) => partFields[field].kind === 'whole'
const ONE_GROUP = /^([1-9]\d{0,2})([.,])(\d{3})$/

/** '1.250' of something whole has no decimals, so that the point separates a group. '2.000' may be two. */
export function wholeNumber(written: string): string {
  const [, , , three = '000'] = ONE_GROUP.exec(written) ?? []
  return three === '000' ? written : grouped(written)
}

/** '5.000' in front of a price break: these begin above 1,000. */
export const breakPieces = (written: string): string => (ONE_GROUP.test(written) ? grouped(written) : written)

/** Adds the decimal mark that a single group leaves out: '1.250,0'. */
const grouped = (written: string) => `${written}${written.includes('.') ? ',' : '.'}0`

/** The steps of a ladder, '5000: 2.40; 10000: 2.10', as written. */
export const stepsIn = (cell: string): string[][] => cell.split(';').map((step) => step.split(':').map((word) => word.trim()))

/** 'Panel size: 55; Voltage: 12' as names and values. */
export const valuesIn = (cell: string): (readonly [name: string, value: string])[] =>
  cell
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split(':')
      return [name, rest.join(':').trim()] as const
    })

/** The numbers in a cell. @param isNumber whether an attribute of this name has numbers */
function numbersIn(field: NumberField, cell: string, isNumber: (name: string) => boolean): string[] {
  if (field === 'priceBreaks' || field === 'smallPrices')
    return stepsIn(cell).flatMap(([from = '', price = '']) => [breakPieces(from), price])
  if (field === 'attributes') return valuesIn(cell).flatMap(([name, value]) => (isNumber(name) ? [value] : []))
  return [isWhole(field) ? wholeNumber(cell) : cell]
}

/**
 * The decimal marks that the cells of each column prove together; a column that proves none has none. '12,000' whole pieces are twelve thousand,
 * unless the other columns have decimal commas, or may have.
 */
export function marksOf(
  rows: readonly ImportCells[],
  given: DecimalMarks = {},
  isNumber: (name: string) => boolean = () => false,
): DecimalMarks {
  const columns = numberFields.map((field) => {
    const cells = new Set(rows.map(({ [field]: cell = '' }) => cell.trim()))
    const numbers = [...cells].flatMap((cell) => (cell === '' ? [] : numbersIn(field, cell, isNumber)))
    return { field, numbers, mark: given[field] ?? decimalMarkOf(numbers).mark }
  })
  const mayHaveCommas = columns.some(({ field, mark }) => mark === ',' || (mark === undefined && !isWhole(field)))
  const marks = columns.flatMap(({ field, numbers, mark }) => {
    if (numbers.length === 0) return []
    const points = numbers.filter((number) => number.includes('.'))
    const isGrouped = isWhole(field) && !mayHaveCommas && decimalMarkOf(points).mark === '.'
    return [[field, mark ?? (isGrouped ? '.' : undefined)] as const]
  })
  return Object.fromEntries(marks.filter(([, mark]) => mark !== undefined))
}

/** JSON has decimal points: so have the columns of a program's texts that have no comma. */
export const marksOfJson = (rows: readonly ImportCells[]): DecimalMarks =>
  Object.fromEntries(numberFields.flatMap((field) => (rows.some(({ [field]: cell = '' }) => cell.includes(',')) ? [] : [[field, '.']])))

/** The first number of a cell that has two readings, and both of them. */
export function readingsIn(
  field: NumberField,
  cell: string,
  isNumber: (name: string) => boolean,
): { example: string; point: string; comma: string } {
  const found = numbersIn(field, cell, isNumber).find(hasTwoReadings) ?? ''
  const example = /\d{1,3}[.,]\d{3}/.exec(found)?.[0] ?? ''
  const readBy = (mark: DecimalMark) => String(Number(plainDecimal(example, mark)))
  return { example, point: readBy('.'), comma: readBy(',') }
}

export const hasTwoReadings = (written: string): boolean => decimalMarkOf([written]).mark === undefined

/** A number as '-1234.5': with one reading as it is, with two by the mark of its column. */
export const readNumber = (written: string, ofColumn: DecimalMark | undefined): string | undefined => {
  const mark = decimalMarkOf([written]).mark ?? ofColumn
  return mark && plainDecimal(written, mark)
}
