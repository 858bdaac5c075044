import { and, eq, sql } from 'drizzle-orm'
import { toCents } from '#contract/basics/money.ts'
import type { PaidCard } from '#contract/orders/order-card.ts'
import { clientSecretOf, type CardEntry, type PaymentMethodAnswer, type SandboxIntent } from '#contract/payments/sandbox.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { sandboxIntents, sandboxPaymentMethods } from '#database/tables/sandbox.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import type { Intent, IntentRequest } from '../provider.ts'
import { cardErrors, payingBehaviours, readCard, type CardBehaviour, type CardErrorKey } from './cards.ts'
import { lockIntent, randomText, queueMessage, type SandboxIntentRow as Row } from './intent-rows.ts'
import { disputeSandboxIntent } from './returns.ts'

// State changes inside the sandbox processor: every change of an intent locks its row, and is written in one transaction
// with the message to the shop.

type Change = Pick<Row, 'status'> & Partial<Pick<Row, 'paymentMethod' | 'lastError'>>

export async function openSandboxIntent(db: Database, request: IntentRequest): Promise<Intent> {
  const idempotencyKey = `pi:${request.orderId}:${request.attempt}`
  return transaction(db, async (tx) => {
    const id = `pi_${randomText()}`
    const [opened] = await tx
      .insert(sandboxIntents)
      .values({
        id,
        idempotencyKey,
        clientSecret: clientSecretOf(id, randomText()),
        orderId: request.orderId,
        amountCents: request.amount,
        status: 'requires_payment_method',
      })
      .onConflictDoNothing({ target: sandboxIntents.idempotencyKey })
      .returning()
    if (opened) {
      await queueMessage(tx, 'payment_intent.created', intentObject(opened))
      return presentIntent(opened)
    }
    const [before] = await tx.select().from(sandboxIntents).where(eq(sandboxIntents.idempotencyKey, idempotencyKey))
    return presentIntent(before!) // the key was taken, so its row exists
  })
}

export async function findSandboxIntent(db: Database, intentId: string): Promise<Intent | undefined> {
  const [row] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId))
  return row && presentIntent(row)
}

export async function findSandboxCard(db: Database, intentId: string): Promise<PaidCard | undefined> {
  const [card] = await db
    .select({ brand: sandboxPaymentMethods.brand, last4: sandboxPaymentMethods.last4 })
    .from(sandboxIntents)
    .innerJoin(sandboxPaymentMethods, eq(sandboxPaymentMethods.id, sandboxIntents.paymentMethod))
    .where(eq(sandboxIntents.id, intentId))
  return card
}

export async function cancelSandboxIntent(db: Database, intentId: string): Promise<Intent | undefined> {
  return transaction(db, async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (!intent) return undefined
    const ended = ['succeeded', 'processing', 'canceled'].includes(intent.status)
    return presentIntent(ended ? intent : await change(tx, intent, { status: 'canceled' }))
  })
}

/** Accepts a card for payment. Of the number only the last four digits are stored. */
export async function acceptCard(db: Database, entry: CardEntry): Promise<PaymentMethodAnswer> {
  const card = readCard(entry, new Date())
  if ('error' in card) return card
  const id = `pm_${randomText()}`
  await db.insert(sandboxPaymentMethods).values({ id, ...card })
  return { id, card: { brand: card.brand, last4: card.last4 } }
}

/**
 * Pays with an accepted card. Confirming a succeeded payment changes nothing and returns the same.
 * @throws ShopError NOT_FOUND when intent and client secret do not belong together.
 */
export async function confirmSandboxIntent(
  db: Database,
  intentId: string,
  clientSecret: string,
  paymentMethod: string,
): Promise<SandboxIntent> {
  return transaction(db, async (tx) => {
    const intent = await lockWithSecret(tx, intentId, clientSecret)
    if (intent.status === 'canceled') return { ...presentStatus(intent), error: canceledError }
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') return presentStatus(intent)

    const [card] = await tx.select().from(sandboxPaymentMethods).where(eq(sandboxPaymentMethods.id, paymentMethod))
    if (!card) return { ...presentStatus(intent), error: unknownCardError }
    const paid = await change(tx, intent, { paymentMethod, ...outcomeOf(card.behaviour as CardBehaviour) })
    if (card.behaviour === 'disputes') await disputeSandboxIntent(tx, paid)
    return presentStatus(paid)
  })
}

