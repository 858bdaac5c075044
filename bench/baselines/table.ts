import { reaches, type Row } from './sections.ts'

const COLUMNS = ['what', 'per second', 'beside', 'per second', 'ratio', 'to reach', '', 'p99, ms', 'processor, ms: shop + database']

/** The rows as a table in Markdown. */
export function tableOf(rows: Row[]): string {
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function printTable(rows: Row[]): void {
  process.stdout.write(`${tableOf(rows)}\n`)
}

function cellsOf(row: Row): string[] {
  const { what, baseline, figures, baselineFigures, measured, toReach, note } = row
  const goal = 'atLeast' in toReach ? `at least ${toReach.atLeast}` : `at most ${toReach.atMost}`
  return [
    note ? `${what} (${note})` : what,
    Math.round(figures.perSecond).toLocaleString('en'),
    baseline,
    Math.round(baselineFigures.perSecond).toLocaleString('en'),
    measured.toFixed(2),
    goal,
    reaches(row) ? 'yes' : '**no**',
    `${figures.p99.toFixed(1)} beside ${baselineFigures.p99.toFixed(1)}`,
    `${processor(figures)} beside ${processor(baselineFigures)}`,
  ]
}

const processor = ({ shopMs, databaseMs }: Row['figures']) => `${shopMs.toFixed(3)} + ${databaseMs.toFixed(3)}`
