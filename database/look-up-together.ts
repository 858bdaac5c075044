import DataLoader from 'dataloader'
import type { Database } from './connect.ts'

/**
 * Array elements that PostgreSQL assumes when it plans without the values. With fewer, a plan for just these looks cheaper and is
 * made again each time, which takes longer than the statement itself; so the first key is repeated.
 */
const EXPECTED_KEYS = 10
/** Maximum keys of one statement; more go into the next. */
const MAX_KEYS = 500

/**
 * Batches look-ups: those of one tick of the event loop are one statement, and a single one is not delayed. Nothing is cached: each
 * look-up starts after its call, so its result is never older.
 * @param lookUp finds the values of some keys, of which one may be repeated. Its errors reach all callers.
 */
export function lookUpTogether<Key, Found>(
  lookUp: (db: Database, keys: Key[]) => Promise<Map<Key, Found>>,
): (db: Database, key: Key) => Promise<Found | undefined> {
  const loaders = new WeakMap<Database, DataLoader<Key, Found | undefined>>()

  const openLoader = (db: Database) =>
    new DataLoader<Key, Found | undefined>(
      async (keys) => {
        const asked = [...new Set(keys)]
        const filling = Array.from({ length: EXPECTED_KEYS - asked.length }, () => asked[0]!) // a batch has a key
        const found = await lookUp(db, [...asked, ...filling])
        return keys.map((key) => found.get(key))
      },
      { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: setImmediate },
    )

  return (db, key) => {
    const loader = loaders.get(db) ?? openLoader(db)
    loaders.set(db, loader)
    return loader.load(key)
  }
}
