import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { IssuedPaper } from '../invoices/write-paper.ts'
import { issueCreditNote } from '../invoices/issue-credit-note.ts'
import type { Bill } from '../orders/bill.ts'

type Credit = Parameters<typeof issueCreditNote>[2] & { intentId: string; refundId?: string }

/**
 * Issues a credit note for what is refunded of a bill beyond what was credited, and names it at the refunds that it is for. A refund that
 * repeats one which the bank sent back has the credit note of that one. The bill is locked and its refunds are written by this
 * transaction (of a delivery only `refundId`); the last that it does, because the numbers of credit notes are locked from here on.
 */
export async function creditRefunds(
  tx: Transaction,
  bill: Pick<Bill, 'id'>,
  { intentId, refundId, ...credit }: Credit,
): Promise<IssuedPaper | undefined> {
  const paper = await issueCreditNote(tx, bill, credit)
  await tx.execute(sql`
    update payment_refunds refund set credit_note_id = coalesce(${paper?.id ?? null}::uuid, (
      select failed.credit_note_id from payment_refunds failed
      where failed.intent_id = refund.intent_id and failed.order_id is not distinct from refund.order_id
        and failed.state in ('failed', 'canceled') and failed.credit_note_id is not null
      order by failed.created_at desc limit 1
    ))
    where intent_id = ${intentId} and credit_note_id is null and state not in ('failed', 'canceled')
      and id = coalesce(${refundId ?? null}::uuid, id)`)
  return paper
}
