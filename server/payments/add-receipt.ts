import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { billReceipts, transfers } from '#database/tables/bank.ts'

type Receipt = typeof billReceipts.$inferInsert

/**
 * Writes what arrived for a bill, and takes it from its open item, which is closed with the last of it, or adds it to its transfer. The row of
 * item or transfer is locked; it exists. The checks of these tables refuse more than is open.
 *
 * Postings, by kind: `bank` debits the bank and credits transfer clearing (bank-receipt); `charges` debits bank charges and credits transfer
 * clearing (write-off). On account, everything but `credit` also debits transfer clearing and credits the receivable (receipt).
 */
export async function addReceipt(tx: Transaction, receipt: Receipt): Promise<void> {
  await tx.insert(billReceipts).values(receipt)
  const { billId, amountCents } = receipt
  const left = sql`${openItems.openCents} - ${amountCents}::bigint`
  const items = await tx
    .update(openItems)
    .set({ openCents: left, closedAt: sql`case when ${left} = 0 then now() end` })
    .where(eq(openItems.billId, billId))
    .returning({ billId: openItems.billId })
  if (items.length > 0) return
  await tx
    .update(transfers)
    .set({ receivedCents: sql`${transfers.receivedCents} + ${amountCents}::bigint` })
    .where(eq(transfers.billId, billId))
}
