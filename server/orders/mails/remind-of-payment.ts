import { and, asc, lt, sql } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { paymentReminderMail } from '../../mail/templates/orders.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { lockBill } from '../bill.ts'
import { findTransfer } from '../../payments/transfer/find-transfer.ts'
import type { Services } from '../../services.ts'
import { presentOrder } from '../lists/present-order.ts'

const BATCH = 100
const DAY_MINUTES = 24 * 60
/** Orders with less time to pay get no reminder: it would come soon after the mail about the order. */
const LEAST_MINUTES = 36 * 60

/**
 * Mails a reminder for each bill whose deadline is within a day, once. The bill is locked first: one that was paid or cancelled in
 * the meantime gets none. Returns the number queued.
 */
export async function remindOfPayment(services: Pick<Services, 'db' | 'settings'>): Promise<number> {
  for (let reminded = 0; ;) {
    const { found, queued } = await remindBatch(services)
    reminded += queued
    // Bills that were paid or cancelled in the meantime are not found again; a batch without any mail ends the loop.
    if (found < BATCH || queued === 0) return reminded
  }
}

async function remindBatch({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<{ found: number; queued: number }> {
  let queued = 0
  const ref = sql`coalesce(${orders.groupId}, ${orders.id})::text`
  const ending = await db
    .selectDistinctOn([orders.payBy, sql`coalesce(${orders.groupId}, ${orders.id})`], {
      billId: sql<string>`coalesce(${orders.groupId}, ${orders.id})`,
    })
    .from(orders)
    .where(
      and(
        sql`${orders.state} = 'unpaid'`, // written out, for the index
        lt(orders.payBy, minutesFromNow(DAY_MINUTES)),
        sql`${orders.payBy} > ${databaseNow}`,
        sql`${orders.payBy} - ${orders.placedAt} >= make_interval(mins => ${LEAST_MINUTES}::int)`,
        sql`not exists (select from mails where kind = 'payment-reminder' and ref = ${ref})`,
      ),
    )
    .orderBy(asc(orders.payBy), sql`coalesce(${orders.groupId}, ${orders.id})`)
    .limit(BATCH)
  for (const { billId } of ending) {
    await transaction(db, async (tx) => {
      const bill = await lockBill(tx, billId)
      const unpaid = bill?.orders.filter(({ state }) => state === 'unpaid') ?? []
      if (bill?.state !== 'unpaid' || unpaid.length === 0) return
      const transfer = await findTransfer(tx, billId)
      await queueMail(
        tx,
        paymentReminderMail(settings, billId, unpaid.map(presentOrder), {
          due: bill.totalCents,
          received: transfer?.receivedCents ?? 0,
          reference: transfer?.chosenAt ? transfer.reference : undefined,
        }),
      )
      queued++
    })
  }
  return { found: ending.length, queued }
}
