import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { toCents } from '#contract/basics/money.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { sandboxDisputes, sandboxIntents, sandboxPaymentMethods, sandboxRefunds } from '#database/tables/sandbox.ts'
import { transaction } from '#database/transaction.ts'
import type { ProviderDispute, ProviderRefund, RefundRequest, Returns } from '../provider.ts'
import { lockIntent, randomText, queueMessage, type SandboxIntentRow } from './intent-rows.ts'

// Refunds and disputes in the sandbox processor, with the messages to the shop.

type RefundRow = typeof sandboxRefunds.$inferSelect
type DisputeRow = typeof sandboxDisputes.$inferSelect

/** Days in which the sandbox takes evidence for a dispute. */
const EVIDENCE_DAYS = 7
const DAY_MS = 86_400_000

type NewRefund = {
  intentId: string
  /** Without it, the whole remaining amount. */
  amount?: number
  shopRefundId?: string
  idempotencyKey?: string
}

/** Makes the shop's refund; once for each refund and attempt. */
export const createSandboxRefund = (db: Database, { refundId, attempt, intentId, amount }: RefundRequest): Promise<void> =>
  refund(db, { intentId, amount, shopRefundId: refundId, idempotencyKey: `refund:${refundId}:${attempt}` })

export const refundSandboxIntent = (db: Database, intentId: string): Promise<void> => refund(db, { intentId })

/**
 * A refund from the processor's dashboard; `amount` in cents.
 * @throws Error when the money has not arrived, is disputed, or is less than `amount`.
 */
export async function refund(db: Database, { intentId, amount, shopRefundId = '', idempotencyKey }: NewRefund): Promise<void> {
  await transaction(db, async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (intent?.status !== 'succeeded') throw new Error(`Intent ${intentId} has no money to give back`)
    if (idempotencyKey && (await isKnown(tx, idempotencyKey))) return
    const left = intent.amountCents - (await refundedOf(tx, intent))
    if (amount === undefined && left === 0) return
    const amountCents = amount ?? left
    if (amountCents < 1 || amountCents > left) throw new Error(`Intent ${intentId} has ${left} cents left, not ${amountCents}`)
    if (await isDisputed(tx, intentId)) throw new Error(`Intent ${intentId} is disputed`)
    const status = (await behaviourOf(tx, intent)) === 'refund_pending' ? 'pending' : 'succeeded'
    const values = { id: `re_${randomText()}`, intentId, amountCents, status, reason: 'requested_by_customer', shopRefundId } as const
    const [made] = await tx
      .insert(sandboxRefunds)
      .values({ ...values, idempotencyKey })
      .returning()
    await noteRefunded(tx, intent)
    for (const type of ['refund.created', 'charge.refunded']) await queueMessage(tx, type, refundObject(made!)) // an insert returns its row
  })
}

/** Settles slow refunds by their card, once they are `slowMs` old. */
export async function finishSlowRefunds(db: Database, slowMs: number): Promise<void> {
  const { rows: slow } = await db.execute<{ id: string; intentId: string; endsAs: RefundRow['status'] }>(sql`
    select r.id, r.intent_id as "intentId", case m.behaviour when 'refund_fails' then 'failed' else 'succeeded' end as "endsAs"
    from sandbox.refunds r
    join sandbox.intents i on i.id = r.intent_id
    join sandbox.payment_methods m on m.id = i.payment_method
    where (m.behaviour, r.status) in (('refund_pending', 'pending'), ('refund_fails', 'succeeded'))
      and r.created_at <= now() - make_interval(secs => ${slowMs / 1_000}::float8)`)
  for (const { id, intentId, endsAs } of slow) {
    await transaction(db, async (tx) => {
      const intent = await lockIntent(tx, intentId)
      if (intent) await changeRefunds(tx, intent, endsAs, and(eq(sandboxRefunds.id, id), ne(sandboxRefunds.status, endsAs)))
    })
  }
}

export async function failSandboxRefunds(db: Database, intentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (intent) await changeRefunds(tx, intent, 'failed', ne(sandboxRefunds.status, 'failed'))
  })
}

async function changeRefunds(tx: Transaction, intent: SandboxIntentRow, status: RefundRow['status'], which: SQL | undefined) {
  const changed = await tx
    .update(sandboxRefunds)
    .set({ status })
    .where(and(eq(sandboxRefunds.intentId, intent.id), which))
    .returning()
  await noteRefunded(tx, intent)
  for (const one of changed) {
    await queueMessage(tx, 'refund.updated', refundObject(one))
    if (status === 'failed') await queueMessage(tx, 'refund.failed', refundObject(one))
  }
}

/** The customer's bank withdraws the money until the dispute is decided. */
export async function disputeSandboxIntent(tx: Transaction, intent: SandboxIntentRow): Promise<void> {
  const amountCents = intent.amountCents - (await refundedOf(tx, intent))
  const values = { id: `du_${randomText()}`, intentId: intent.id, amountCents, status: 'needs_response', reason: 'fraudulent' } as const
  const [opened] = await tx.insert(sandboxDisputes).values(values).returning()
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn']) await queueMessage(tx, type, disputeObject(opened!))
}

