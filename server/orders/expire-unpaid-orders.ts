import { and, asc, eq, not, sql } from 'drizzle-orm'
import { orders } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { partPaidOverdueMail } from '../mail/templates/account-bills.ts'
import { findTransfer } from '../payments/transfer/find-transfer.ts'
import type { Services } from '../services.ts'
import { nameOfBill, readBill } from './bill.ts'
import { cancelBill } from './cancel-order.ts'
import { isOverdue } from './finish-cancelling.ts'
import { releaseUnneeded } from './release-unneeded.ts'
import { isMostlyPaid, namedByMovements } from '../payments/transfer/mostly-paid.ts'

/** Orders per query; each order, or each group, is cancelled in a separate transaction. */
const BATCH = 100

const billId = sql<string>`coalesce(${orders.groupId}, ${orders.id})`

/**
 * Cancels orders that were not paid by their deadline. If a payment succeeds at the same time, the order is paid. A bill of which half or
 * more has arrived, or that a movement of the bank names, stays: the people for money are asked by a mail, once. Returns the number
 * cancelled. What is promised to orders that ended without giving it back is free afterwards. Several processes may run it concurrently.
 */
export async function expireUnpaidOrders(services: Services): Promise<number> {
  const { db, settings } = services
  await releaseUnneeded(db)
  const isDue = and(eq(orders.state, 'unpaid'), isOverdue(settings))
  const kept = await db
    .selectDistinct({ billId })
    .from(orders)
    .where(and(isDue, isMostlyPaid(billId)))
  for (const one of kept) await askPeople(services, one.billId)
  const named = new Set<string>()
  for (let cancelled = 0; ;) {
    const overdue = await db
      .select({ billId })
      .from(orders)
      .where(and(isDue, not(isMostlyPaid(billId)), sql`not ${billId} = any(${sql.param([...named])}::uuid[])`))
      .orderBy(asc(orders.placedAt))
      .limit(BATCH)
    const bills = new Set(overdue.map((one) => one.billId))
    const ofMovements = await namedByMovements(db, [...bills])
    // Each leaves the state `unpaid` or is named, so the next query finds others.
    for (const id of bills) {
      if (ofMovements.has(id)) await askPeople(services, id)
      else cancelled += await cancelBill(services, id)
    }
    for (const id of ofMovements) named.add(id)
    if (overdue.length < BATCH) return cancelled
  }
}

/** Asks the people for money about a bill that stays. */
async function askPeople({ db, settings }: Services, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const bill = await readBill(tx, id)
    if (bill?.state !== 'unpaid') return
    const received = (await findTransfer(tx, id))?.receivedCents ?? 0
    for (const reader of await adminRecipients(tx, settings, 'money')) {
      await queueMail(tx, partPaidOverdueMail(settings, reader, { billId: id, name: nameOfBill(bill), due: bill.totalCents, received }))
    }
  })
}
