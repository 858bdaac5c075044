import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '#database/connect.ts'

/** The work of PostgreSQL for some statements, in figures that are the same on any machine, busy or not. */
export type DatabaseWork = {
  /** Of 8 kB each, found in its memory or on the disk; those that functions look at included. */
  blocks: number
  /** Rows that the steps of the plans handle, each time that a step is repeated; without what is inside functions. */
  rows: number
}

/**
 * The work of PostgreSQL for the statements that `work` sends, by `explain (analyze, buffers)`. That executes each of them once more, so
 * none may write.
 */
export async function databaseWork({ $client: pool }: Database, work: () => Promise<unknown>): Promise<DatabaseWork> {
  const sum = { blocks: 0, rows: 0 }
  for (const { text, values } of await statementsOf(work)) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Step }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    for (const { Plan: plan } of rows[0]!['QUERY PLAN']) {
      sum.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      sum.rows += rowsOf(plan)
    }
  }
  return sum
}

/** A step of a plan. Its blocks include those of the steps inside it; its rows are those of one repetition. */
type Step = {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Step[]
}

function rowsOf(step: Step): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': unjoined = 0, Plans: inside = [] } = step
  const own = (step['Actual Rows'] + filtered + unjoined) * step['Actual Loops']
  return inside.reduce((sum, part) => sum + rowsOf(part), own)
}

type Statement = { text: string; values: unknown[] }

async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(this: pg.Client, ...args: unknown[]) {
    const [asked, given] = args as [string | Partial<Statement>, unknown]
    const { text = '', values = Array.isArray(given) ? given : [] } = typeof asked === 'string' ? { text: asked } : asked
    statements.push({ text, values })
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query)
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return statements
}