/**
 * Passes or fails the second step; changes nothing when none is required.
 * @throws ShopError NOT_FOUND when intent and client secret do not belong together.
 */
export async function actOnSandboxIntent(
  db: Database,
  intentId: string,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<SandboxIntent> {
  return transaction(db, async (tx) => {
    const intent = await lockWithSecret(tx, intentId, clientSecret)
    if (intent.status !== 'requires_action') return presentStatus(intent)
    return presentStatus(await change(tx, intent, outcomeOf(outcome === 'complete' ? 'pays' : 'authentication_failed')))
  })
}

/** @throws ShopError NOT_FOUND when intent and client secret do not belong together. */
export async function readSandboxIntent(db: Database, intentId: string, clientSecret: string): Promise<SandboxIntent> {
  const [row] = await db
    .select()
    .from(sandboxIntents)
    .where(and(eq(sandboxIntents.id, intentId), eq(sandboxIntents.clientSecret, clientSecret)))
  if (!row) throw new ShopError('NOT_FOUND')
  return presentStatus(row)
}

/** Makes slow payments succeed that were confirmed at least `slowMs` ago. */
export async function finishSlowPayments(db: Database, slowMs: number): Promise<void> {
  const due = and(
    eq(sandboxIntents.status, 'processing'),
    sql`${sandboxIntents.updatedAt} <= now() - make_interval(secs => ${slowMs / 1_000}::float8)`,
  )
  const [slow] = await db.select({ id: sandboxIntents.id }).from(sandboxIntents).where(due).limit(1)
  if (!slow) return
  await transaction(db, async (tx) => {
    const intents = await tx.select().from(sandboxIntents).where(due).for('update', { skipLocked: true })
    for (const intent of intents) await change(tx, intent, { status: 'succeeded' })
  })
}

/** Makes a canceled intent succeed all the same, as if the bank's answer had come late. */
export async function succeedCanceledIntent(db: Database, intentId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (intent?.status === 'canceled') await change(tx, intent, { status: 'succeeded' })
  })
}

const canceledError = {
  code: 'payment_intent_unexpected_state',
  message: 'This payment was canceled. Please start again.',
}
const unknownCardError = { code: 'resource_missing', message: 'This card is not known any more. Please enter it again.' }

const isPaying = (behaviour: CardBehaviour) => payingBehaviours.some((known) => known === behaviour)

function outcomeOf(behaviour: CardBehaviour): Change {
  if (isPaying(behaviour)) return { status: 'succeeded', lastError: null }
  if (behaviour === 'slow') return { status: 'processing', lastError: null }
  if (behaviour === 'second_step') return { status: 'requires_action', lastError: null }
  return { status: 'requires_payment_method', lastError: behaviour }
}

async function lockWithSecret(tx: Transaction, intentId: string, clientSecret: string): Promise<Row> {
  const row = await lockIntent(tx, intentId)
  if (row?.clientSecret !== clientSecret) throw new ShopError('NOT_FOUND')
  return row
}

const eventTypes = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
} as const satisfies Record<Row['status'], string>

async function change(tx: Transaction, intent: Row, values: Change): Promise<Row> {
  const [changed] = await tx
    .update(sandboxIntents)
    .set({ ...values, updatedAt: databaseNow })
    .where(eq(sandboxIntents.id, intent.id))
    .returning()
  await queueMessage(tx, eventTypes[values.status], intentObject(changed!)) // the row is locked, so it is there
  return changed!
}

const intentObject = ({ id, status, amountCents: amount, currency, orderId }: Row) => ({
  id,
  object: 'payment_intent',
  status,
  amount,
  currency,
  metadata: { order_id: orderId },
})

function presentIntent(row: Row): Intent {
  return {
    id: row.id,
    clientSecret: row.clientSecret,
    status: row.status,
    amount: toCents(row.amountCents),
    currency: row.currency,
    orderId: row.orderId,
  }
}

function presentStatus({ id, status, lastError }: Row): SandboxIntent {
  if (status !== 'requires_payment_method' || lastError === null) return { id, status }
  return { id, status, error: cardErrors[lastError as CardErrorKey] }
}
