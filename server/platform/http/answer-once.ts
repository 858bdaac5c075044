import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '#database/connect.ts'
import { answeredCalls } from '#database/tables/answered-calls.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from './caller.ts'

/** What distinguishes a request from another one with the same key. */
export type RepeatableRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'>

/**
 * Runs `work` once for each `Idempotency-Key` of its caller, in one transaction: a repeated request, even a concurrent one,
 * gets the answer of the first. A refused request keeps no key and can be repeated. Without a key `work` runs each time.
 * @throws ShopError KEY_USED_BEFORE when the key belongs to another request, and every error of `work`.
 */
export async function answerOnce<T>(
  db: Database,
  request: RepeatableRequest,
  { userId }: Caller,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return transaction(db, work)
  const call = `${request.method} ${request.url}`
  const requestHash = createHash('sha256').update(inOneOrder(request.body)).digest('hex')

  return transaction(db, async (tx) => {
    // A concurrent request with the same key waits here until the first one's transaction has ended.
    const isFirst = await tx
      .insert(answeredCalls)
      .values({ userId, key, call, requestHash, answer: sql`'null'::jsonb` })
      .onConflictDoNothing()
      .returning({ key: answeredCalls.key })
    const thisKey = and(eq(answeredCalls.userId, userId), eq(answeredCalls.key, key))
    if (isFirst.length > 0) {
      const answer = await work(tx)
      await tx.update(answeredCalls).set({ answer }).where(thisKey)
      return answer
    }
    const [before] = await tx.select().from(answeredCalls).where(thisKey)
    if (before?.call !== call || before.requestHash !== requestHash) throw new ShopError('KEY_USED_BEFORE')
    return before.answer as T
  })
}

/** A body as JSON whose keys are sorted: the same value is the same text, also with its keys in another order. */
const inOneOrder = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? ''
