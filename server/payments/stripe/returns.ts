import type Stripe from 'stripe'
import { toCents } from '#contract/basics/money.ts'
import { ProviderUnavailable } from '../../errors.ts'
import type { ProviderDispute, ProviderRefund, RefundRequest, RefundStatus, Returns } from '../provider.ts'
import { isReplayed } from '../../platform/stripe/ask-stripe.ts'
import { collectPages } from './collect-pages.ts'
import { isStripeError, isTaken } from './stripe-errors.ts'

/**
 * Refunds a part of a payment.
 * @throws ProviderUnavailable `stored` when Stripe repeats an error for this attempt, or the attempt had another amount.
 */
export async function createRefund(stripe: Stripe, { refundId, attempt, intentId, amount }: RefundRequest): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: intentId, amount, reason: 'requested_by_customer', metadata: { refund_id: refundId } },
      { idempotencyKey: `refund:${refundId}:${attempt}` },
    )
  } catch (error) {
    if (isTaken(error) || (isStripeError(error) && isReplayed(error))) {
      throw new ProviderUnavailable(new Error('This attempt was answered before'), { stored: true })
    }
    throw error
  }
}

export const findReturns = (stripe: Stripe, intentId: string): Promise<Returns> => listAll(stripe, { payment_intent: intentId })

/** Of all payments opened since then. Entries without a payment intent do not belong to the shop. */
export const listReturns = (stripe: Stripe, since: Date): Promise<Returns> =>
  listAll(stripe, { created: { gte: Math.floor(since.getTime() / 1_000) } })

async function listAll(stripe: Stripe, which: { payment_intent: string } | { created: { gte: number } }): Promise<Returns> {
  const [refunds, disputes] = await Promise.all([
    collectPages((page) => stripe.refunds.list({ ...which, ...page })),
    collectPages((page) => stripe.disputes.list({ ...which, ...page })),
  ])
  return {
    refunds: refunds.flatMap((refund) => presentRefund(refund) ?? []),
    disputes: disputes.flatMap((dispute) => presentDispute(dispute) ?? []),
  }
}

const refundStatuses: Record<string, RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
}

function presentRefund(refund: Stripe.Refund): ProviderRefund | undefined {
  const { id, amount, status, reason, metadata, created } = refund
  const intentId = idOf(refund.payment_intent)
  if (intentId === undefined) return undefined
  return {
    id,
    intentId,
    amount: toCents(amount),
    // An unknown status that Stripe may add later means neither refunded nor failed: keep waiting.
    status: refundStatuses[status ?? ''] ?? 'pending',
    reason: reason ?? '',
    shopRefundId: metadata?.['refund_id'] ?? '',
    createdAt: new Date(created * 1_000),
  }
}

/** Ended without loss for the shop: won, a closed inquiry, or settled before it became a dispute. */
const keptMoney = new Set<string>(['won', 'warning_closed', 'prevented'])

function presentDispute(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const { id, amount, status, reason, created, evidence_details: evidence } = dispute
  const intentId = idOf(dispute.payment_intent)
  if (intentId === undefined) return undefined
  const ended = status === 'lost' ? 'lost' : 'open'
  return {
    id,
    intentId,
    amount: toCents(amount),
    state: keptMoney.has(status) ? 'won' : ended,
    providerState: status,
    reason,
    openedAt: new Date(created * 1_000),
    evidenceDueAt: evidence.due_by === null ? undefined : new Date(evidence.due_by * 1_000),
  }
}

const idOf = (intent: string | { id: string } | null): string | undefined =>
  intent === null || typeof intent === 'string' ? (intent ?? undefined) : intent.id
