import { centsToDollars, type Cents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { orders } from '#database/tables/orders.ts'

type OrderRow = typeof orders.$inferSelect

export type PlacedRow = Pick<
  OrderRow,
  | 'id'
  | 'partId'
  | 'partName'
  | 'img'
  | 'displayName'
  | 'email'
  | 'phone'
  | 'address'
  | 'unitPrice'
  | 'quantity'
  | 'totalCents'
  | 'placedAt'
  | 'payBy'
>

type LaterFacts = Pick<OrderRow, 'groupId' | 'paidAt' | 'shippedAt' | 'transactionId' | 'refundedAt' | 'refundedCents' | 'dispute'>

const NOTHING_YET: LaterFacts = {
  groupId: null,
  paidAt: null,
  shippedAt: null,
  transactionId: null,
  refundedAt: null,
  refundedCents: 0,
  dispute: null,
}

export const presentPlaced = (row: PlacedRow): Order => presentOrder({ ...row, ...NOTHING_YET })

/** An order's row in the specified shape. An order that is being cancelled is still an unpaid one to look at. */
export function presentOrder(row: PlacedRow & LaterFacts): Order {
  return {
    _id: row.id,
    partsId: row.partId,
    name: row.partName,
    img: row.img,
    displayName: row.displayName,
    email: row.email,
    phone: row.phone,
    address: row.address,
    price: Number(row.unitPrice),
    orderQuantity: row.quantity,
    totalPrice: centsToDollars(row.totalCents as Cents),
    paid: row.paidAt !== null,
    shipped: row.shippedAt !== null,
    transactionId: row.transactionId ?? '',
    createdAt: row.placedAt.toISOString(),
    groupId: row.groupId,
    payBy: row.paidAt === null ? (row.payBy?.toISOString() ?? null) : null,
    refunded: row.refundedAt !== null,
    refundedTotal: centsToDollars(row.refundedCents as Cents),
    dispute: row.dispute,
  }
}
