import { eq } from 'drizzle-orm'
import type { AddressChange } from '#contract/people/addresses.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import type { Order } from '#contract/orders/orders.ts'
import { addressLines, trimmedShipTo, type ShipTo } from '#contract/orders/ship-to.ts'
import { taxedTogether, taxStateOf, type TaxDecision } from '#contract/payments/tax.ts'
import type { Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ProviderUnavailable, ShopError } from '../errors.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { requireNothingReceived } from '../payments/transfer/find-transfer.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { placeOfAddress, textOfAddress } from '../taxes/place-of-address.ts'
import type { Destination } from '../taxes/tax-services.ts'
import type { Bill } from './bill.ts'
import { taxNowOf, writeTax } from './decide-tax-anew.ts'
import { setEventActor } from './set-event-actor.ts'
import { lockOrder } from './lock-order.ts'
import { presentOrder } from './lists/present-order.ts'

/** Maximum of payments that are ended for one change: a buyer may open another in the meantime. */
const ROUNDS = 4

type Changed = Pick<OrderRow, 'address' | 'shipTo'>

/**
 * Changes where an order goes, by its buyer or an admin, until its first parcel has left. The timeline keeps the earlier address. While the
 * order is unpaid its tax is decided anew, so another amount may be due; an open card payment of the former one is ended.
 * @throws ShopError INVALID_INPUT without an address, without a country where tax is charged, or, once it is paid, for one with another tax;
 *   NOT_FOUND; ADDRESS_FIXED when it is too late; ADDRESS_CHANGED with the current address, when that is not `seen`; PART_RECEIVED when a
 *   part of the former amount was transferred; PAYMENT_UNDERWAY while the bank decides about a payment.
 * @throws ProviderUnavailable
 */
export async function changeOrderAddress(services: Services, who: Caller, orderId: string, asked: AddressChange): Promise<Order> {
  const { shipTo, address, country } = asked
  const changed = shipTo
    ? { shipTo: trimmedShipTo(shipTo), address: addressLines(shipTo) }
    : { shipTo: null, address: textOfAddress(address ?? '', country) }
  if ((shipTo ? changed.address : (address?.trim() ?? '')) === '') throw invalidField('address', messages.addressRequired)
  const to = placeOfAddress({ ...asked, ...(country === undefined && { address: changed.address }) })
  let ended: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const tax = await taxAnew(services, orderId, shipTo ? 'shipTo.country' : 'country', to)
    const done = await transaction(services.db, (tx) => change(tx, services, { who, orderId, asked, changed, to, tax, ended }))
    if ('order' in done) return presentOrder(done.order)
    ended = await endCardPayment(services, done.toEnd)
  }
  throw new ProviderUnavailable(`A payment was opened again in each of ${ROUNDS} rounds for order ${orderId}`)
}

/** The tax of an unpaid order at its new address; undefined for an order without tax, or one that is not unpaid. */
async function taxAnew(services: Services, orderId: string, field: string, to: Destination | undefined) {
  const [order] = await services.db.select().from(orders).where(eq(orders.id, orderId))
  return order?.tax && order.state === 'unpaid' ? taxNowOf(services, order, to, { field, countryField: field }) : undefined
}

type Change = {
  who: Caller
  orderId: string
  asked: AddressChange
  changed: Changed
  to: Destination | undefined
  tax: TaxDecision | null | undefined
  ended: string | undefined
}

/** The changed order, or the bill whose payment must be ended first. */
async function change(
  tx: Transaction,
  services: Services,
  { who, orderId, asked, changed, to, tax, ended }: Change,
): Promise<{ order: OrderRow } | { toEnd: Bill }> {
  const { bill, order: before } = await lockOrder(tx, who, orderId)
  await setEventActor(tx, who)
  const reason = whyFixed(before)
  if (reason) throw new ShopError('ADDRESS_FIXED', { message: reason })
  if (before.address === changed.address && asked.shipTo === undefined) return { order: before }
  if (before.address !== asked.seen)
    throw new ShopError('ADDRESS_CHANGED', { message: orderChangeMessages.addressChangedTo(before.address) })
  const isAnew = before.tax !== null && before.state === 'unpaid' && tax !== undefined
  if (before.tax && !isAnew) requireSameTax(before, before.tax, to)
  if (isAnew && otherAmount(before.tax, tax)) {
    await requireNothingReceived(tx, bill.id)
    if (mayTakeMoney(bill, ended)) return { toEnd: bill }
  }
  await tx.update(orders).set(changed).where(eq(orders.id, orderId))
  if (isAnew) await writeTax(tx, services, bill, new Map([[orderId, tax]]))
  if (who.role === 'admin')
    await writeAudit(tx, who, 'change-address', orderId, { addressBefore: before.address, address: changed.address })
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId))
  return { order: row! } // the row is locked, so it exists
}

const otherAmount = (before: TaxDecision | null, now: TaxDecision | null) => !before || !now || taxedTogether(before) !== taxedTogether(now)

/**
 * The tax of a paid order was decided for a destination, and its bill is written with it.
 * @throws ShopError INVALID_INPUT for an address in another tax area; where the tax was calculated, with another postal code.
 */
function requireSameTax({ shipTo: before }: OrderRow, tax: TaxDecision, to: Destination | undefined): void {
  if (hasSameTax(tax, before, to)) return
  throw invalidField('shipTo.country', orderChangeMessages.addressTaxed)
}

function hasSameTax(tax: TaxDecision, before: ShipTo | null, now: Destination | undefined): boolean {
  if (!now) return tax.reason === 'destinationUnknown'
  if (!tax.calculated) return tax.to === taxStateOf(now)
  return before?.country === now.country && before.postalCode === now.postalCode.trim()
}

function whyFixed({ state, parceledPieces }: OrderRow): string | undefined {
  if (state === 'shipped') return orderChangeMessages.addressShipped
  if (parceledPieces > 0) return orderChangeMessages.addressPartlySent
  if (state === 'refunded') return orderChangeMessages.addressRefunded
  return state === 'unpaid' || state === 'paid' ? undefined : orderChangeMessages.addressEnded
}
