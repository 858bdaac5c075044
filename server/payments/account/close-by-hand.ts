import { eq } from 'drizzle-orm'
import { formatCents } from '#contract/basics/figures.ts'
import { bankMessages } from '#contract/payments/bank.ts'
import { centsToDollars, dollarsToCents, roundToCents, toCents } from '#contract/basics/money.ts'
import type { Database } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { addReceipt } from '../add-receipt.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Caller } from '../../platform/http/caller.ts'

type ByHand = { amount: number; open: number; reason: string }

/**
 * Enters that an open item, or a part of it, was paid otherwise than by a movement of the bank. Postings: `addReceipt`.
 * @throws ShopError NOT_FOUND; ITEM_CHANGED when the person saw another open sum; INVALID_INPUT for more than is open.
 */
export async function closeByHand(
  db: Database,
  admin: Caller,
  billId: string,
  { amount, open, reason }: ByHand,
): Promise<{ open: number }> {
  const cents = dollarsToCents(amount)
  if (cents === undefined || cents === 0) throw invalidField('amount', bankMessages.amountInvalid)
  const left = await transaction(db, async (tx) => {
    const [item] = await tx.select().from(openItems).where(eq(openItems.billId, billId)).for('update')
    if (!item) throw new ShopError('NOT_FOUND')
    if (item.openCents !== roundToCents(open)) throw new ShopError('ITEM_CHANGED')
    if (cents > item.openCents) throw invalidField('amount', bankMessages.amountTooHigh(formatCents(item.openCents)))
    await addReceipt(tx, { billId, kind: 'hand', amountCents: cents, reason: reason.trim(), actorId: admin.userId })
    await writeAudit(tx, admin, 'enter-receipt', billId, { amountCents: cents, reason: reason.trim() })
    return item.openCents - cents
  })
  return { open: centsToDollars(toCents(left)) }
}
