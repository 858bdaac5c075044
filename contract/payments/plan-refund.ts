import type { ErrorCode } from '../basics/errors.ts'
import { shareOfCents } from '../basics/money.ts'
import { canBecome, wasPaid, type OrderState } from '../orders/order-states.ts'
import type { DisputeState } from './payment-states.ts'
import { refundMessages, type OrderRefunds, type RefundOrder } from './refunds.ts'

/** What a refund depends on of its order, in pieces and cents: the order's columns, and what is still to be sent and can come back. */
export type OrderToRefund = Pick<OrderRefunds, 'leftToSend' | 'leftToMake' | 'returnable'> & {
  state: OrderState
  dispute: DisputeState | null
  quantity: number
  parceledPieces: number
  withdrawnPieces: number
  /** Its price, its freight and its tax. */
  dueCents: number
  /** The freight in it, with its tax. */
  freightDueCents: number
}

/**
 * Of the order's payment. `owedCents` are those that credit notes promise beyond what is refunded, since the bank sent a refund back;
 * `freightBackCents` those of the freight that were refunded as such.
 */
export type PaymentToRefund = { leftCents: number; owedCents?: number; freightBackCents?: number }

export type WantedRefund = Pick<RefundOrder, 'pieces' | 'freight' | 'restock' | 'withdraw' | 'confirmed'> & {
  /** With the freight, where that is wanted. Without it the price of the pieces, and the freight where that is wanted, and without these all that is left, which cancels the order. */
  amountCents?: number | undefined
  /** The pieces are counted in a return already. */
  isInReturn?: boolean
}

export type RefundPlan = {
  /** Cents that go back; 0 where only pieces are withdrawn, or the bank has the money already. */
  givesCents: number
  /** The part of them that is freight: where it is wanted, and where the order ends. */
  freightCents: number
  /** The order becomes `refunded`, and all its pieces that are in no parcel return to stock. */
  ends: boolean
  /** The last unsent pieces of a partly sent order are withdrawn: it is shipped. */
  closes: boolean
  /** Pieces that return to stock, by the end of the order and by `restock`. */
  stockedPieces: number
  /** Of `restock`, pieces that had been sent and are in no return yet. */
  backPieces: number
}

export type RefundRefusal = { code: ErrorCode; field?: 'amount' | 'pieces' | 'freight' | 'withdraw' | 'restock'; message?: string }

const at = (field: NonNullable<RefundRefusal['field']>, message: string): RefundRefusal => ({ code: 'INVALID_INPUT', field, message })

export const isRefusedRefund = (plan: RefundPlan | RefundRefusal | undefined): plan is RefundRefusal => plan !== undefined && 'code' in plan

/**
 * What a refund does, or why it is refused; undefined when nothing is left to do. An order of which nothing was sent ends when its whole
 * remaining price is refunded, with its freight; the price of its last pieces ends it, too. A partly sent one is shipped when the last unsent pieces are withdrawn, without money where its price is
 * refunded already.
 */
export function planRefund(order: OrderToRefund, payment: PaymentToRefund, wanted: WantedRefund): RefundPlan | RefundRefusal | undefined {
  const { withdraw = 0, restock = 0 } = wanted
  const isUnsent = canBecome(order.state, 'refunded') && order.parceledPieces === 0
  const refusal = refusedByOrder(order, wanted)
  if (refusal) return refusal
  if (isWhole(wanted) && !isUnsent && payment.leftCents === 0) return undefined
  const freightLeft = freightLeftOf(order, payment)
  const givesCents = wanted.amountCents ?? givenFor(order, payment, wanted, isUnsent)
  const ends = isUnsent && givesCents === payment.leftCents
  const freightCents = wanted.freight || ends ? Math.min(freightLeft, givesCents) : 0
  const closes = withdraw > 0 && withdraw === order.leftToSend && !ends
  const backPieces = wanted.isInReturn ? 0 : Math.max(restock - withdraw, 0)
  const plan = { givesCents, freightCents, ends, closes, backPieces, stockedPieces: restock + (ends ? takenBy(order, withdraw) : 0) }
  if (wanted.freight && freightLeft === 0) return at('freight', refundMessages.noFreightLeft)
  return refusedByMoney(order, payment, wanted, plan) ?? refusedRestock(order, wanted, plan) ?? plan
}

/** Cents of the freight of an order, with its tax, that can still be refunded. */
export const freightLeftOf = (
  { freightDueCents }: Pick<OrderToRefund, 'freightDueCents'>,
  { leftCents, freightBackCents = 0 }: PaymentToRefund,
): number => Math.max(Math.min(freightDueCents - freightBackCents, leftCents), 0)

