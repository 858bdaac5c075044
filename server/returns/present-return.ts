import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { Return } from '#contract/orders/returns.ts'
import { priceOfPieces } from '#contract/payments/plan-refund.ts'
import type { Queryable } from '#database/connect.ts'
import { dueCentsOf, freightDueOf, orders } from '#database/tables/orders.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { returnPictures, returns } from '#database/tables/returns.ts'

/** The returns that a condition finds, in this order, with their pictures and refunds. */
export async function readReturns(
  db: Queryable,
  which: SQL,
  order: SQL = sql`${returns.position}`,
  page?: { limit: number; offset: number },
) {
  const query = db
    .select({ one: returns, order: orders })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(which)
    .orderBy(order)
  const rows = await (page ? query.limit(page.limit).offset(page.offset) : query)
  const ids = rows.map(({ one }) => one.id)
  if (ids.length === 0) return []
  const pictures = await db
    .select()
    .from(returnPictures)
    .where(inArray(returnPictures.returnId, ids))
    .orderBy(asc(returnPictures.createdAt))
  const refunded = await db
    .select({ returnId: paymentRefunds.returnId, cents: paymentRefunds.amountCents, state: paymentRefunds.state })
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.returnId, ids))
  return rows.map(({ one, order: ordered }): Return => {
    const refunds = refunded.filter(({ returnId, state }) => returnId === one.id && state !== 'failed' && state !== 'canceled')
    const cents = refunds.reduce((sum, refund) => sum + refund.cents, 0)
    return {
      _id: one.id,
      number: returnNumber(one.position),
      orderId: one.orderId,
      orderNumber: orderNumber(ordered.position),
      name: ordered.partName,
      email: ordered.email,
      state: one.state,
      pieces: one.pieces,
      reason: one.reason,
      note: one.note,
      pictures: pictures.filter(({ returnId }) => returnId === one.id).map(({ img }) => img),
      askedAt: one.askedAt.toISOString(),
      answer: one.answer,
      answeredAt: one.answeredAt?.toISOString() ?? null,
      receivedPieces: one.receivedPieces,
      condition: one.condition,
      conditionNote: one.conditionNote,
      receivedAt: one.receivedAt?.toISOString() ?? null,
      outcome: one.outcome,
      endedAt: one.endedAt?.toISOString() ?? null,
      restockedPieces: one.restockedPieces,
      refunded: centsToDollars(toCents(cents)),
      proposed: centsToDollars(
        toCents(
          priceOfPieces(
            { ...ordered, dueCents: dueCentsOf(ordered), freightDueCents: freightDueOf(ordered) },
            one.receivedPieces ?? one.pieces,
            dueCentsOf(ordered) - ordered.refundedCents,
          ),
        ),
      ),
    }
  })
}

export const returnNumber = (position: number) => `R-${String(position).padStart(6, '0')}`
