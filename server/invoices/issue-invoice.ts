import { eq, inArray } from 'drizzle-orm'
import { incotermWords } from '#contract/freight/freight.ts'
import {
  INVOICE_CURRENCY,
  convertCents,
  netOfLine,
  taxBreakdown,
  type InvoiceLine,
  type InvoiceSeller,
} from '#contract/payments/invoices.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import type { VatIdStatus } from '#contract/payments/tax.ts'
import { missingSellerFields } from '#contract/payments/seller.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { invoicesDue } from '#database/tables/invoices.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { vatIds } from '#database/tables/taxes.ts'
import { quoteNumberOf } from '../orders/lists/find-group.ts'
import type { Bill } from '../orders/bill.ts'
import { buyerOf, deliveryOf } from './buyer-of.ts'
import { dayOf } from './day-of.ts'
import { findSeller } from './find-seller.ts'
import { paymentOf } from './payment-of.ts'
import type { Pack } from '#contract/parts/packs.ts'
import { saidOf } from './said-of.ts'
import { taxOf } from './tax-of.ts'
import { writePaper, type IssuedPaper, type PaperDraft } from './write-paper.ts'

/**
 * Issues the invoice of a bill that this transaction makes paid, or that ships on account. While the seller's data are incomplete, the bill is
 * noted in `invoices_due` instead, and undefined is returned. Call it last in the transaction: see `writePaper`.
 * @param bill with its orders as they are paid now; @param dueOn `YYYY-MM-DD`, for an order on account, or `daysFromDispatch` where it
 *   is due so many days after the goods have left.
 *
 * Postings: receivable to revenue and tax payable, by category and rate (invoice).
 */
export async function issueInvoice(
  tx: Transaction,
  bill: Pick<Bill, 'kind' | 'id' | 'orders'>,
  { dueOn, daysFromDispatch }: { dueOn?: string; daysFromDispatch?: number | undefined } = {},
): Promise<IssuedPaper | undefined> {
  const { settings, version, draft } = await draftInvoice(tx, bill, { dueOn, daysFromDispatch })
  const { userId } = bill.orders[0]! // a bill has orders
  const missing = missingOf(settings, draft)
  if (missing.length > 0) {
    const due = { billId: bill.id, billKind: bill.kind, userId, missing, dueOn: dueOn ?? null, settingsVersion: version }
    await tx
      .insert(invoicesDue)
      .values(due)
      .onConflictDoUpdate({ target: invoicesDue.billId, set: { missing, settingsVersion: version } })
    return undefined
  }
  return writePaper(tx, draft, { userId, billKind: bill.kind, billId: bill.id })
}

/** The part of an order that has left, on an invoice of its own. */
export type Delivered = { number: string; ordered: number; groupId: string | null }
type Later = { dueOn?: string | undefined; daysFromDispatch?: number | undefined; delivery?: Delivered; paidCents?: number }

/** The invoice of a bill as it is written now, complete or not. @param paidCents of a bill on account, what was paid before it. */
export async function draftInvoice(
  db: Queryable,
  bill: Pick<Bill, 'kind' | 'id' | 'orders'>,
  { delivery, paidCents = 0, ...later }: Later,
): Promise<{ settings: ShopSettings; version: number; draft: PaperDraft }> {
  const orders = bill.orders.filter(({ state }) => state !== 'cancelled')
  const { settings, version, seller, taxCurrency } = await findSeller(db)
  const lines = await linesOf(db, orders)
  const netCents = lines.reduce((sum, line) => sum + netOfLine(line), 0)
  const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0)
  const grossCents = netCents + taxCents
  const said = [...(delivery ? [deliveryWords(delivery, orders[0]!)] : []), ...saidOf(orders, await packsOf(db, orders))]
  const groupId = bill.kind === 'group' ? bill.id : delivery?.groupId
  const carriage = carriageOf(orders)
  const payment = paymentOf(orders[0]!, later)
  const vatIdStatus = await vatIdStatusOf(db, orders[0]!)
  const draft: PaperDraft = {
    kind: 'invoice',
    currency: INVOICE_CURRENCY,
    seller: withVatLetters(seller, lines) as InvoiceSeller, // incomplete ones are not written
    buyer: buyerOf(orders[0]!, seller.country ?? '', vatIdStatus),
    delivery: { ...deliveryOf(orders, seller.country ?? ''), ...(delivery && { note: delivery.number }) },
    period: { from: dayOf(orders.map(({ placedAt }) => placedAt).reduce((first, other) => (other < first ? other : first))) },
    ...(groupId && { quoteNumber: await quoteNumberOf(db, groupId) }),
    ...(carriage.length > 0 && { carriage }),
    ...(said.length > 0 && { said }),
    lines,
    taxes: taxBreakdown(
      lines,
      Object.fromEntries(orders.map((order) => taxOf(order, vatIdStatus)).map(({ category, sentence }) => [category, sentence])),
    ),
    netCents,
    taxCents,
    grossCents,
    paidCents: payment.means === 'account' ? paidCents : grossCents,
    ...(taxCurrency && taxCents > 0 && { taxCurrency: { ...taxCurrency, taxCents: convertCents(taxCents, taxCurrency.rate) } }),
    payment,
  }
  return { settings, version, draft }
}

