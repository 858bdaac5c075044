import { asc, eq, gte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { LOCK_KEYS, withKey } from '#database/locks.ts'
import { sandboxBalance, sandboxPayouts } from '#database/tables/sandbox.ts'
import { transaction } from '#database/transaction.ts'
import type { ProviderPayout, ProviderPayoutLine } from '../provider.ts'
import { queueMessage } from './intent-rows.ts'

// Payouts of the sandbox processor: once a day, what moved before that day is paid out to the shop's bank, less the fees; it arrives a day
// later.

type PayoutRow = typeof sandboxPayouts.$inferSelect
type LineRow = typeof sandboxBalance.$inferSelect

/** Hundredths of a percent of each payment; a refund does not return the fee. */
export const USUAL_FEE_BP = 290

/**
 * Pays out what moved before `day` ('YYYY-MM-DD', UTC), if that is positive, and marks earlier payouts as arrived. Repeating it on
 * the same day changes nothing, and while another process pays out, it is left to that.
 */
export async function paySandboxOut(db: Database, day: string, feeBp: number): Promise<void> {
  // No other code writes these rows.
  await withKey(db, LOCK_KEYS.sandboxPayouts, async (tx) => {
    await addMoves(tx, day, feeBp)
    const [payout] = await tx
      .select({ cents: sql<number>`coalesce(sum(amount_cents - fee_cents), 0)::float8` })
      .from(sandboxBalance)
      .where(sql`payout_id is null`)
    const id = `po_${day.replaceAll('-', '')}`
    const arrivesOn = sql`${day}::date + 1`
    const made =
      payout!.cents > 0
        ? await tx
            .insert(sandboxPayouts)
            .values({ id, amountCents: payout!.cents, status: 'in_transit', arrivesOn })
            .onConflictDoNothing()
            .returning()
        : []
    for (const one of made) {
      await tx
        .update(sandboxBalance)
        .set({ payoutId: id })
        .where(sql`payout_id is null`)
      await queueMessage(tx, 'payout.created', payoutObject(one))
    }
    const arrived = await tx
      .update(sandboxPayouts)
      .set({ status: 'paid' })
      .where(sql`status = 'in_transit' and arrives_on <= ${day}::date`)
      .returning()
    for (const one of arrived) await queueMessage(tx, 'payout.paid', payoutObject(one))
  })
}

/** What has moved since the last payout: payments, refunds, refunds that failed, disputes and those that were won. */
const addMoves = (tx: Transaction, day: string, feeBp: number) =>
  tx.execute(sql`
  insert into sandbox.balance (id, type, amount_cents, fee_cents, source_id, intent_id)
  select 'txn_' || moved.id, moved.type, moved.cents, moved.fee, moved.source, moved.intent from (
    select 'ch_' || id, 'charge', amount_cents, round(amount_cents * ${feeBp}::numeric / 10000)::bigint, 'ch_' || substr(id, 4), id, updated_at
    from sandbox.intents where status = 'succeeded'
    union all
    select id, 'refund', -amount_cents, 0, id, intent_id, created_at from sandbox.refunds
    where status <> 'failed' or exists (select from sandbox.balance where balance.id = 'txn_' || refunds.id)
    union all
    select 'back_' || id, 'refund_failure', amount_cents, 0, id, intent_id, created_at from sandbox.refunds
    where status = 'failed' and exists (select from sandbox.balance where balance.id = 'txn_' || refunds.id)
    union all
    select id, 'adjustment', -amount_cents, 0, id, intent_id, created_at from sandbox.disputes
    union all
    select 'back_' || id, 'adjustment', amount_cents, 0, id, intent_id, created_at from sandbox.disputes where status = 'won'
    union all
    select 'back_' || id, 'payout_failure', amount_cents, 0, id, null, created_at from sandbox.payouts where status = 'failed'
  ) as moved (id, type, cents, fee, source, intent, at)
  where at < ${day}::timestamp at time zone 'UTC'
  on conflict (id) do nothing`)

/** The shop's bank sends a payout back; its money goes out again with the next one. */
export async function failSandboxPayout(db: Database, payoutId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const failed = await tx.update(sandboxPayouts).set({ status: 'failed' }).where(eq(sandboxPayouts.id, payoutId)).returning()
    for (const one of failed) await queueMessage(tx, 'payout.failed', payoutObject(one))
  })
}

export async function findSandboxPayout(db: Database, payoutId: string): Promise<ProviderPayout | undefined> {
  const [row] = await db.select().from(sandboxPayouts).where(eq(sandboxPayouts.id, payoutId))
  return row && presentPayout(row)
}

export async function listSandboxPayouts(db: Database, since: Date): Promise<ProviderPayout[]> {
  const rows = await db.select().from(sandboxPayouts).where(gte(sandboxPayouts.createdAt, since))
  return rows.map(presentPayout)
}

export async function listSandboxPayoutLines(db: Database, payoutId: string): Promise<ProviderPayoutLine[]> {
  const rows = await db.select().from(sandboxBalance).where(eq(sandboxBalance.payoutId, payoutId)).orderBy(asc(sandboxBalance.id))
  return rows.map(presentLine)
}

const presentPayout = ({ id, amountCents: amount, status, arrivesOn, createdAt }: PayoutRow): ProviderPayout => ({
  id,
  amount,
  currency: 'usd',
  status,
  arrivesOn,
  createdAt,
  lines: 'complete',
})

const kinds = { charge: 'payment', refund: 'refund', refund_failure: 'refund', adjustment: 'dispute', payout_failure: 'payout' } as const

const presentLine = ({ id, type, amountCents, feeCents, sourceId, intentId, createdAt }: LineRow): ProviderPayoutLine => ({
  id,
  kind: kinds[type],
  type,
  gross: amountCents,
  fee: feeCents,
  sourceId,
  intentId: intentId ?? undefined,
  description: '',
  createdAt,
})

const payoutObject = ({ id, amountCents: amount, status }: PayoutRow) => ({ id, object: 'payout', amount, currency: 'usd', status })
