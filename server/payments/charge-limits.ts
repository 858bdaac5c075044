import { messages } from '#contract/messages.ts'
import { formatCents } from '#contract/figures.ts'
import { type Cents } from '#contract/money.ts'
import { invalidField } from '../errors.ts'
import type { PaymentProvider } from './provider.ts'

export type ChargeLimits = Pick<PaymentProvider, 'minimumCents' | 'maximumCents'>

/** @throws ShopError INVALID_INPUT at the field, when one card payment cannot take the total. */
export function requireChargeable(field: string, total: Cents, { minimumCents, maximumCents }: ChargeLimits): void {
  if (total > maximumCents) throw invalidField(field, messages.totalAboveCardLimit(formatCents(maximumCents)))
  if (total < minimumCents) throw invalidField(field, messages.totalBelowCardLimit(formatCents(minimumCents)))
}
