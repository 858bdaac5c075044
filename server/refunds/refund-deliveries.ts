import { dueOfShare, withdrawnShare } from '#contract/payments/delivery-shares.ts'
import { grossOfFreight } from '#contract/payments/invoices.ts'
import type { WantedRefund } from '#contract/payments/plan-refund.ts'
import { refundMessages } from '#contract/payments/refunds.ts'
import { leftToSendOf, type OrderRow } from '#database/tables/orders.ts'
import { invalidField } from '../errors.ts'
import type { DeliveryInvoice } from '../payments/account/invoice-delivery.ts'

/** Cents by which an amount that somebody computed by pieces may be off the share of these pieces. */
const ROUNDING_CENTS = 2

/**
 * What is asked for, of an order that is invoiced by delivery: what is taken off for pieces that are not sent any more is what they would have
 * been invoiced with, freight and tax included, so that no cent is left between invoices and order.
 * @throws ShopError INVALID_INPUT for another amount, or together with pieces that were sent.
 */
export function refundOfUnsent<Wanted extends Omit<WantedRefund, 'isInReturn'>>(order: OrderRow, wanted: Wanted): Wanted {
  const { withdraw = 0, pieces = withdraw, amountCents } = wanted
  if (withdraw === 0 || withdraw > leftToSendOf(order)) return wanted
  if (pieces !== withdraw) throw invalidField('pieces', refundMessages.sentAndUnsent)
  const cents = dueOfShare(withdrawnShare(order, withdraw))
  if (cents === 0) return wanted
  if (amountCents !== undefined && Math.abs(amountCents - cents) > ROUNDING_CENTS)
    throw invalidField('amount', refundMessages.unsentAmount(cents / 100))
  return { ...wanted, pieces: undefined, freight: undefined, amountCents: cents }
}

/** The freight, with its tax, in what is taken off for pieces that are not sent any more. */
export const freightOfUnsent = (order: OrderRow, withdraw: number): number => grossOfFreight(withdrawnShare(order, withdraw))

/**
 * What is refunded for pieces that were sent: not the cent more than is left of their invoices to which their price and tax may be rounded together.
 */
export function centsWithinInvoices(invoiced: readonly DeliveryInvoice[], cents: number): number {
  const left = invoiced.reduce((sum, { leftCents }) => sum + leftCents, 0)
  return left > 0 && cents - left <= ROUNDING_CENTS ? Math.min(cents, left) : cents
}

/** The freight, with its tax, of an invoice that can still be credited as such. */
const freightLeftIn = ({ line, leftCents, freightBackCents }: DeliveryInvoice): number =>
  Math.max(Math.min(grossOfFreight(line) - freightBackCents, leftCents), 0)

/** The same of the invoices of an order. */
export const invoicedFreightLeft = (invoiced: readonly DeliveryInvoice[]): number =>
  invoiced.reduce((sum, one) => sum + freightLeftIn(one), 0)

export type ShareOfRefund = { billId: string; cents: number; freightCents: number; freightBackCents: number }

/**
 * Divides a refund among the invoices of deliveries, the newest first, as it is the likeliest to be open: freight by the freight of each, and
 * the rest by what is left of them.
 * @throws ShopError INVALID_INPUT for more than was invoiced and not credited.
 */
export function shareAmongDeliveries(invoiced: readonly DeliveryInvoice[], cents: number, freightCents: number): ShareOfRefund[] {
  const left = invoiced.reduce((sum, { leftCents }) => sum + leftCents, 0)
  if (cents > left) throw invalidField('amount', refundMessages.onlyInvoiced(left / 100))
  let freight = freightCents
  const newest = invoiced.toReversed().map((one) => {
    const ofFreight = Math.min(freight, freightLeftIn(one))
    freight -= ofFreight
    return { ...one, ofFreight }
  })
  let rest = cents - freightCents + freight
  return newest.flatMap(({ billId, leftCents, freightBackCents, ofFreight }) => {
    const ofPrice = Math.min(rest, leftCents - ofFreight)
    rest -= ofPrice
    return ofFreight + ofPrice === 0 ? [] : [{ billId, cents: ofFreight + ofPrice, freightCents: ofFreight, freightBackCents }]
  })
}
