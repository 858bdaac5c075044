import { eq } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { transfers } from '#database/tables/bank.ts'
import { ShopError } from '../../errors.ts'

export type TransferRow = typeof transfers.$inferSelect

export async function findTransfer(db: Queryable, billId: string): Promise<TransferRow | undefined> {
  const [transfer] = await db.select().from(transfers).where(eq(transfers.billId, billId))
  return transfer
}

/** @throws ShopError PART_RECEIVED when a part of the bill was transferred: its amount is fixed, and a transfer pays the rest. */
export async function requireNothingReceived(db: Queryable, billId: string): Promise<void> {
  const transfer = await findTransfer(db, billId)
  if (transfer && transfer.receivedCents > 0) throw new ShopError('PART_RECEIVED')
}
