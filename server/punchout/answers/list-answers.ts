import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { SHOWN_ANSWERS, type PunchoutAnswer } from '#contract/quotes/punchout.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { cxmlAnswers, punchoutConnections, punchoutOrders } from '#database/tables/punchout.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import { requireLiveCaller } from '../../identity/require-live-caller.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** The last answers about the orders of a connection of the caller, newest first. @throws ShopError NOT_FOUND */
export async function listAnswers(db: Database, caller: Caller, connectionId: string): Promise<PunchoutAnswer[]> {
  const own = and(eq(punchoutConnections.id, connectionId), eq(punchoutConnections.userId, caller.userId))
  const [connection] = await db.select({ id: punchoutConnections.id }).from(punchoutConnections).where(own)
  if (!connection) throw new ShopError('NOT_FOUND')
  const rows = await db
    .select({ answer: cxmlAnswers, orderId: punchoutOrders.orderId })
    .from(cxmlAnswers)
    .innerJoin(punchoutOrders, eq(punchoutOrders.groupId, cxmlAnswers.groupId))
    .where(eq(punchoutOrders.connectionId, connectionId))
    .orderBy(desc(cxmlAnswers.position))
    .limit(SHOWN_ANSWERS)
  return rows.map(({ answer, orderId }) => ({
    _id: answer.id,
    kind: answer.kind,
    orderId,
    state: answer.deliveredAt ? 'delivered' : answer.givenUpAt ? 'given-up' : 'waiting',
    createdAt: answer.createdAt.toISOString(),
    attempts: answer.attempts,
    nextAttemptAt: answer.runAfter?.toISOString() ?? null,
    deliveredAt: answer.deliveredAt?.toISOString() ?? null,
    status: answer.status,
    answer: answer.answer,
    problem: answer.problem,
  }))
}

/**
 * Makes an answer of the caller's purchase orders due that is not delivered, for another three days. `modifiedCount` is 0 for one that was, and
 * for one that is unknown or of another account.
 */
export async function sendAgain(db: Database, caller: Caller, id: string): Promise<{ modifiedCount: number }> {
  return transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    const ofCaller = tx.select({ id: punchoutOrders.groupId }).from(punchoutOrders).where(eq(punchoutOrders.userId, caller.userId))
    const { rowCount } = await tx
      .update(cxmlAnswers)
      .set({ runAfter: databaseNow, givenUpAt: null, giveUpAt: sql`now() + interval '3 days'` })
      .where(and(eq(cxmlAnswers.id, id), isNull(cxmlAnswers.deliveredAt), inArray(cxmlAnswers.groupId, ofCaller)))
    return { modifiedCount: rowCount ?? 0 }
  })
}
