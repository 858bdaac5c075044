import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { queueMails } from '../../mail/queue-mail.ts'
import { orderToShipMail } from '../../mail/templates/to-ship.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { presentOrder } from '../lists/present-order.ts'

const shipsOrders = or(eq(users.role, 'admin'), sql`'orders' = any(${users.permissions})`)

/** Emails of admins, and of people with the permission for orders, with this choice of mails about paid orders. */
export async function adminsWhoWant(db: Queryable, mails: 'each' | 'daily'): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(shipsOrders, eq(users.paidOrderMails, mails), isNull(users.disabledAt)))
    .orderBy(asc(users.email))
  return rows.map(({ email }) => email)
}

/** Queues a mail to each admin who wants one for every paid order, in the transaction that records the payment. */
export async function mailPaidOrders(tx: Queryable, settings: Settings, paid: OrderRow[]): Promise<void> {
  const recipients = await adminsWhoWant(tx, 'each')
  if (recipients.length === 0 || paid.length === 0) return
  const orders = paid.map(presentOrder)
  await queueMails(
    tx,
    recipients.map((recipient) => orderToShipMail(settings, recipient, orders)),
  )
}
