import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'

/** Gives an account the quotes with which the shop has answered messages of its address. Only for an address that is confirmed. */
export async function bringQuotes(db: Queryable, userId: string): Promise<void> {
  await db
    .update(quotes)
    .set({ userId, heldFor: null })
    .where(
      and(
        sql`${quotes.heldFor} = (select email from ${users} where ${and(eq(users.id, userId), eq(users.emailVerified, true))})`,
        sql`not exists (select from ${orderGroups} where ${orderGroups.quoteId} = ${quotes.id})`,
      ),
    )
}