export async function openSandboxDispute(db: Database, intentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (intent?.status === 'succeeded') await disputeSandboxIntent(tx, intent)
  })
}

export async function closeSandboxDispute(db: Database, intentId: string, outcome: 'won' | 'lost'): Promise<void> {
  await transaction(db, async (tx) => {
    await lockIntent(tx, intentId)
    const closed = await tx
      .update(sandboxDisputes)
      .set({ status: outcome })
      .where(and(eq(sandboxDisputes.intentId, intentId), eq(sandboxDisputes.status, 'needs_response')))
      .returning()
    for (const dispute of closed) {
      await queueMessage(tx, 'charge.dispute.closed', disputeObject(dispute))
      if (outcome === 'won') await queueMessage(tx, 'charge.dispute.funds_reinstated', disputeObject(dispute))
    }
  })
}

export const findSandboxReturns = (db: Database, intentId: string): Promise<Returns> =>
  readReturns(db, eq(sandboxRefunds.intentId, intentId), eq(sandboxDisputes.intentId, intentId))

export const listSandboxReturns = (db: Database, since: Date): Promise<Returns> => {
  const from = since.toISOString()
  return readReturns(
    db,
    sql`${sandboxRefunds.createdAt} >= ${from}::timestamptz`,
    sql`${sandboxDisputes.createdAt} >= ${from}::timestamptz`,
  )
}

async function readReturns(db: Database, refundsMeant: SQL, disputesMeant: SQL): Promise<Returns> {
  const refunds = await db.select().from(sandboxRefunds).where(refundsMeant).orderBy(asc(sandboxRefunds.createdAt))
  const disputes = await db.select().from(sandboxDisputes).where(disputesMeant).orderBy(asc(sandboxDisputes.createdAt))
  return { refunds: refunds.map(presentRefund), disputes: disputes.map(presentDispute) }
}

const presentRefund = ({ id, intentId, amountCents, status, reason, shopRefundId, createdAt }: RefundRow): ProviderRefund => ({
  id,
  intentId,
  amount: toCents(amountCents),
  status,
  reason,
  shopRefundId,
  createdAt,
})

const presentDispute = ({ id, intentId, amountCents, status, reason, createdAt }: DisputeRow): ProviderDispute => ({
  id,
  intentId,
  amount: toCents(amountCents),
  state: status === 'needs_response' ? 'open' : status,
  providerState: status,
  reason,
  openedAt: createdAt,
  evidenceDueAt: new Date(createdAt.getTime() + EVIDENCE_DAYS * DAY_MS),
})

const refundObject = ({ id, intentId, amountCents: amount, status }: RefundRow) => ({
  id,
  object: 'refund',
  payment_intent: intentId,
  amount,
  status,
})

const disputeObject = ({ id, intentId, amountCents: amount, status }: DisputeRow) => ({
  id,
  object: 'dispute',
  payment_intent: intentId,
  amount,
  status,
})

async function isKnown(tx: Transaction, idempotencyKey: string): Promise<boolean> {
  const known = await tx.select({ id: sandboxRefunds.id }).from(sandboxRefunds).where(eq(sandboxRefunds.idempotencyKey, idempotencyKey))
  return known.length > 0
}

async function isDisputed(tx: Transaction, intentId: string): Promise<boolean> {
  const standing = inArray(sandboxDisputes.status, ['needs_response', 'lost'])
  const open = await tx
    .select({ id: sandboxDisputes.id })
    .from(sandboxDisputes)
    .where(and(eq(sandboxDisputes.intentId, intentId), standing))
  return open.length > 0
}

/** Cents that were refunded; an earlier release stored only that all of them were. */
async function refundedOf(tx: Transaction, intent: SandboxIntentRow): Promise<number> {
  const made = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.intentId, intent.id))
  if (made.length === 0) return intent.refundedAt === null ? 0 : intent.amountCents
  return made.reduce((sum, { status, amountCents }) => (status === 'failed' ? sum : sum + amountCents), 0)
}

async function noteRefunded(tx: Transaction, intent: SandboxIntentRow): Promise<void> {
  const isWhole = (await refundedOf(tx, intent)) === intent.amountCents
  await tx
    .update(sandboxIntents)
    .set({ refundedAt: isWhole ? databaseNow : null, updatedAt: databaseNow })
    .where(eq(sandboxIntents.id, intent.id))
}

async function behaviourOf(tx: Transaction, { paymentMethod }: SandboxIntentRow): Promise<string> {
  const [card] = await tx
    .select({ behaviour: sandboxPaymentMethods.behaviour })
    .from(sandboxPaymentMethods)
    .where(eq(sandboxPaymentMethods.id, paymentMethod ?? ''))
  return card?.behaviour ?? ''
}
