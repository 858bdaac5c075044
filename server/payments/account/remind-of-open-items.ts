import { and, eq, isNull, sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import { openItems } from '#database/tables/accounts.ts'
import { invoices } from '#database/tables/invoices.ts'
import { transaction } from '#database/transaction.ts'
import { openItemReminderMail } from '../../mail/templates/account-bills.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { presentOrder } from '../../orders/lists/present-order.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { readBill } from '../../orders/bill.ts'
import { bankAccountOf } from '../../platform/settings/bank-account.ts'

const BATCH = 100
/** Days after the due day at which each reminder is mailed, and the least days between two. */
const STEPS = [3, 14, 30] as const
const APART_DAYS = 7

/**
 * Mails the reminder that is due for each open item, three at most, in steps: an item that was found late gets the first one first. The
 * item is locked first, so that a paid one gets none and several processes mail each once. Returns the number queued.
 */
export async function remindOfOpenItems({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  await applySettings({ db, settings })
  // What has not left yet is due so many days after today at the earliest.
  await db
    .update(openItems)
    .set({ dueOn: sql`current_date + ${openItems.netDays}` })
    .where(
      and(
        isNull(openItems.closedAt),
        openItems.isFromDispatch,
        isNull(openItems.dispatchedOn),
        sql`${openItems.dueOn} < current_date + ${openItems.netDays}`,
      ),
    )
  for (let reminded = 0; ;) {
    const due = await db.select({ billId: openItems.billId }).from(openItems).where(isDue).orderBy(openItems.dueOn).limit(BATCH)
    for (const { billId } of due) {
      await transaction(db, async (tx) => {
        const [item] = await tx
          .select()
          .from(openItems)
          .where(and(eq(openItems.billId, billId), isDue))
          .for('update', { skipLocked: true })
        const bill = item && (await readBill(tx, billId))
        if (!item || !bill) return
        const step = item.reminded + 1
        await tx.update(openItems).set({ reminded: step, remindedAt: databaseNow }).where(eq(openItems.billId, billId))
        const shipped = bill.orders.filter(({ state }) => state !== 'cancelled').map(presentOrder)
        const [delivery] =
          item.partOf === null ? [] : await tx.select({ number: invoices.number }).from(invoices).where(isInvoiceOf(billId))
        const told = { step, account: bankAccountOf(settings), ...(delivery && { invoice: delivery.number }) }
        await queueMail(tx, openItemReminderMail(settings, item, shipped, told))
        reminded++
      })
    }
    if (due.length < BATCH) return reminded
  }
}

const isInvoiceOf = (billId: string) => and(eq(invoices.billId, billId), eq(invoices.kind, 'invoice'))

const isDue = and(
  isNull(openItems.closedAt),
  sql`${openItems.reminded} < ${STEPS.length}`,
  sql`${openItems.dueOn} + (array[${STEPS[0]}, ${STEPS[1]}, ${STEPS[2]}]::int[])[${openItems.reminded} + 1] <= current_date`,
  sql`coalesce(${openItems.remindedAt} <= now() - make_interval(days => ${APART_DAYS}), true)`,
)
