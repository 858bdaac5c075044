import { eq, sql } from 'drizzle-orm'
import type { paidOrderMails } from '#contract/users.ts'
import type { Queryable } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'

type OrderMails = (typeof paidOrderMails)[number]

export async function findOrderMails(db: Queryable, userId: string): Promise<OrderMails> {
  const [user] = await db.select({ orderMails: users.paidOrderMails }).from(users).where(eq(users.id, userId))
  return user!.orderMails // the caller's own account
}

/** Which mails about paid orders an admin gets from now on. */
export async function chooseOrderMails(db: Queryable, userId: string, orderMails: OrderMails): Promise<OrderMails> {
  await db
    .update(users)
    .set({ paidOrderMails: orderMails, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
  return orderMails
}
