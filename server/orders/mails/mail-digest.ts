import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { queueMails } from '../../mail/queue-mail.ts'
import { ordersToShipMail } from '../../mail/templates/to-ship.ts'
import type { Services } from '../../services.ts'
import { presentOrder } from '../lists/present-order.ts'
import { adminsWhoWant } from './mail-paid-orders.ts'

const NAMED_ORDERS = 50

/**
 * From `DIGEST_HOUR` on (UTC), mails the orders to ship to each admin who wants one mail a day. Returns the number of mails queued.
 * Several processes may run it: the outbox takes one mail for each day and recipient.
 */
export async function mailDigest({ db, settings }: Pick<Services, 'db' | 'settings'>, now = new Date()): Promise<number> {
  if (now.getUTCHours() < settings.shipping.digestHour) return 0
  const day = now.toISOString().slice(0, 10)
  const recipients = await adminsWhoWant(db, 'daily')
  if (recipients.length === 0) return 0
  const refs = recipients.map((recipient) => `${day} ${recipient}`)
  const mailed = await db
    .select({ ref: mails.ref })
    .from(mails)
    .where(and(eq(mails.kind, 'orders-to-ship'), inArray(mails.ref, refs)))
  const notMailed = recipients.filter((recipient) => !mailed.some(({ ref }) => ref === `${day} ${recipient}`))
  if (notMailed.length === 0) return 0

  const isToShip = eq(orders.state, 'paid')
  const [waiting] = await db.select({ orders: count() }).from(orders).where(isToShip)
  if (!waiting || waiting.orders === 0) return 0
  const oldest = (await db.select().from(orders).where(isToShip).orderBy(asc(orders.position)).limit(NAMED_ORDERS)).map(presentOrder)
  await queueMails(
    db,
    notMailed.map((recipient) => ordersToShipMail(settings, recipient, day, waiting.orders, oldest)),
  )
  return notMailed.length
}
