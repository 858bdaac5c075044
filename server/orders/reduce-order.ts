import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { centsToDollars, roundToCents, toCents, totalOf, unitPriceToDecimal, unitPriceToDollars } from '#contract/basics/money.ts'
import type { FewerPieces, Order } from '#contract/orders/orders.ts'
import { unitPriceAt } from '#contract/parts/pricing.ts'
import { orderChangeMessages } from '#contract/orders/order-change-messages.ts'
import { taxOf } from '#contract/payments/tax.ts'
import type { Transaction } from '#database/connect.ts'
import { dueCentsOf, orders, taxedCentsOf, type OrderRow } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ProviderUnavailable, ShopError } from '../errors.ts'
import type { Bill } from './bill.ts'
import { limitsOf, requireChargeable } from '../payments/charge-limits.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { requireNothingReceived } from '../payments/transfer/find-transfer.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'
import { setEventActor } from './set-event-actor.ts'
import { agreedPriceOf } from './agreed-price.ts'
import { lockOrder } from './lock-order.ts'
import { presentOrder } from './lists/present-order.ts'
import { requireOrderRule } from './holds/require-order-rule.ts'
import { returnPieces } from './return-pieces.ts'

/** Maximum of payments that are ended for one request: a buyer may open another in the meantime. */
const ROUNDS = 4

/** The reduced order, or the bill whose payment must be ended first. */
type Reduction = { order: Order } | { toEnd: Bill }

/**
 * Reduces an unpaid order, by its buyer or an admin; the other pieces go back into stock. The unit price is the agreed one, of the offer
 * or of the ladder at that time for the new quantity; otherwise 1,000 pieces could be had for the price of 100,000. The payment deadline
 * stays.
 *
 * An open payment, also the group's, is ended at the provider before the total changes, so no payment has the former amount; the
 * buyer then opens another. Repeating a request changes nothing.
 * @throws ShopError NOT_FOUND; ORDER_ALREADY_PAID; ORDER_NOT_REDUCIBLE when it is cancelled, or one delivery of several; INVALID_INPUT for as many pieces or more, for
 *   pieces that the part's rule does not allow, or a sum that no card payment can take; PART_NOT_SOLD; TOTAL_CHANGED with the new figures,
 *   when the person saw others; PAYMENT_UNDERWAY while the bank decides about a payment; PART_RECEIVED when a part of it was transferred.
 * @throws ProviderUnavailable
 */
export async function reduceOrder(services: Services, who: Caller, orderId: string, wanted: FewerPieces): Promise<Order> {
  await applySettings(services)
  let ended: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const reduction = await transaction(services.db, (tx) => reduce(tx, services, who, orderId, wanted, ended))
    if ('order' in reduction) return reduction.order
    ended = await endCardPayment(services, reduction.toEnd)
  }
  throw new ProviderUnavailable(`A payment was opened again in each of ${ROUNDS} rounds for order ${orderId}`)
}

/** @param ended a payment that takes no money any more. */
async function reduce(
  tx: Transaction,
  { payments, settings }: Services,
  who: Caller,
  orderId: string,
  wanted: FewerPieces,
  ended: string | undefined,
): Promise<Reduction> {
  const { bill, order } = await lockOrder(tx, who, orderId)
  const isSame = order.quantity === wanted.orderQuantity && order.totalCents === roundToCents(wanted.totalPrice)
  if (order.state === 'unpaid' && isSame) return { order: presentOrder(order) }
  requireMore(order, wanted.orderQuantity)
  await requireNothingReceived(tx, bill.id)
  const { unitPrice, totalCents } = await priceAgreed(tx, order, wanted)
  requireChargeable('orderQuantity', dueAfter(bill, { ...order, totalCents }), limitsOf(payments, settings))
  if (mayTakeMoney(bill, ended)) return { toEnd: bill }

  await setEventActor(tx, who)
  const fewer = order.quantity - wanted.orderQuantity
  // Pieces that are still to be made are dropped first; only the others go back into stock.
  const notMade = Math.min(order.madePieces, fewer)
  // A new reference: the ledger takes the return of the remaining order once, by its hold.
  const dropped = { ...order, quantity: fewer, madePieces: notMade, withdrawnPieces: 0, holdId: randomUUID() }
  await returnPieces(tx, [dropped])
  const [row] = await tx
    .update(orders)
    .set({ quantity: wanted.orderQuantity, unitPrice, totalCents, madePieces: order.madePieces - notMade })
    .where(eq(orders.id, orderId))
    .returning()
  if (who.role === 'admin') {
    await writeAudit(tx, who, 'reduce-order', orderId, {
      pieces: wanted.orderQuantity,
      piecesBefore: order.quantity,
      total: centsToDollars(totalCents),
      totalBefore: centsToDollars(toCents(order.totalCents)),
    })
  }
  return { order: presentOrder(row!) } // the row is locked, so it exists
}

/** The amount due at the new price of the order; its share of the tax may differ by a cent, too little to matter for the limits. */
const dueAfter = (bill: Bill, changed: OrderRow) =>
  toCents(
    bill.totalCents -
      bill.orders.reduce((sum, order) => (order.id === changed.id ? sum + dueCentsOf(order) : sum), 0) +
      taxedCentsOf(changed) +
      (changed.tax ? taxOf(taxedCentsOf(changed), changed.tax) : 0),
  )

function requireMore({ state, quantity, release }: OrderRow, wanted: number): void {
  if (state === 'cancelling' || state === 'cancelled') throw new ShopError('ORDER_NOT_REDUCIBLE')
  if (state !== 'unpaid') throw new ShopError('ORDER_ALREADY_PAID')
  if (release) throw new ShopError('ORDER_NOT_REDUCIBLE', { message: orderChangeMessages.releaseNotReducible })
  if (wanted >= quantity) throw invalidField('orderQuantity', orderChangeMessages.fewerPieces(quantity))
}

/** The part is locked, because pieces go back to it. */
async function priceAgreed(tx: Transaction, order: OrderRow, { orderQuantity, totalPrice }: FewerPieces) {
  const [part] = await tx
    .select({ minimumOrder: parts.minimumOrder, orderStep: parts.orderStep })
    .from(parts)
    .where(and(eq(parts.id, order.partId), isNull(parts.deletedAt)))
    .for('no key update')
  if (!part) throw new ShopError('PART_NOT_SOLD')
  requireOrderRule(part, orderQuantity)
  const unitPrice = unitPriceAt(await agreedPriceOf(tx, order), orderQuantity)
  const totalCents = totalOf(unitPrice, orderQuantity)
  if (roundToCents(totalPrice) === totalCents) return { unitPrice: unitPriceToDecimal(unitPrice), totalCents }
  throw new ShopError('TOTAL_CHANGED', {
    current: { price: unitPriceToDollars(unitPrice), totalPrice: centsToDollars(totalCents), orderQuantity },
  })
}
