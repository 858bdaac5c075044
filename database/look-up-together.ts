import type { Database } from './connect.ts'

/** Keys that one statement looks for; more go into the next. */
const MOST_TOGETHER = 500

type Waiting<Key, Found> = Map<Key, PromiseWithResolvers<Found | undefined>>

/**
 * Looks for what is asked for in one turn of the event loop by one statement: a crowd of requests costs a few
 * statements, a lonely one waits for nobody. Each look-up begins after it was asked for, so nothing that it finds is
 * older than the question.
 * @param lookUp finds what there is for some different keys. What it throws reaches all who asked for them.
 */
export function lookUpTogether<Key, Found>(
  lookUp: (db: Database, keys: Key[]) => Promise<Map<Key, Found>>,
): (db: Database, key: Key) => Promise<Found | undefined> {
  const turns = new WeakMap<Database, Waiting<Key, Found>>()

  function begin(db: Database): Waiting<Key, Found> {
    const waiting: Waiting<Key, Found> = new Map()
    turns.set(db, waiting)
    setImmediate(() => {
      if (turns.get(db) === waiting) turns.delete(db)
      lookUp(db, [...waiting.keys()]).then(
        (found) => waiting.forEach(({ resolve }, key) => resolve(found.get(key))),
        (error: unknown) => waiting.forEach(({ reject }) => reject(error)),
      )
    })
    return waiting
  }

  return (db, key) => {
    let waiting = turns.get(db)
    if (!waiting || waiting.size === MOST_TOGETHER) waiting = begin(db)
    const answer = waiting.get(key) ?? Promise.withResolvers<Found | undefined>()
    waiting.set(key, answer)
    return answer.promise
  }
}
