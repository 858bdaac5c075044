import { and, desc, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import { HOLD_MINUTES } from '#contract/limits.ts'
import { dollarsToCents } from '#contract/money.ts'
import type { OrderItem } from '#contract/orders.ts'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { padForGenericPlan } from '#database/pad-for-generic-plan.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import type { Caller } from '../identity/caller.ts'

export type HoldRow = typeof holds.$inferSelect
/** A hold with what an order takes from its part; `now` is the time of the transaction, by the database's clock. */
export type FoundHold = { hold: HoldRow; part: { id: string; name: string; img: string }; now: Date }
/** What somebody orders. */
export type Wish = { caller: Caller; item: OrderItem }

/**
 * The caller's hold, locked: the one named, else a live one for this part and quantity, else the one that
 * became an order within the last minutes (the same request sent twice).
 */
export async function findHold(tx: Transaction, { caller, item }: Wish): Promise<FoundHold | undefined> {
  if (item.holdId) {
    const [named] = await findNamedHolds(tx, [{ caller, item }], { waiting: true })
    if (named) return named
  }
  const meant = and(
    eq(holds.userId, caller.userId),
    eq(holds.quantity, item.orderQuantity),
    item.partsId ? eq(parts.id, item.partsId) : eq(parts.name, item.name),
  )
  const [held] = await selectHold(tx).where(and(meant, live)).orderBy(desc(holds.createdAt)).limit(1).for('update', { of: holds })
  if (held) return held

  // With another total it is another purchase, whose own hold is gone; and so it is with pieces held after that order.
  const totalCents = dollarsToCents(item.totalPrice)
  if (totalCents === undefined) return undefined
  const [ordered] = await selectHold(tx)
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

/**
 * The hold that each names, live or an order already, locked; undefined where there is none of that customer.
 * @param waiting for holds that somebody else has locked; otherwise those are undefined, too
 */
export async function findNamedHolds(tx: Transaction, wishes: Wish[], { waiting }: { waiting: boolean }): Promise<(FoundHold | undefined)[]> {
  const found = await (waiting ? namedHolds : freeNamedHolds)(tx).execute({
    userIds: padForGenericPlan(wishes.map(({ caller }) => caller.userId)),
    ids: padForGenericPlan(wishes.map(({ item }) => item.holdId!)),
  })
  const byId = new Map(found.map((one) => [one.hold.id, one]))
  return wishes.map(({ caller, item }) => {
    const named = byId.get(item.holdId!.toLowerCase()) // those who get here name one
    return named?.hold.userId === caller.userId ? named : undefined
  })
}

const live = and(eq(holds.state, 'held'), gt(holds.expiresAt, databaseNow))
const transactionTime = sql<Date>`now()`.mapWith(orders.placedAt)

const selectHold = (db: Queryable) =>
  db
    .select({ hold: holds, part: { id: parts.id, name: parts.name, img: parts.img }, now: transactionTime })
    .from(holds)
    .innerJoin(parts, eq(parts.id, holds.partId))

const selectNamedHolds = (db: Queryable) =>
  selectHold(db).where(
    and(
      sql`${holds.userId} = any(${sql.placeholder('userIds')})`,
      sql`${holds.id} = any(${sql.placeholder('ids')})`,
      or(live, eq(holds.state, 'ordered')),
    ),
  )

const namedHolds = preparedOnce((db) => selectNamedHolds(db).for('update', { of: holds }).prepare('named_holds'))
const freeNamedHolds = preparedOnce((db) =>
  selectNamedHolds(db).for('update', { of: holds, skipLocked: true }).prepare('free_named_holds'),
)
