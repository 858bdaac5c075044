import type pg from 'pg'

/** A statement that comes for the third time comes again. */
const SEEN_BEFORE = 2
/** Statements named, and different ones remembered; a shop has about a hundred. */
const MOST_STATEMENTS = 500

type Statement = { text?: unknown; name?: unknown; submit?: unknown }

const seen = new Map<string, { times: number; name: string }>()

/**
 * Lets PostgreSQL read and plan a statement once for each connection and no more with each call: statements with
 * parameters that are sent again and again get a name. What has a name already keeps it.
 */
export function prepareRepeated(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    const [statement, values] = given
    const name = Array.isArray(values) && values.length > 0 ? nameOf(statement as Statement) : undefined
    return name === undefined ? query(...given) : query({ ...(statement as object), name }, values, ...given.slice(2))
  }) as typeof client.query
}

function nameOf(statement: Statement | string): string | undefined {
  if (typeof statement === 'string' || statement.name !== undefined || statement.submit !== undefined) return undefined
  if (typeof statement.text !== 'string') return undefined
  const known = seen.get(statement.text)
  if (known) {
    known.times += 1
    return known.times > SEEN_BEFORE ? known.name : undefined
  }
  if (seen.size < MOST_STATEMENTS) seen.set(statement.text, { times: 1, name: `shop_${seen.size}` })
  return undefined
}
