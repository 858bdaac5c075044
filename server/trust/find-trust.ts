import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { lookUpTogether } from '#database/look-up-together.ts'
import { preparedSql } from '#database/prepared-once.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { TrustLimits, TrustStep } from '../platform/settings/trust.ts'

export type { TrustStep } from '../platform/settings/trust.ts'

export type Trust = { step: TrustStep; allows: TrustLimits }

/**
 * The trust that an account has earned by its confirmed address and its paid orders; refunded and disputed orders do not
 * count. Where trust is not earned, as in trial mode, every account is 'paid'.
 */
export async function findTrust(db: Database, { trust }: Pick<Settings, 'trust'>, userId: string): Promise<Trust> {
  const step = trust.isEarned ? ((await stepOf(db, userId)) ?? 'unconfirmed') : 'paid'
  return { step, allows: trust[step] }
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

const stepOf = lookUpTogether(async (db, userIds: string[]) => {
  const found = await stepsOfUsers(db, { userIds })
  return new Map(found.map(({ id, step }) => [id, step]))
})

const stepsOfUsers = preparedSql<{ id: string; step: TrustStep }>(
  'steps_of_users',
  sql`select id, ${earnedStep} as step from users where id = any(${sql.placeholder('userIds')}::uuid[])`,
)