/** @param order with the pieces of the delivery. */
const deliveryWords = ({ number, ordered }: Delivered, { quantity }: OrderRow): string =>
  `Delivery ${number}: ${formatCount(quantity)} of ${formatCount(ordered)} pieces.`

/** The packing units of the parts of orders, as they are when it is written. */
async function packsOf(db: Queryable, orders: OrderRow[]): Promise<Map<string, Pack>> {
  const partIds = orders.map(({ partId }) => partId)
  const found = await db
    .select({ id: parts.id, packName: parts.packName, packPieces: parts.packPieces })
    .from(parts)
    .where(inArray(parts.id, partIds))
  return new Map(found.map(({ id, ...pack }) => [id, pack]))
}

/** The last answer about the VAT id with which a bill was ordered. */
async function vatIdStatusOf(db: Queryable, { tax }: OrderRow): Promise<VatIdStatus | undefined> {
  if (!tax?.vatId) return undefined
  const [known] = await db.select({ status: vatIds.status }).from(vatIds).where(eq(vatIds.vatId, tax.vatId))
  return known?.status ?? tax.vatIdStatus
}

/** A VAT id of Northern Ireland has letters of its own on supplies to the EU; Great Britain makes none. */
const withVatLetters = (seller: Partial<InvoiceSeller>, lines: InvoiceLine[]): Partial<InvoiceSeller> =>
  seller.vatId && lines.some(({ category }) => category === 'K') ? { ...seller, vatId: seller.vatId.replace(/^GB/, 'XI') } : seller

/** The settings without which this invoice is not issued. Papers of untaxed deliveries abroad name the seller's VAT id. */
export function missingOf(settings: ShopSettings, { lines }: PaperDraft): string[] {
  const isUntaxed = lines.some(({ category }) => category === 'K' || category === 'AE' || category === 'G')
  const needed = isUntaxed && !settings.seller?.vatId ? ['seller.vatId'] : []
  return [...new Set([...missingSellerFields(settings), ...needed])]
}

async function linesOf(db: Queryable, orders: OrderRow[]): Promise<InvoiceLine[]> {
  const partIds = orders.map(({ partId }) => partId)
  const found = await db.select({ id: parts.id, partNumber: parts.partNumber }).from(parts).where(inArray(parts.id, partIds))
  const partNumbers = new Map(found.map(({ id, partNumber }) => [id, partNumber]))
  return orders.map((order) => {
    const {
      id: orderId,
      position,
      reference,
      partId,
      partName: name,
      quantity: pieces,
      unitPrice,
      totalCents: netCents,
      freightCents,
    } = order
    const { category, rateBp, taxCents } = taxOf(order)
    return {
      orderId,
      orderNumber: orderNumber(position),
      ...(reference !== null && reference !== '' && { reference }),
      partNumber: partNumbers.get(partId) ?? '',
      name,
      pieces,
      unitPrice,
      netCents,
      ...(freightCents > 0 && { freightCents }),
      category,
      rateBp,
      taxCents,
    }
  })
}

/** How each freight of the orders is called, with its terms. */
const carriageOf = (orders: OrderRow[]): string[] => [
  ...new Set(
    orders.flatMap(({ freight }) =>
      freight ? [[freight.name, freight.incoterm && incotermWords(freight.incoterm)].filter(Boolean).join(', ')] : [],
    ),
  ),
]