/** What is given without an amount: the price of pieces, and the freight where it is wanted, or where they are the last of an unsent order. */
function givenFor(order: OrderToRefund, payment: PaymentToRefund, wanted: WantedRefund, isUnsent: boolean): number {
  const { leftCents } = payment
  if (isWhole(wanted)) return Math.max(Math.min(order.dueCents, leftCents), 0)
  const freightLeft = freightLeftOf(order, payment)
  const price = priceOfPieces(order, wanted.pieces ?? 0, leftCents)
  const isLast = isUnsent && price > 0 && price >= leftCents - freightLeft
  return wanted.freight || isLast ? Math.min(price + freightLeft, leftCents) : price
}

/** The price of pieces of an order with their tax, without freight, at most the cents that are left of it. */
export const priceOfPieces = (
  { dueCents, freightDueCents, quantity }: Pick<OrderToRefund, 'dueCents' | 'freightDueCents' | 'quantity'>,
  pieces: number,
  leftCents: number,
) => Math.max(Math.min(shareOfCents(dueCents - freightDueCents, pieces, quantity), leftCents), 0)

const isWhole = ({ amountCents, pieces, freight }: WantedRefund) => amountCents === undefined && pieces === undefined && !freight

/** Pieces of an unsent order that are out of stock once so many are withdrawn, of which those to be made come first. */
const takenBy = ({ quantity, withdrawnPieces, leftToMake }: OrderToRefund, withdraw: number) =>
  quantity - withdrawnPieces - withdraw - Math.max(leftToMake - withdraw, 0)

function refusedByOrder(order: OrderToRefund, wanted: WantedRefund): RefundRefusal | undefined {
  const { pieces = 0, withdraw = 0 } = wanted
  if (!wasPaid(order.state)) return { code: 'ORDER_NOT_PAID' }
  // Without an amount the whole order is cancelled, or refunded once more after the bank sent the money back.
  if (isWhole(wanted) && order.state !== 'refunded') {
    if (!canBecome(order.state, 'refunded')) return { code: 'ORDER_SHIPPED' }
    if (order.parceledPieces > 0) return { code: 'ORDER_PARTLY_SENT' }
  }
  if (pieces > order.quantity) return at('pieces', refundMessages.piecesTooMany(order.quantity))
  if (withdraw > order.leftToSend) return at('withdraw', refundMessages.withdrawTooMany(order.leftToSend))
  return refusedUnmade(order, wanted) ?? (order.dispute === 'open' ? { code: 'PAYMENT_DISPUTED' } : undefined)
}

/** Pieces that were to be made for the order are not in the shop, unless somebody says that they have been made. */
function refusedUnmade({ leftToMake, returnable }: OrderToRefund, wanted: WantedRefund): RefundRefusal | undefined {
  const { restock = 0, withdraw = 0 } = wanted
  const toMake = Math.min(leftToMake, withdraw)
  const stocked = returnable + withdraw - toMake
  if (wanted.isInReturn || wanted.confirmed || restock <= stocked || restock > stocked + toMake) return undefined
  return { code: 'RESTOCK_DOUBTED', message: refundMessages.restockNotMade(stocked, toMake) }
}

function refusedByMoney(
  { parceledPieces }: OrderToRefund,
  { leftCents, owedCents = 0 }: PaymentToRefund,
  wanted: WantedRefund,
  { givesCents, closes }: RefundPlan,
): RefundRefusal | undefined {
  const owed = Math.min(owedCents, leftCents)
  const needsMoney = !isWhole(wanted) && !(wanted.withdraw && leftCents === 0 && wanted.amountCents === undefined)
  if (givesCents < owed) return at('amount', refundMessages.belowCredited(owed / 100))
  if (needsMoney && leftCents === 0) return at('amount', refundMessages.nothingLeft)
  if (needsMoney && givesCents === 0) return at('amount', refundMessages.amountInCents)
  if (givesCents > leftCents) return at('amount', refundMessages.amountTooLarge(leftCents / 100))
  // An order of which nothing is sent ends, with all that is left of its price.
  return closes && parceledPieces === 0 ? at('amount', refundMessages.withdrawEnds(leftCents / 100)) : undefined
}

/** Without money, only withdrawn pieces return to stock: others are counted with a refund. */
function refusedRestock(
  { returnable }: OrderToRefund,
  { withdraw = 0 }: WantedRefund,
  { givesCents, backPieces }: RefundPlan,
): RefundRefusal | undefined {
  const most = givesCents > 0 ? returnable : 0
  if (backPieces <= most) return undefined
  return at('restock', withdraw > 0 ? refundMessages.restockTooManyUnsent(most + withdraw) : refundMessages.restockTooMany(most))
}

/**
 * Cents of a paid order that can still be refunded: within its price, and within what the bank has left of the payment, where it has been
 * refunded or disputed before.
 */
export function leftToRefund(
  { dueCents, refundedCents }: { dueCents: number; refundedCents: number },
  payment: { amountCents: number; refundedCents: number; lostCents: number } | undefined,
): number {
  const ofOrder = dueCents - refundedCents
  if (!payment) return ofOrder
  return Math.max(Math.min(ofOrder, payment.amountCents - payment.refundedCents - payment.lostCents), 0)
}
