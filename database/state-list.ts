import { sql, type SQL } from 'drizzle-orm'

/**
 * States as a list of SQL literals, such as `('unpaid', 'cancelling')`. The planner uses a partial index only where the
 * statement itself names the states of its predicate, so they are not bound as parameters.
 */
export function stateList(states: readonly string[]): SQL {
  const literals = states.map((state) => sql`${state}`)
  return sql`(${sql.join(literals, sql`, `)})`.inlineParams()
}
