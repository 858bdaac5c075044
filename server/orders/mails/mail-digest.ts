import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { queueMails } from '../../mail/queue-mail.ts'
import { ordersToShipMail } from '../../mail/templates/to-ship.ts'
import type { Services } from '../../services.ts'
import { presentOrder } from '../lists/present-order.ts'
import { adminsWhoWant } from './tell-of-paid-orders.ts'

const NAMED_ORDERS = 50

/**
 * From `DIGEST_HOUR` on (UTC), mails what waits to be shipped to each admin who wants one mail a day. Returns how many mails this run
 * has queued. Several processes may run it: the outbox takes one mail for each day and reader.
 */
export async function mailDigest({ db, settings }: Pick<Services, 'db' | 'settings'>, now = new Date()): Promise<number> {
  if (now.getUTCHours() < settings.shipping.digestHour) return 0
  const day = now.toISOString().slice(0, 10)
  const readers = await adminsWhoWant(db, 'daily')
  if (readers.length === 0) return 0
  const refs = readers.map((reader) => `${day} ${reader}`)
  const told = await db
    .select({ ref: mails.ref })
    .from(mails)
    .where(and(eq(mails.kind, 'orders-to-ship'), inArray(mails.ref, refs)))
  const untold = readers.filter((reader) => !told.some(({ ref }) => ref === `${day} ${reader}`))
  if (untold.length === 0) return 0

  const isToShip = eq(orders.state, 'paid')
  const [waiting] = await db.select({ orders: count() }).from(orders).where(isToShip)
  if (!waiting || waiting.orders === 0) return 0
  const oldest = (await db.select().from(orders).where(isToShip).orderBy(asc(orders.position)).limit(NAMED_ORDERS)).map(presentOrder)
  await queueMails(
    db,
    untold.map((reader) => ordersToShipMail(settings, reader, day, waiting.orders, oldest)),
  )
  return untold.length
}
