import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { transaction } from '#database/transaction.ts'
import type { ProviderPayout, ProviderPayoutLine } from '../payments/provider.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'
import type { Services } from '../services.ts'

/**
 * Brings a payout in line with the provider: its status, and once, when the provider has all of them, its lines.
 * Uses no message's content, so it may be called repeatedly, at the same time and in any order. Returns whether the provider knows it.
 *
 * Postings, once its lines are complete: payouts in transit and fees to card clearing, what no line explains to differences (payout); then
 * bank to payouts in transit (payout-paid), or card clearing to payouts in transit or bank (payout-failed).
 * @throws ProviderUnavailable
 */
export async function syncPayout(services: Services, payoutId: string): Promise<boolean> {
  const { db, payments } = services
  const payout = await payments.findPayout(payoutId)
  if (!payout) return false
  const { rows: read } = await db.execute(sql`select from payouts where id = ${payoutId} and read_at is not null`)
  const lines = payout.lines === 'complete' && read.length === 0 ? await payments.listPayoutLines(payoutId) : []
  await syncUnknown(services, lines)
  await transaction(db, (tx) => record(tx, payout, lines))
  return true
}

/** Payments of the shop's own orders whose messages were lost are read first, so that their lines find them. */
async function syncUnknown(services: Services, lines: ProviderPayoutLine[]): Promise<void> {
  const { rows } = await services.db.execute<{ intentId: string }>(sql`
    select distinct line."intentId" from ${rowsOf(lines)}
    where not payout_line_is_known(line.kind, line."sourceId", line."intentId")
      and (exists (select from orders where payment_intent = line."intentId") or exists (select from order_groups where payment_intent = line."intentId"))`)
  for (const { intentId } of rows) await syncRefunds(services, intentId)
}

async function record(
  tx: Transaction,
  { id, amount, currency, status, arrivesOn, createdAt, lines: listed }: ProviderPayout,
  lines: ProviderPayoutLine[],
) {
  await tx.execute(sql`
    insert into payouts (id, amount_cents, currency, status, arrives_on, created_at, has_lines)
    values (${id}, ${amount}::bigint, ${currency}, ${status}, ${arrivesOn}::date, ${createdAt.toISOString()}::timestamptz, ${listed !== 'never'})
    on conflict (id) do nothing`)
  // Locked from here on: of several at once, one reads the lines, and an older status does not overwrite a newer one.
  const { rows } = await tx.execute<{ isRead: boolean }>(
    sql`select read_at is not null as "isRead" from payouts where id = ${id} for update`,
  )
  const isReadNow = !rows[0]!.isRead && listed !== 'later' // inserted above
  if (isReadNow) {
    await tx.execute(sql`
      insert into payout_lines (id, payout_id, kind, type, gross_cents, fee_cents, source_id, intent_id, is_matched, bill_id, description, at)
      select line.id, ${id}, line.kind, line.type, line.gross, line.fee, line."sourceId", line."intentId",
        payout_line_is_known(line.kind, line."sourceId", line."intentId"), bill_of_payment(line."intentId"), line.description, line."createdAt"
      from ${rowsOf(lines)}`)
  }
  await tx.execute(sql`
    update payouts set read_at = case when ${isReadNow} then now() else read_at end,
      status = case when array_position(${STATUSES}, ${status}) > array_position(${STATUSES}, status) then ${status} else status end
    where id = ${id}`)
}

/** In the order in which a payout goes through them, as the table's trigger has it. */
const STATUSES = sql`array['pending', 'in_transit', 'paid', 'canceled', 'failed']`

const rowsOf = (lines: ProviderPayoutLine[]) => sql`
  jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
    id text, kind text, type text, gross bigint, fee bigint, "sourceId" text, "intentId" text, description text, "createdAt" timestamptz)`
