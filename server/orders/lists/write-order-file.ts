import { BYTE_ORDER_MARK, csvOf, type Cell } from '#contract/basics/csv.ts'
import type { OrderFileFormat } from '#contract/orders/order-files.ts'
import { incotermWords } from '#contract/freight/freight.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { taxSentences } from '#contract/payments/tax.ts'
import { dueCentsOf } from '#database/tables/orders.ts'
import { openSheet } from '../../platform/documents/open-sheet.ts'
import type { FileOrder } from './find-file-orders.ts'

const METHODS = { card: 'card', transfer: 'transfer', account: 'on account' }

type Column = { title: string; width: number; value: (order: FileOrder) => Cell }

/** The columns of both formats. Money in US dollars, times in UTC. Programs read them by place: new ones go to the end. */
const columns: Column[] = [
  { title: 'Order', width: 12, value: ({ position }) => orderNumber(position) },
  { title: 'Ordered', width: 22, value: ({ placedAt }) => placedAt.toISOString() },
  { title: 'State', width: 12, value: ({ state }) => state },
  { title: 'Part', width: 36, value: ({ partName }) => partName },
  { title: 'Part number', width: 16, value: ({ partNumber }) => partNumber },
  { title: 'Pieces', width: 12, value: ({ quantity }) => quantity },
  { title: 'Unit price (USD)', width: 16, value: ({ unitPrice }) => Number(unitPrice) },
  { title: 'Total (USD)', width: 16, value: ({ totalCents }) => totalCents / 100 },
  { title: 'Refunded (USD)', width: 16, value: ({ refundedCents, discountCents }) => (refundedCents - discountCents) / 100 },
  { title: 'Reference', width: 20, value: ({ reference }) => reference },
  { title: 'Buyer', width: 24, value: ({ displayName }) => displayName },
  { title: 'Email', width: 30, value: ({ email }) => email },
  { title: 'Phone', width: 18, value: ({ phone }) => phone },
  { title: 'Ship to', width: 40, value: ({ address }) => address },
  { title: 'Country', width: 10, value: ({ shipTo }) => shipTo?.country ?? null },
  { title: 'Transaction', width: 30, value: ({ transactionId }) => transactionId },
  { title: 'Paid', width: 22, value: ({ paidAt }) => paidAt?.toISOString() ?? null },
  { title: 'Shipped', width: 22, value: ({ shippedAt }) => shippedAt?.toISOString() ?? null },
  { title: 'Parcels', width: 40, value: (order) => order.parcels },
  { title: 'Delivered', width: 22, value: ({ deliveredAt }) => deliveredAt?.toISOString() ?? null },
  {
    title: 'Payment method',
    width: 16,
    value: ({ paidAt, paidBy }) => paidAt && METHODS[paidBy],
  },
  { title: 'Carrier', width: 16, value: ({ carriers }) => carriers },
  { title: 'Tracking number', width: 30, value: ({ trackingNumbers }) => trackingNumbers },
]

/** Appended in a shop that charges tax or has done so; cells of orders without tax are empty. */
const taxColumns: Column[] = [
  { title: 'Tax (USD)', width: 14, value: ({ tax, taxCents }) => tax && taxCents / 100 },
  { title: 'Tax rate (%)', width: 12, value: ({ tax }) => tax && tax.rateBp / 100 },
  { title: 'With tax (USD)', width: 16, value: (order) => order.tax && dueCentsOf(order) / 100 },
  { title: 'Tax reason', width: 40, value: ({ tax }) => tax && taxSentences[tax.reason] },
]

/** Appended last. */
const pieceColumns: Column[] = [
  { title: 'Withdrawn pieces', width: 16, value: ({ withdrawnPieces }) => withdrawnPieces },
  { title: 'Returned pieces', width: 16, value: ({ returnedPieces }) => returnedPieces },
  { title: 'Wished day', width: 12, value: ({ wishedOn }) => wishedOn },
  { title: 'Sample', width: 10, value: ({ isSample }) => (isSample ? 'yes' : 'no') },
]

/** At the end, in a shop with orders that have freight; cells of others are empty. */
const freightColumns: Column[] = [
  { title: 'Freight (USD)', width: 14, value: ({ freight, freightCents }) => freight && freightCents / 100 },
  { title: 'With freight and tax (USD)', width: 22, value: (order) => order.freight && dueCentsOf(order) / 100 },
  { title: 'Freight', width: 24, value: ({ freight }) => freight?.name ?? null },
  { title: 'Incoterm', width: 24, value: ({ freight }) => (freight?.incoterm ? incotermWords(freight.incoterm) : null) },
]

/** Orders as a file, batch by batch. */
export async function* writeOrderFile(
  format: OrderFileFormat,
  batches: AsyncIterable<FileOrder[]>,
  { taxed, hasFreight }: { taxed: boolean; hasFreight: boolean },
): AsyncGenerator<Uint8Array | string, void, undefined> {
  const shown = [...columns, ...(taxed ? taxColumns : []), ...pieceColumns, ...(hasFreight ? freightColumns : [])]
  const rowsOf = (orders: FileOrder[]) => orders.map((order) => shown.map(({ value }) => value(order)))
  if (format === 'csv') {
    let head = BYTE_ORDER_MARK + csvOf([shown.map(({ title }) => title)])
    for await (const orders of batches) {
      yield head + csvOf(rowsOf(orders))
      head = ''
    }
    if (head !== '') yield head
    return
  }
  const sheet = openSheet('Orders', shown)
  for await (const orders of batches) yield sheet.add(rowsOf(orders))
  yield sheet.finish()
}
