import type { Database } from '#database/connect.ts'
import { connectPatiently } from './connect-patiently.ts'

const SLOW_PLANS = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'].map((way) => `-c enable_${way}=off`).join(' ')

/**
 * The same database with nested loops for every join, as PostgreSQL may plan at any time for tables of unknown sizes. A subquery is
 * then read again for each row of the other side.
 */
export async function withNestedPlans<T>(db: Database, work: (nested: Database) => Promise<T>): Promise<T> {
  const settings = { ...db.$client.driver.options, options: SLOW_PLANS }
  const nested = connectPatiently(settings)
  try {
    return await work(nested)
  } finally {
    await nested.$client.end()
  }
}
