import type { GivenLine } from './lines.ts'
import { readingsOf, type Reading } from './readings.ts'
import { plainTitle, type Columns } from './recognise-columns.ts'

type Mark = '.' | ','
/** The meaning of a mark in a list, by the numbers that have only one reading. */
type Uses = Record<Mark, Set<Reading>>

/** Maximum rows and cells read for the marks of a list. */
const LOOKED_AT = 200

/** Titles of pieces in languages with a decimal comma. */
const COMMA_TITLE =
  /menge|stück|stk|anzahl|quantité|qté|cantidad|cant$|quantità|qta|qtà|aantal|ilość|iloœæ|szt|antal|quantidade|qtd$|mennyiség|darab|množství|počet|količina|cantitate|määrä|kpl|adet|miktar|количество|колво|кількість|ποσότητα/
const COMMA_UNIT = /(?:stk|stück|szt)\.?$/i
const DECIMAL_COMMA = /^\D{0,4}\d{1,3}(?:[. \u00a0\u202f]?\d{3})*,\d{1,2}\D{0,4}$/
const DECIMAL_POINT = /^\D{0,4}\d{1,3}(?:,?\d{3})*\.\d{1,2}\D{0,4}$/

/**
 * Gives ambiguous quantities the reading that the other quantities of the list prove. '12,000' stays twelve thousand unless the
 * list has decimal commas: then it becomes '12.000', about which the shop asks the buyer.
 */
export function settleQuantities(lines: readonly GivenLine[], hasCommas: boolean): GivenLine[] {
  const uses = usesOf(lines.map(({ quantity }) => quantity))
  return lines.map((line) => {
    const readings = readingsOf(line.quantity)
    if (!readings) return line
    const mark: Mark = line.quantity.includes(',') ? ',' : '.'
    const [proven, ...others] = uses[mark]
    const settled = proven !== undefined && others.length === 0 ? readings[proven] : undefined
    if (settled !== undefined) return { ...line, quantity: settled }
    return mark === ',' && hasCommas ? { ...line, quantity: line.quantity.replace(',', '.') } : line
  })
}

function usesOf(quantities: readonly string[]): Uses {
  const uses: Uses = { '.': new Set(), ',': new Set() }
  for (const quantity of quantities) {
    const number = /\d[\d.,]*/.exec(quantity)?.[0] ?? ''
    const marks = Array.from(number.matchAll(/[.,]/g), ([mark]) => mark as Mark)
    const [first, last] = [marks[0], marks.at(-1)]
    if (first === undefined || last === undefined) continue
    if (first !== last) {
      uses[first].add('grouped')
      uses[last].add('decimal')
    } else if (marks.length > 1 || isGroup(number)) uses[first].add('grouped')
    else if (!/^[1-9]\d{0,2}[.,]000$/.test(number)) uses[first].add('decimal')
  }
  return uses
}

/** Pieces are whole: three places that are not all zero are no decimal places. */
const isGroup = (number: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && !number.endsWith('000')

/** Whether the other numbers of a list, its titles or units say that its decimal mark is the comma. */
export function hasDecimalCommas(rows: readonly string[][], { header, above = 0, quantity }: Columns): boolean {
  if (header && quantity !== undefined && COMMA_TITLE.test(plainTitle(rows[above]?.[quantity]))) return true
  const cells = rows.slice(0, LOOKED_AT).flatMap((row) => row.map((cell) => cell.trim()))
  return cells.some((cell) => DECIMAL_COMMA.test(cell) || COMMA_UNIT.test(cell)) && !cells.some((cell) => DECIMAL_POINT.test(cell))
}
