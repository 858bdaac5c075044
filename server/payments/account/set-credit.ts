import { eq, sql } from 'drizzle-orm'
import { centsToDollars, dollarsToCents, toCents } from '#contract/basics/money.ts'
import { creditMessages, type CreditDays, type CustomerCredit } from '#contract/payments/open-items.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { creditLimits } from '#database/tables/accounts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { requireAdminForStaff } from '../../identity/require-admin-for-staff.ts'
import { findCredit } from './find-credit.ts'

/** @throws ShopError NOT_FOUND for an unknown or erased account. */
export async function readCredit(db: Queryable, userId: string): Promise<CustomerCredit> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = ${userId}::uuid and ${users.erasedAt} is null`)
  if (!user) throw new ShopError('NOT_FOUND')
  const { limitCents, netDays, openCents, overdueCents } = await findCredit(db, userId)
  return {
    limit: limitCents === null ? null : centsToDollars(toCents(limitCents)),
    netDays,
    open: centsToDollars(toCents(openCents)),
    overdue: centsToDollars(toCents(overdueCents)),
  }
}

/**
 * Sets a customer's limit on account; null ends it. Open items stay, also above a lower limit. Waits for orders that are being taken on
 * account.
 * @throws ShopError NOT_FOUND; ONLY_ADMINS; INVALID_INPUT for fractions of a cent.
 */
export async function setCredit(
  db: Database,
  admin: Caller,
  userId: string,
  { limit, netDays }: { limit: number | null; netDays: CreditDays },
): Promise<CustomerCredit> {
  const limitCents = limit === null ? null : dollarsToCents(limit)
  if (limitCents === undefined) throw invalidField('limit', creditMessages.limit)
  return transaction(db, async (tx) => {
    const before = await readCredit(tx, userId)
    await requireAdminForStaff(tx, admin, eq(users.id, userId))
    if (limitCents === null) await tx.delete(creditLimits).where(eq(creditLimits.userId, userId))
    else {
      const values = { limitCents, netDays, changedBy: admin.userId, changedAt: databaseNow }
      await tx
        .insert(creditLimits)
        .values({ userId, ...values })
        .onConflictDoUpdate({ target: creditLimits.userId, set: values })
    }
    const after = await readCredit(tx, userId)
    const isSame = before.limit === after.limit && (after.limit === null || before.netDays === after.netDays)
    if (!isSame) await writeAudit(tx, admin, 'set-credit', userId, { ...auditDetails(after), ...auditDetails(before, 'Before') })
    return after
  })
}

const auditDetails = ({ limit, netDays }: CustomerCredit, when: '' | 'Before' = '') => ({
  [`limit${when}`]: limit === null ? 'none' : limit,
  ...(limit !== null && { [`netDays${when}`]: netDays }),
})
