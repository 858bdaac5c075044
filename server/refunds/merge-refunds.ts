import { asc, eq, sql } from 'drizzle-orm'
import { isLiveRefund } from '#contract/payments/payment-states.ts'
import type { Transaction } from '#database/connect.ts'
import { paymentRefunds, returnedPayments } from '#database/tables/payments.ts'
import type { ProviderRefund } from '../payments/provider.ts'
import type { PaymentRow } from './lock-payment.ts'

export type RefundRow = typeof paymentRefunds.$inferSelect

/** `found`: made in the provider's dashboard and new to the shop; `failed`: failed since the last sync. */
export type RefundNews = { found: RefundRow[]; failed: RefundRow[] }

/** A row to write; `growth` in cents of the sum of the payment's refunds. */
type Change = { growth: number; write: () => Promise<RefundNews> }

const NOTHING: RefundNews = { found: [], failed: [] }

/**
 * Writes the provider's refunds of a payment, whose row is locked, to the shop's rows. The shop's own refunds carry the
 * shop's id.
 *
 * Postings: a refund that the provider knows, receivable to card clearing (refund); of a payment that paid for nothing returns due, of one from
 * before the books the opening balance, to card clearing. One that failed, the other way round (refund-failed).
 */
export async function mergeRefunds(tx: Transaction, { intentId, amountCents }: PaymentRow, made: ProviderRefund[]): Promise<RefundNews> {
  const known = await tx.select().from(paymentRefunds).where(eq(paymentRefunds.intentId, intentId)).orderBy(asc(paymentRefunds.createdAt))
  const isShops = await paysForNothing(tx, intentId)
  const matches = made.map((refund) => ({ refund, row: known.find(isSame(refund)) }))
  const answered = new Set(matches.map(({ row }) => row?.id))
  const unanswered = known.filter(({ id, state }) => state === 'asked' && !answered.has(id))
  const left = amountCents - made.reduce((sum, { amount, status }) => (isLiveRefund(status) ? sum + amount : sum), 0)
  const changes = [
    ...matches.map(({ refund, row }) => (row ? follow(tx, row, refund) : add(tx, refund, isShops))),
    ...cutTo(left, unanswered).map(({ row, cents }) => cut(tx, row, cents)),
  ]

  const news: RefundNews = { found: [], failed: [] }
  // Decreases first, so that the sum never exceeds what was paid, not even within the transaction.
  for (const { write } of changes.toSorted((a, b) => a.growth - b.growth)) {
    const { found, failed } = await write()
    news.found.push(...found)
    news.failed.push(...failed)
  }
  return news
}

const isSame =
  ({ id, shopRefundId }: ProviderRefund) =>
  (row: RefundRow) =>
    row.providerId === id || (row.providerId === null && row.id === shopRefundId)

function follow(tx: Transaction, row: RefundRow, { id, amount, status }: ProviderRefund): Change {
  const was = isLiveRefund(row.state) ? row.amountCents : 0
  return {
    growth: (isLiveRefund(status) ? amount : 0) - was,
    async write() {
      if (row.providerId === id && row.state === status && row.amountCents === amount) return NOTHING
      const changed = { providerId: id, state: status, amountCents: amount }
      await tx.update(paymentRefunds).set(changed).where(eq(paymentRefunds.id, row.id))
      const hasFailed = isLiveRefund(row.state) && !isLiveRefund(status)
      return { found: [], failed: hasFailed ? [{ ...row, ...changed }] : [] }
    },
  }
}

function add(tx: Transaction, { id, intentId, amount, status, reason, createdAt }: ProviderRefund, isShops: boolean): Change {
  return {
    growth: isLiveRefund(status) ? amount : 0,
    async write() {
      const values = {
        intentId,
        amountCents: amount,
        state: status,
        reason,
        providerId: id,
        createdAt: sql`${createdAt.toISOString()}::timestamptz`,
      }
      const rows = await tx
        .insert(paymentRefunds)
        .values({ ...values, madeBy: isShops ? 'shop' : 'provider' })
        .returning()
      return { found: isShops || !isLiveRefund(status) ? [] : rows, failed: [] }
    },
  }
}

/** Limits the shop's refunds that the provider does not know yet to the amount that is left. */
function cutTo(leftCents: number, rows: RefundRow[]): { row: RefundRow; cents: number }[] {
  let left = leftCents
  return rows.map((row) => {
    const cents = Math.max(Math.min(row.amountCents, left), 0)
    left -= cents
    return { row, cents }
  })
}

/** A changed amount needs a new idempotency key, so it is another attempt. */
function cut(tx: Transaction, row: RefundRow, cents: number): Change {
  return {
    growth: cents - row.amountCents,
    async write() {
      if (cents === row.amountCents) return NOTHING
      const changed = cents === 0 ? { state: 'canceled' as const } : { amountCents: cents, attempt: row.attempt + 1 }
      await tx.update(paymentRefunds).set(changed).where(eq(paymentRefunds.id, row.id))
      return NOTHING
    },
  }
}

/** Whether the shop itself refunds the whole payment. */
async function paysForNothing(tx: Transaction, intentId: string): Promise<boolean> {
  const back = await tx
    .select({ intentId: returnedPayments.paymentIntent })
    .from(returnedPayments)
    .where(eq(returnedPayments.paymentIntent, intentId))
  return back.length > 0
}
