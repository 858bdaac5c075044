import { and, asc, eq, inArray } from 'drizzle-orm'
import { convertCents, creditOf, taxBreakdown, type InvoiceLine } from '#contract/payments/invoices.ts'
import type { Transaction } from '#database/connect.ts'
import { invoices, type InvoiceRow } from '#database/tables/invoices.ts'
import { orders } from '#database/tables/orders.ts'
import type { Bill } from '../orders/bill.ts'
import { writePaper, type IssuedPaper, type PaperDraft } from './write-paper.ts'

type Credit = {
  reason: string
  /** Pieces given back, by order id, where the refund is the price of whole pieces. */
  pieces?: ReadonlyMap<string, number>
  /** A discount, which the books keep apart from what was given back. */
  isDiscount?: boolean
}

/**
 * Issues a credit note for what is refunded of a bill beyond what was credited before, pending refunds included; undefined when that is
 * nothing, so it may be called after each change of refunds. A bill without an invoice gets none. Seller and buyer are those of the invoice.
 * The bill must be locked, and its orders' `refundedCents` written, by this transaction. Call it last: see `writePaper`.
 */
export async function issueCreditNote(tx: Transaction, { id: billId }: Pick<Bill, 'id'>, credit: Credit): Promise<IssuedPaper | undefined> {
  const papers = await tx.select().from(invoices).where(eq(invoices.billId, billId)).orderBy(asc(invoices.position))
  const invoice = papers.find(({ kind }) => kind === 'invoice')
  if (!invoice) return undefined
  const lines = await creditedLines(tx, invoice, papers, credit)
  if (lines.length === 0) return undefined
  const { userId, billKind, id: invoiceId } = invoice
  return writePaper(tx, draftCreditNote(invoice, lines, credit), { userId, billKind, billId, invoiceId })
}

async function creditedLines(tx: Transaction, invoice: InvoiceRow, papers: InvoiceRow[], { pieces }: Credit): Promise<InvoiceLine[]> {
  const invoiced = invoice.data.lines
  const ids = invoiced.map(({ orderId }) => orderId)
  const refunded = await tx
    .select({ id: orders.id, cents: orders.refundedCents })
    .from(orders)
    .where(and(inArray(orders.id, ids)))
  const creditedBefore = papers.filter(({ kind }) => kind === 'credit_note').flatMap(({ data }) => data.lines)
  return invoiced.flatMap((line) => {
    const before = creditedBefore.reduce((sum, { orderId, ...cents }) => (orderId === line.orderId ? sum + grossOf(cents) : sum), 0)
    const growth = (refunded.find(({ id }) => id === line.orderId)?.cents ?? 0) - before
    return growth > 0 ? [creditLine(line, before, growth, pieces?.get(line.orderId))] : []
  })
}

const grossOf = ({ netCents, taxCents }: Pick<InvoiceLine, 'netCents' | 'taxCents'>) => netCents + taxCents

/** A whole order, or whole pieces, keep price and pieces; another amount is one piece at that price. */
function creditLine(line: InvoiceLine, before: number, growth: number, pieces: number | undefined): InvoiceLine {
  const credited = { ...line, ...creditOf(line, before, growth) }
  if (growth === grossOf(line)) return credited
  if (pieces !== undefined && priceOf(line.unitPrice, pieces) === credited.netCents) return { ...credited, pieces }
  return { ...credited, name: `Part of the price of ${line.name}`, pieces: 1, unitPrice: decimalOf(credited.netCents) }
}

/** Price of pieces in cents, rounded half up. @param unitPrice dollars with four places. */
function priceOf(unitPrice: string, pieces: number): number {
  return Number((BigInt(unitPrice.replace('.', '')) * BigInt(pieces) + 50n) / 100n)
}

const decimalOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}00`

function draftCreditNote({ data }: InvoiceRow, lines: InvoiceLine[], { reason, isDiscount = false }: Credit): PaperDraft {
  const { number, issuedOn, taxCurrency, seller, buyer, delivery, period, quoteNumber, currency, payment } = data
  const netCents = lines.reduce((sum, line) => sum + line.netCents, 0)
  const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0)
  const reasons = Object.fromEntries(data.taxes.map((tax) => [tax.category, tax.reason]))
  return {
    kind: 'credit_note',
    currency,
    seller,
    buyer,
    delivery,
    period: { from: period.from },
    ...(quoteNumber !== undefined && { quoteNumber }),
    lines,
    taxes: taxBreakdown(lines, reasons),
    netCents,
    taxCents,
    grossCents: netCents + taxCents,
    paidCents: netCents + taxCents,
    // At the rate of the invoice, so that both cancel each other out.
    ...(taxCurrency && taxCents > 0 && { taxCurrency: { ...taxCurrency, taxCents: convertCents(taxCents, taxCurrency.rate) } }),
    payment: { means: payment.means, reference: payment.reference },
    credited: { number, issuedOn, reason, ...(isDiscount && { isDiscount }) },
  }
}
