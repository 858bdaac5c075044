import { centsToDollars, type Cents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { orders } from '#database/tables/orders.ts'

type PresentedRow = Pick<
  typeof orders.$inferSelect,
  'id' | 'partId' | 'partName' | 'img' | 'displayName' | 'email' | 'phone' | 'address' | 'unitPrice' | 'quantity' | 'totalCents'
> &
  Pick<typeof orders.$inferSelect, 'paidAt' | 'shippedAt' | 'transactionId' | 'placedAt' | 'groupId' | 'payBy'>

/** An order's row in the specified shape. An order that is being cancelled is still an unpaid one to look at. */
export function presentOrder(row: PresentedRow): Order {
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
  }
}
