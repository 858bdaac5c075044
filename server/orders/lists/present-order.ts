import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { FreightOfOrder, OrderFreight } from '#contract/freight/freight.ts'
import { orderNumber, type Order } from '#contract/orders/orders.ts'
import type { OrderStage } from '#contract/orders/stages.ts'
import type { OrderTax, TaxDecision } from '#contract/payments/tax.ts'
import { dueCentsOf, type OrderRow } from '#database/tables/orders.ts'

/** What becomes known after an order was placed. */
export const NOTHING_YET = {
  paidAt: null,
  shippedAt: null,
  transactionId: null,
  paidBy: 'card',
  cancelledAt: null,
  refundedAt: null,
  refundedCents: 0,
  discountCents: 0,
  dispute: null,
  parceledPieces: 0,
  withdrawnPieces: 0,
  deliveredAt: null,
  shipBy: null,
  stage: null,
  stageSetAt: null,
  stageDay: null,
} satisfies Partial<OrderRow>

type ShownRow = Omit<
  OrderRow,
  | 'holdId'
  | 'userId'
  | 'state'
  | 'paymentAttempt'
  | 'paymentIntent'
  | 'network'
  | 'billing'
  | 'returnedPieces'
  | 'restockedPieces'
  | 'changedIn'
  | 'placedAs'
>

/** An order that was just placed from a hold. */
export const presentPlaced = (row: Omit<ShownRow, keyof typeof NOTHING_YET>): Order => presentOrder({ ...row, ...NOTHING_YET })

/** An order's row in the specified format. An order in `cancelling` is shown as unpaid. */
export function presentOrder(row: ShownRow): Order {
  const made = row.madePieces - row.withdrawnPieces
  const hasEnded = row.shippedAt !== null || row.cancelledAt !== null || row.refundedAt !== null
  return {
    _id: row.id,
    number: orderNumber(row.position),
    partsId: row.partId,
    name: row.partName,
    img: row.img,
    displayName: row.displayName,
    email: row.email,
    phone: row.phone,
    address: row.address,
    price: Number(row.unitPrice),
    orderQuantity: row.quantity,
    totalPrice: centsToDollars(toCents(row.totalCents)),
    paid: row.paidAt !== null,
    shipped: row.shippedAt !== null,
    transactionId: row.transactionId ?? '',
    ...(row.paidAt && { paidBy: row.paidBy }),
    createdAt: row.placedAt.toISOString(),
    groupId: row.groupId,
    payBy: row.paidAt === null && row.cancelledAt === null ? (row.payBy?.toISOString() ?? null) : null,
    cancelled: row.cancelledAt !== null,
    refunded: row.refundedAt !== null,
    refundedTotal: centsToDollars(toCents(row.refundedCents - row.discountCents)),
    dispute: row.dispute,
    reference: row.reference ?? '',
    shipTo: row.shipTo,
    parceledPieces: row.parceledPieces,
    withdrawnPieces: row.withdrawnPieces,
    delivered: row.deliveredAt !== null,
    ...(row.discountCents > 0 && { discount: centsToDollars(toCents(row.discountCents)) }),
    ...(row.leadDays !== null && { leadDays: row.leadDays }),
    ...(row.shipBy !== null && { shipBy: row.shipBy }),
    ...(row.promised && row.shippedAt === null && { promised: row.promised }),
    ...(made > 0 && { madeToOrder: made }),
    ...(hasEnded ? {} : stageOf(row)),
    ...(row.terms !== '' && { terms: row.terms }),
    ...(row.note !== '' && { note: row.note }),
    ...(row.isSample && { sample: true }),
    ...(row.wishedOn !== null && { wishedOn: row.wishedOn }),
    ...(row.release && { release: row.release }),
    ...(row.freight && { freight: presentFreight(row, row.freight) }),
    ...(row.tax && { tax: presentTax(row, row.tax) }),
  }
}

type StagedRow = Pick<ShownRow, 'stage' | 'stageSetAt' | 'stageDay' | 'madePieces' | 'withdrawnPieces'>

const stageOf = (row: StagedRow): { stage?: OrderStage } => {
  const stage = presentStage(row)
  return stage ? { stage } : {}
}

/** How far the shop is with what it makes; null while nothing was said, and once nothing is left to make. */
export const presentStage = ({ stage, stageSetAt, stageDay, madePieces, withdrawnPieces }: StagedRow): OrderStage | null =>
  stage && stageSetAt && madePieces > withdrawnPieces ? { name: stage, setAt: stageSetAt.toISOString(), day: stageDay } : null

const presentFreight = ({ freightCents }: ShownRow, { name, carrier, incoterm, account }: OrderFreight): FreightOfOrder => ({
  amount: centsToDollars(toCents(freightCents)),
  name,
  carrier,
  ...(incoterm && { incoterm }),
  ...(account !== undefined && { account }),
})

const presentTax = (row: ShownRow, { rateBp, category, reason }: TaxDecision): OrderTax => ({
  total: centsToDollars(toCents(row.taxCents)),
  rate: rateBp / 100,
  category,
  reason,
  due: centsToDollars(dueCentsOf(row)),
})
