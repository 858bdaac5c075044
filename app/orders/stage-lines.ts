import { orderStages, type OrderStageName, type StageLine } from '#contract/orders/stages.ts'
import { dayFormOf, plainDay } from '#readers/values/days.ts'
import { stageWords as words } from '#app/words/stages.ts'

export type StageLines = {
  lines: StageLine[]
  /** Sentences about lines whose number, stage or day cannot be read. */
  unread: string[]
}

const NUMBER = /^\s*O-?\d{1,15}\s*$/i
const DIGITS = /^\s*\d{1,15}\s*$/

/**
 * The lines of a list that have the number of an order; then come its stage and, where there is one, its day. Titles stand above the first
 * number, name no stage, and may come again on each page. Only a list without any `O-` has digits alone for numbers, in its first column: in others they count
 * lines or pieces.
 */
export function stageLines(rows: readonly string[][]): StageLines {
  const hasLetters = rows.some((row) => row.some((cell) => NUMBER.test(cell)))
  const placeOf = (row: readonly string[]) => (hasLetters ? row.findIndex((cell) => NUMBER.test(cell)) : DIGITS.test(row[0] ?? '') ? 0 : -1)
  const first = rows.findIndex((row) => placeOf(row) !== -1)
  const isTitle = (row: readonly string[]) => !row.some((cell) => stageOf(cell.trim()))
  const titles = new Set(['', ...rows.slice(0, Math.max(first, 0)).filter(isTitle).map(textOf)])
  const given = rows.flatMap((row, index) => {
    if (first === -1 || titles.has(textOf(row))) return []
    const at = placeOf(row)
    const [number = '', ...others] = at === -1 ? [] : row.slice(at).map((cell) => cell.trim())
    const [stage = '', day = ''] = others.filter((cell) => cell !== '')
    return [{ line: index + 1, number, stage, day }]
  })
  const { form } = dayFormOf(given.map(({ day }) => day))
  const read: StageLines = { lines: [], unread: [] }
  for (const { line, number, stage, day } of given) {
    const name = stageOf(stage)
    const date = form === undefined ? undefined : plainDay(day, form)
    if (number === '') read.unread.push(words.noNumber(line))
    else if (stage === '') read.unread.push(words.noStage(line))
    else if (name === undefined) read.unread.push(words.notRead(line, stage))
    else if (day !== '' && date === undefined) read.unread.push(words.noDay(line, day))
    else read.lines.push({ number, stage: name, ...(date !== undefined && { day: date }) })
  }
  return read
}

const textOf = (row: readonly string[]): string => row.join(' ').trim()

/** 'In production', 'in_production' or 'IN-PRODUCTION'. */
const stageOf = (written: string): OrderStageName | undefined =>
  orderStages.find((name) => name === written.toLowerCase().replaceAll(/[\s_-]+/g, '_'))
