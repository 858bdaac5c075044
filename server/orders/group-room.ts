import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Keeps one customer from emptying the shop without paying: a group counts as one order, whatever it has of them, and a
 * live hold as the order that it may become. The caller has counted the attempt to take pieces in this transaction, so
 * that the purchases of one customer take turns and each counts those before it.
 * @throws ShopError TOO_MANY_UNPAID
 */
export async function requireRoomForGroup(tx: Transaction, userId: string, { maxUnpaidOrders }: Pick<Settings, 'maxUnpaidOrders'>): Promise<void> {
  const { rows } = await tx.execute<{ open: number }>(sql`
    select (
      (select count(distinct coalesce(group_id, id)) from orders where user_id = ${userId}::uuid and state in ('unpaid', 'cancelling'))
      + (select count(*) from holds where user_id = ${userId}::uuid and state = 'held')
    )::int as open`)
  if (rows[0]!.open >= maxUnpaidOrders) throw new ShopError('TOO_MANY_UNPAID') // a sum of counts always yields its row
}
