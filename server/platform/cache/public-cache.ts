import type { Table } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { readPublicly } from '#database/public-reading.ts'
import { markOld, withLastGood } from './last-good.ts'
import { createMicroCache, type MicroCache } from './micro-cache.ts'
import { bytesOfAnswer, type ReadyAnswer } from './ready-answer.ts'

/** The largest age of a public answer while the database reports changes of other processes, and while it does not. */
const MAX_AGE_MS = 60_000
const UNHEARD_MAX_AGE_MS = 1_000
const PUBLIC_MAX_BYTES = 32 * 1024 * 1024

/**
 * A cache of values that are computed from these tables and are the same for every client; a value that depends on the client must
 * not be put into it. Changes of the tables drop it: of this process at once, of others as in decision 23.
 * @param bytesOf size of a value; undefined for one that must not be cached.
 */
export function createPublicCache<T extends {}>(db: Database, tables: Table[], bytesOf: (value: T) => number | undefined): MicroCache<T> {
  const maxAgeMs = () => (db.changes.areHeard() ? MAX_AGE_MS : UNHEARD_MAX_AGE_MS)
  const cache = createMicroCache<T>({ maxAgeMs, maxBytes: PUBLIC_MAX_BYTES, bytesOf })
  db.changes.subscribe(tables, () => cache.drop())
  return {
    ...cache,
    get: (key, make) => cache.get(key, (outdated) => readPublicly(timeFor(db), () => make(outdated))),
  }
}

/** Nothing waits for a database that is known to be away. */
export const timeFor = ({ availability, publicReadingMs }: Database): number => (availability.isAway ? 0 : publicReadingMs)

/** The same for whole answers; failures are not cached. While the database is away, the last good ones are served. */
export const createAnswerCache = (db: Database, tables: Table[]): MicroCache<ReadyAnswer> =>
  withLastGood(
    createPublicCache<ReadyAnswer>(db, tables, (answer) =>
      answer.status === 200 || answer.status === 404 ? bytesOfAnswer(answer) : undefined,
    ),
    db.availability,
    markOld,
  )
