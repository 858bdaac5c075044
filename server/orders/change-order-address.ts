import { eq } from 'drizzle-orm'
import type { AddressChange } from '#contract/people/addresses.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import type { Order } from '#contract/orders/orders.ts'
import { addressLines, trimmedShipTo, type ShipTo } from '#contract/orders/ship-to.ts'
import { taxStateOf, type TaxDecision } from '#contract/payments/tax.ts'
import type { Database } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { setEventActor } from './set-event-actor.ts'
import { lockOrder } from './lock-order.ts'
import { presentOrder } from './lists/present-order.ts'

/**
 * Changes where an order goes, by its buyer or an admin, until its first parcel has left. The timeline keeps the earlier address.
 * @throws ShopError INVALID_INPUT without an address, or for one with another tax; NOT_FOUND; ADDRESS_FIXED when it is too late;
 *   ADDRESS_CHANGED with the current address, when that is not `seen`.
 */
export async function changeOrderAddress(
  db: Database,
  who: Caller,
  orderId: string,
  { shipTo, address, seen }: AddressChange,
): Promise<Order> {
  const changed = shipTo
    ? { shipTo: trimmedShipTo(shipTo), address: addressLines(shipTo) }
    : { shipTo: null, address: address?.trim() ?? '' }
  if (changed.address === '') throw invalidField('address', messages.addressRequired)
  const order = await transaction(db, async (tx) => {
    const { order: before } = await lockOrder(tx, who, orderId)
    await setEventActor(tx, who)
    const reason = whyFixed(before)
    if (reason) throw new ShopError('ADDRESS_FIXED', { message: reason })
    if (before.address === changed.address && shipTo === undefined) return before
    if (before.address !== seen) throw new ShopError('ADDRESS_CHANGED', { message: orderChangeMessages.addressChangedTo(before.address) })
    requireSameTax(before, shipTo)
    const [row] = await tx.update(orders).set(changed).where(eq(orders.id, orderId)).returning()
    if (who.role === 'admin')
      await writeAudit(tx, who, 'change-address', orderId, { addressBefore: before.address, address: changed.address })
    return row! // the row is locked, so it exists
  })
  return presentOrder(order)
}

/**
 * The tax was decided for a destination, and the bill is written with it.
 * @throws ShopError INVALID_INPUT for an address in another tax area; where the tax was calculated, with another postal code.
 */
function requireSameTax({ tax, shipTo: before }: OrderRow, shipTo: ShipTo | undefined): void {
  if (!tax || hasSameTax(tax, before, shipTo)) return
  throw invalidField('shipTo.country', orderChangeMessages.addressTaxed)
}

function hasSameTax(tax: TaxDecision, before: ShipTo | null, now: ShipTo | undefined): boolean {
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
