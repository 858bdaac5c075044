import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { lookUpTogether } from '#database/look-up-together.ts'
import { preparedSql } from '#database/prepared-once.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { TrustLimits, TrustStep } from '../platform/settings/trust.ts'

export type { TrustStep } from '../platform/settings/trust.ts'

/** `isProven`: its purchases count neither for its network nor with those of others, and it may have all pieces of a part. */
export type Trust = { step: TrustStep; allows: TrustLimits; isProven: boolean }

/** `paidCents` and `paidBills` count at most `COUNTED_ORDERS` orders; the limit that an admin has set on account adds to the sum. */
type Found = { id: string; step: TrustStep; paidCents: string; paidBills: number; hasCredit: boolean }

/** Whoever has paid more orders than these is known well enough. */
const COUNTED_ORDERS = 1_000

/**
 * The trust that an account has earned by its confirmed address and its paid orders; refunded and disputed orders do not
 * count. An account that has paid may owe a multiple of that, and has all pieces of a part only after several orders, so that one small
 * payment does not buy the shop's stock for a week. A customer who may pay later was judged by an admin: the limit counts as paid.
 * Where trust is not earned, as in trial mode, every account has the most.
 */
export async function findTrust(db: Database, { trust }: Pick<Settings, 'trust'>, userId: string): Promise<Trust> {
  if (!trust.isEarned) return { step: 'paid', allows: trust.most, isProven: true }
  const found = await trustOf(db, userId)
  if (found?.step !== 'paid') {
    const step = found?.step ?? 'unconfirmed'
    return { step, allows: trust[step], isProven: false }
  }
  const { multiple, paidOrders, ...allows } = trust.paid
  const isProven = found.hasCredit || found.paidBills >= paidOrders
  return { step: 'paid', allows: { ...allows, cents: Math.max(allows.cents, Number(found.paidCents) * multiple) }, isProven }
}

/** Whether the current row of `users` has paid for an order that was neither refunded nor disputed. */
export const hasPaid = sql<boolean>`exists (
  select from orders where orders.user_id = users.id and paid_at is not null and refunded_at is null and coalesce(dispute, 'won') = 'won')`

/** The step of the current row of `users`. */
const earnedStep = sql`case
  when ${hasPaid} then 'paid'
  when email_verified then 'confirmed'
  else 'unconfirmed' end`

/** The step of the current row of `users`, the highest where trust is not earned. */
export const stepOfUsersRow = ({ trust }: Pick<Settings, 'trust'>) => (trust.isEarned ? earnedStep : sql`'paid'`)

const trustOf = lookUpTogether(async (db, userIds: string[]) => {
  const found = await trustOfUsers(db, { userIds })
  return new Map(found.map((one) => [one.id, one]))
})

/** What was taken on account and is not paid yet counts as not paid. */
const trustOfUsers = preparedSql<Found>(
  'trust_of_users',
  sql`
  select users.id, ${earnedStep} as step, credit_limits.user_id is not null as "hasCredit",
    coalesce(paid.cents, 0) + coalesce(credit_limits.limit_cents, 0) as "paidCents", paid.bills as "paidBills"
  from users
    left join credit_limits on credit_limits.user_id = users.id
    cross join lateral (
      select sum(total_cents + freight_cents + tax_cents - refunded_cents) as cents, count(distinct bill)::int as bills
      from (
        select total_cents, freight_cents, tax_cents, refunded_cents, coalesce(group_id, id) as bill from orders
        where orders.user_id = users.id and paid_at is not null and refunded_at is null and coalesce(dispute, 'won') = 'won'
          and not exists (
            select from open_items
            where open_items.user_id = users.id and coalesce(part_of, bill_id) = coalesce(group_id, orders.id) and closed_at is null
          )
        limit ${COUNTED_ORDERS}
      ) as counted
    ) as paid
  where users.id = any(${sql.placeholder('userIds')}::uuid[])`,
)
