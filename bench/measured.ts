import { appendFileSync } from 'node:fs'

/** A figure, and what is wanted of it in the same unit. A figure of which nothing is wanted is only to be read. */
export type Measured = {
  what: string
  found: number
  unit: string
  atMost?: number
  atLeast?: number
  /** What else is to be read beside it. */
  note?: string
}

/** Where `npm run measure` gathers the figures of all its processes, a line of JSON each. */
const GATHERED = process.env['MEASURED_FILE']

/** Prints a figure, and keeps it for the table at the end of `npm run measure`. */
export function report(measured: Measured): void {
  process.stdout.write(`${rowOf(measured)}\n`)
  if (GATHERED) appendFileSync(GATHERED, `${JSON.stringify(measured)}\n`)
}

const COLUMNS = ['measured', 'found', 'wanted', '', 'beside']

/** The figures as a table in Markdown. */
export function tableOf(all: Measured[]): string {
  return [`| ${COLUMNS.join(' | ')} |`, `|${' --- |'.repeat(COLUMNS.length)}`, ...all.map(rowOf)].join('\n')
}

function rowOf({ what, found, unit, atMost, atLeast, note = '' }: Measured): string {
  const wanted = [atLeast !== undefined && `at least ${shown(atLeast)}`, atMost !== undefined && `at most ${shown(atMost)}`]
  const isReached = found >= (atLeast ?? -Infinity) && found <= (atMost ?? Infinity)
  const isWanted = atLeast !== undefined || atMost !== undefined
  const cells = [what, `${shown(found)} ${unit}`, wanted.filter(Boolean).join(', '), isWanted ? (isReached ? 'yes' : '**no**') : '', note]
  return `| ${cells.join(' | ')} |`
}

/** Three digits, or more of a whole number. */
const shown = (figure: number) =>
  figure.toLocaleString('en', Math.abs(figure) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 })
