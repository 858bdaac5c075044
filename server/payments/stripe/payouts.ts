import type Stripe from 'stripe'
import { payoutStatuses, type PayoutLineKind } from '#contract/payments/payouts.ts'
import type { ProviderPayout, ProviderPayoutLine } from '../provider.ts'
import { collectPages } from './collect-pages.ts'
import { codeOf } from './stripe-errors.ts'

export async function findPayout(stripe: Stripe, payoutId: string): Promise<ProviderPayout | undefined> {
  try {
    return presentPayout(await stripe.payouts.retrieve(payoutId))
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  }
}

export async function listPayouts(stripe: Stripe, since: Date): Promise<ProviderPayout[]> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  return (await collectPages((page) => stripe.payouts.list({ created, ...page }))).map(presentPayout)
}

/** The list contains the payout's own line, which takes its amount out of the balance; the others sum to the amount. */
export async function listPayoutLines(stripe: Stripe, payoutId: string): Promise<ProviderPayoutLine[]> {
  const lines = await collectPages((page) => stripe.balanceTransactions.list({ payout: payoutId, expand: ['data.source'], ...page }))
  return lines.flatMap((line) => (line.type === 'payout' && idOf(line.source) === payoutId ? [] : [presentLine(line)]))
}

function presentPayout({
  id,
  amount,
  currency,
  status,
  arrival_date,
  created,
  automatic,
  reconciliation_status,
}: Stripe.Payout): ProviderPayout {
  const isComplete = reconciliation_status === 'completed'
  return {
    id,
    amount,
    currency,
    // An unknown status that Stripe may add later means neither arrived nor failed: keep waiting.
    status: payoutStatuses.find((known) => known === status) ?? 'in_transit',
    arrivesOn: new Date(arrival_date * 1_000).toISOString().slice(0, 10),
    createdAt: new Date(created * 1_000),
    lines: automatic ? (isComplete ? 'complete' : 'later') : 'never',
  }
}

const kinds: Record<string, PayoutLineKind> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payout_failure: 'payout',
  payout_cancel: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
}

function presentLine({ id, type, amount, fee, source, description, created }: Stripe.BalanceTransaction): ProviderPayoutLine {
  const about = typeof source === 'object' ? source : null
  return {
    id,
    // A dispute takes money, and gives it back, as an adjustment.
    kind: about?.object === 'dispute' ? 'dispute' : (kinds[type] ?? 'other'),
    type,
    gross: amount,
    fee,
    sourceId: idOf(source) ?? '',
    intentId: about && 'payment_intent' in about ? idOf(about.payment_intent) : undefined,
    description: description ?? '',
    createdAt: new Date(created * 1_000),
  }
}

const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'object' ? reference?.id : reference
