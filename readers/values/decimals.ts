/** What separates the decimals of a number. */
export type DecimalMark = '.' | ','
/** The mark of a column; without one, 'unclear' where its cells have two readings, and 'mixed' where they prove both marks. */
export type MarkOfColumn = { mark: DecimalMark } | { mark: undefined; why: 'unclear' | 'mixed'; example: string }

/** A number with marks. Groups, too, may be separated by blanks and apostrophes. */
const NUMBER = /^(?<sign>[-+]?)(?<digits>\d[\d.,'’ \u00a0\u2009\u202f]*|[.,]\d+)(?:[eE](?<power>[-+]?\d{1,3}))?$/
const GROUPING = /['’ \u00a0\u2009\u202f]/g
const GROUPS_BESIDE_POINT = /[,'’ \u00a0\u2009\u202f]/
const GROUPS_BESIDE_COMMA = /[.'’ \u00a0\u2009\u202f]/
const MARKS = /[.,]/g

/** The mark that the cells of a column prove together. A column without marks has a point. */
export function decimalMarkOf(cells: readonly string[]): MarkOfColumn {
  const proved = new Map<DecimalMark, string>()
  let unclear: string | undefined
  for (const cell of cells) {
    const number = /\d[\d.,'’ \u00a0\u2009\u202f]*|[.,]\d+/.exec(cell)?.[0] ?? ''
    const mark = provedBy(number)
    if (mark === 'unclear') unclear ??= cell
    else if (mark !== undefined && !proved.has(mark)) proved.set(mark, cell)
  }
  const [first, second] = [...proved]
  if (second !== undefined) return { mark: undefined, why: 'mixed', example: second[1] }
  if (first !== undefined) return { mark: first[0] }
  return unclear === undefined ? { mark: '.' } : { mark: undefined, why: 'unclear', example: unclear }
}

/** '1.234,56', '12,5', '0,125' and '1234,567' are clear; '1,234' is not. */
function provedBy(written: string): DecimalMark | 'unclear' | undefined {
  const number = written.replace(GROUPING, '')
  const marks: string[] = number.match(MARKS) ?? []
  const last = marks.at(-1) as DecimalMark | undefined
  if (last === undefined) return undefined
  const other: DecimalMark = last === '.' ? ',' : '.'
  if (marks.includes(other)) return last
  if (marks.length > 1) return other
  const [before = '', after = ''] = number.split(last)
  // A thousand has no leading zero and at most three digits in front of its mark.
  if (after.length !== 3 || before.length > 3 || /^0|^$/.test(before) || /['’ \u00a0\u2009\u202f]/.test(written.trim())) return last
  return 'unclear'
}

/**
 * A number written with this decimal mark as '-1234.5'; undefined for anything else, such as groups that are not of three digits.
 * Exponents are written out: '1E+05' is '100000'.
 */
export function plainDecimal(written: string, mark: DecimalMark): string | undefined {
  const { sign = '', digits = '', power = '0' } = NUMBER.exec(written.replace(/[\u2212\u2013]/g, '-').trim())?.groups ?? {}
  const [whole = '', fraction = '', ...more] = digits.trim().split(mark)
  const groups = whole.split(mark === '.' ? GROUPS_BESIDE_POINT : GROUPS_BESIDE_COMMA)
  const isGrouped = groups.length === 1 || (groups[0]!.length <= 3 && groups.slice(1).every((three) => three.length === 3))
  if (digits === '' || more.length > 0 || !isGrouped || !/^\d*$/.test(fraction) || (groups.length > 1 && whole.startsWith('0')))
    return undefined
  const shown = movePoint(groups.join(''), fraction, Number(power))
  return `${sign === '-' ? '-' : ''}${shown}`
}

/** '1' '5' by 2 is '150'. */
function movePoint(whole: string, fraction: string, places: number): string {
  const digits = whole + fraction
  const at = whole.length + places
  const padded = at > 0 ? digits.padEnd(at, '0') : digits.padStart(digits.length - at, '0')
  const [left, right] = [padded.slice(0, Math.max(at, 0)).replace(/^0+(?=\d)/, ''), padded.slice(Math.max(at, 0))]
  return `${left || '0'}${right === '' ? '' : `.${right}`}`
}
