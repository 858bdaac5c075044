import DataLoader from 'dataloader'
import type { Database } from './connect.ts'

/** Keys that one statement looks for; more go into the next. */
const MAX_KEYS = 500

/**
 * Batches look-ups: those of one turn of the event loop are one statement, and a single one is not delayed. Nothing is
 * kept: each look-up starts after it was asked for, so nothing that it finds is older than the question.
 * @param lookUp finds what there is for some different keys. What it throws reaches all who asked for them.
 */
export function lookUpTogether<Key, Found>(
  lookUp: (db: Database, keys: Key[]) => Promise<Map<Key, Found>>,
): (db: Database, key: Key) => Promise<Found | undefined> {
  const loaders = new WeakMap<Database, DataLoader<Key, Found | undefined>>()

  const openLoader = (db: Database) =>
    new DataLoader<Key, Found | undefined>(
      async (keys) => {
        const found = await lookUp(db, [...new Set(keys)])
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
