import { eq, sql } from 'drizzle-orm'
import type { paidOrderMails } from '#contract/people/users.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'

type OrderMails = (typeof paidOrderMails)[number]

export async function findOrderMails(db: Queryable, userId: string): Promise<OrderMails> {
  const [user] = await db.select({ orderMails: users.paidOrderMails }).from(users).where(eq(users.id, userId))
  return user!.orderMails // the caller's own account
}

/** Which mails about paid orders an admin gets from now on. */
export const chooseOrderMails = (db: Database, caller: Caller, orderMails: OrderMails): Promise<OrderMails> =>
  transaction(db, async (tx) => {
    const ofCaller = eq(users.id, caller.userId)
    const [before] = await tx.select({ orderMails: users.paidOrderMails }).from(users).where(ofCaller).for('no key update')
    const orderMailsBefore = before!.orderMails // the caller's own account
    if (orderMailsBefore === orderMails) return orderMails
    await tx
      .update(users)
      .set({ paidOrderMails: orderMails, updatedAt: sql`now()` })
      .where(ofCaller)
    await writeAudit(tx, caller, 'choose-order-mails', caller.email, { orderMails, orderMailsBefore })
    return orderMails
  })
