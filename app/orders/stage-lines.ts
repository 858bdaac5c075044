import { orderStages, type OrderStageName, type StageLine } from '#contract/orders/stages.ts'
import { dayFormOf, plainDay } from '#readers/values/days.ts'
import { stageWords as words } from '#app/words/stages.ts'

export type StageLines = {
  lines: StageLine[]
  /** Sentences about lines whose stage or day cannot be read. */
  unread: string[]
}

const NUMBER = /^\s*O-?\d{1,15}\s*$/i

/** The lines of a list that begin with the number of an order; then come its stage and, where there is one, its day. Titles have no number. */
export function stageLines(rows: readonly string[][]): StageLines {
  const given = rows.flatMap((row, index) => {
    const at = row.findIndex((cell) => NUMBER.test(cell))
    const [number = '', ...others] = row.slice(Math.max(at, 0)).map((cell) => cell.trim())
    const [stage = '', day = ''] = others.filter((cell) => cell !== '')
    return at === -1 ? [] : [{ line: index + 1, number, stage, day }]
  })
  const { form } = dayFormOf(given.map(({ day }) => day))
  const read: StageLines = { lines: [], unread: [] }
  for (const { line, number, stage, day } of given) {
    const name = stageOf(stage)
    const date = form === undefined ? undefined : plainDay(day, form)
    if (stage === '') read.unread.push(words.noStage(line))
    else if (name === undefined) read.unread.push(words.notRead(line, stage))
    else if (day !== '' && date === undefined) read.unread.push(words.noDay(line, day))
    else read.lines.push({ number, stage: name, ...(date !== undefined && { day: date }) })
  }
  return read
}

/** 'In production', 'in_production' or 'IN-PRODUCTION'. */
const stageOf = (written: string): OrderStageName | undefined =>
  orderStages.find((name) => name === written.toLowerCase().replaceAll(/[\s_-]+/g, '_'))
