import type { Table } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { createMicroCache, type MicroCache } from './micro-cache.ts'
import { bytesOfAnswer, type ReadyAnswer } from './ready-answer.ts'

/** Oldest that anything public may be while changes of other processes are heard of, and while they are not. */
const MAX_AGE_MS = 60_000
const UNHEARD_MAX_AGE_MS = 1_000
const PUBLIC_MAX_BYTES = 32 * 1024 * 1024

/**
 * What is the same for everybody, made of these tables. What this process writes to them is seen at once. Nothing that
 * depends on who asks may ever be put into it.
 * @param bytesOf size of a value; undefined for one that must not be kept.
 */
export function createPublicCache<T extends {}>(
  db: Database,
  tables: Table[],
  bytesOf: (value: T) => number | undefined,
): MicroCache<T> {
  const maxAgeMs = () => (db.changes.areHeard() ? MAX_AGE_MS : UNHEARD_MAX_AGE_MS)
  const cache = createMicroCache<T>({ maxAgeMs, maxBytes: PUBLIC_MAX_BYTES, bytesOf })
  db.changes.subscribe(tables, () => cache.drop())
  return cache
}

/** The same for whole answers; failures are not kept. */
export const createAnswerCache = (db: Database, tables: Table[]): MicroCache<ReadyAnswer> =>
  createPublicCache(db, tables, (answer) =>
    answer.status === 200 || answer.status === 404 ? bytesOfAnswer(answer) : undefined,
  )
