import { messages } from '#contract/basics/messages.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { toCents, type Cents } from '#contract/basics/money.ts'
import { invalidField, ShopError } from '../errors.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { PaymentProvider } from './provider.ts'
import { bankAccountOf } from '../platform/settings/bank-account.ts'

type CardLimits = Pick<PaymentProvider, 'minimumCents' | 'maximumCents'>

/** `cardCents` is the most that a card can pay. */
export type ChargeLimits = CardLimits & { cardCents: Cents }

/** Totals that can be paid: those of one card payment, and, where the shop takes bank transfers, also higher ones. */
export const limitsOf = ({ minimumCents, maximumCents }: CardLimits, settings: Pick<Settings, 'shop'>): ChargeLimits => ({
  minimumCents,
  maximumCents: bankAccountOf(settings) ? LARGEST_BILL : maximumCents,
  cardCents: maximumCents,
})

/** Above every total that the tables allow. */
const LARGEST_BILL = toCents(Number.MAX_SAFE_INTEGER)

/** @throws ShopError INVALID_INPUT at the field, when the total cannot be paid: by card, or in the limits given. */
export function requireChargeable(field: string, total: Cents, { minimumCents, maximumCents }: CardLimits): void {
  if (total > maximumCents) throw invalidField(field, messages.totalAboveCardLimit(formatCents(maximumCents)))
  if (total < minimumCents) throw invalidField(field, messages.totalBelowCardLimit(formatCents(minimumCents)))
}

/** @throws ShopError PAY_FIRST when a card cannot pay an order that is to be paid at once, so that no transfer is waited for. */
export function requirePayableAtOnce(total: Cents, { cardCents }: ChargeLimits): void {
  if (total > cardCents) throw new ShopError('PAY_FIRST', { message: messages.aboveCardAtOnce(formatCents(cardCents)) })
}

/**
 * A bill that no card payment takes is paid otherwise: the sentence says how.
 * @throws ShopError ORDER_NOT_PAYABLE
 */
export function requireTakenByCard(total: Cents, { minimumCents, maximumCents }: CardLimits, settings: Pick<Settings, 'shop'>): void {
  if (total >= minimumCents && total <= maximumCents) return
  const { billAboveCardLimit, billBelowCardLimit, payByTransfer, askHowToPay } = messages
  const why =
    total > maximumCents
      ? billAboveCardLimit(formatCents(total), formatCents(maximumCents))
      : billBelowCardLimit(formatCents(total), formatCents(minimumCents))
  throw new ShopError('ORDER_NOT_PAYABLE', { message: `${why} ${bankAccountOf(settings) ? payByTransfer : askHowToPay}` })
}
