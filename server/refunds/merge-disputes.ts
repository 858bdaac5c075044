import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { disputes } from '#database/tables/payments.ts'
import type { ProviderDispute } from '../payments/provider.ts'

export type DisputeRow = typeof disputes.$inferSelect

export type DisputeNews = { opened: DisputeRow[]; decided: DisputeRow[] }

/**
 * Writes the provider's disputes of a payment, whose row is locked, to the shop's rows.
 * Postings: disputed to card clearing (dispute); won, card clearing to disputed (dispute-won); lost, dispute losses to disputed (dispute-lost).
 */
export async function mergeDisputes(tx: Transaction, intentId: string, stands: ProviderDispute[]): Promise<DisputeNews> {
  const known = await tx.select().from(disputes).where(eq(disputes.intentId, intentId))
  const news: DisputeNews = { opened: [], decided: [] }
  for (const { id, amount, state, providerState, reason, openedAt, evidenceDueAt = null } of stands) {
    const values = { id, intentId, amountCents: amount, state, providerState, reason, openedAt, evidenceDueAt }
    await tx.insert(disputes).values(values).onConflictDoUpdate({ target: disputes.id, set: values })
    const before = known.find((row) => row.id === id)
    if (state === 'open' && before?.state !== 'open') news.opened.push(values)
    if (state !== 'open' && before?.state === 'open') news.decided.push(values)
  }
  return news
}
