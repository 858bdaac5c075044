import { and, desc, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { dollarsToCents } from '#contract/money.ts'
import type { OrderItem } from '#contract/orders.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Queryable } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import type { Caller } from '../platform/http/caller.ts'

export type HoldRow = typeof holds.$inferSelect
/** A hold with what an order takes from its part; `now` is the time when it was found, by the database's clock. */
export type FoundHold = { hold: HoldRow; part: { id: string; name: string; img: string }; now: Date }
/** What a customer orders. */
export type Purchase = { caller: Caller; item: OrderItem }

/**
 * The caller's hold: the one named, else a live one for this part and quantity, else the one that
 * became an order within the last minutes (the same request sent twice).
 */
export async function findHold(db: Queryable, { caller, item }: Purchase): Promise<FoundHold | undefined> {
  if (item.holdId) {
    const [named] = await namedHold(db).execute({ userId: caller.userId, holdId: item.holdId })
    if (named) return named
  }
  const meant = and(
    eq(holds.userId, caller.userId),
    eq(holds.quantity, item.orderQuantity),
    item.partsId ? eq(parts.id, item.partsId) : eq(parts.name, item.name),
  )
  const [held] = await selectHold(db).where(and(meant, live)).orderBy(desc(holds.createdAt)).limit(1)
  if (held) return held

  // With another total it is another purchase, whose own hold is gone; and so it is with pieces held after that order.
  const totalCents = dollarsToCents(item.totalPrice)
  if (totalCents === undefined) return undefined
  const [ordered] = await selectHold(db)
    .innerJoin(orders, eq(orders.holdId, holds.id))
    .where(
      and(
        meant,
        eq(orders.totalCents, totalCents),
        eq(holds.state, 'ordered'),
        gt(orders.placedAt, minutesFromNow(-HOLD_MINUTES)),
        isNull(orders.cancelledAt),
        item.holdId ? not(heldAfterwards(caller.userId, item.holdId)) : undefined,
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(1)
  return ordered
}

/** Whether the hold that somebody names is younger than the order in question. */
const heldAfterwards = (userId: string, holdId: string) => sql`exists (
  select from ${holds} as named
  where named.id = ${holdId}::uuid and named.user_id = ${userId}::uuid and named.created_at > ${orders.placedAt})`

const live = and(eq(holds.state, 'held'), gt(holds.expiresAt, databaseNow))
const transactionTime = sql<Date>`now()`.mapWith(orders.placedAt)

const selectHold = (db: Queryable) =>
  db
    .select({ hold: holds, part: { id: parts.id, name: parts.name, img: parts.img }, now: transactionTime })
    .from(holds)
    .innerJoin(parts, eq(parts.id, holds.partId))

/** The hold that is named, live or an order already. */
const namedHold = preparedOnce('named_hold', (db) =>
  selectHold(db).where(
    and(eq(holds.userId, sql.placeholder('userId')), eq(holds.id, sql.placeholder('holdId')), or(live, eq(holds.state, 'ordered'))),
  ),
)
