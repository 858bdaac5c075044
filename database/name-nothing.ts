import type pg from 'pg'

/**
 * Sends every statement without a name, for a pooler that gives each transaction another connection and does not know which
 * statements that one has prepared.
 */
export function nameNothing(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    const [statement, ...rest] = given
    return isNamed(statement) ? query({ ...statement, name: undefined }, ...rest) : query(...given)
  }) as typeof client.query
}

const isNamed = (statement: unknown): statement is { name: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
