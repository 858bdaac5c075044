import { and, asc, eq, inArray } from 'drizzle-orm'
import { convertCents, creditedNetUntil, splitGross, taxBreakdown, taxOfNet, type InvoiceLine } from '#contract/payments/invoices.ts'
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
 *
 * Postings: revenue, or discounts, and tax payable to receivable (credit-note).
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
  const growing = invoiced.flatMap((line): Growing[] => {
    const before = creditedBefore.filter(({ orderId }) => orderId === line.orderId)
    const gross = before.reduce((sum, one) => sum + givenBackOf(one), 0)
    const growth = (refunded.find(({ id }) => id === line.orderId)?.cents ?? 0) - gross
    if (growth <= 0) return []
    const net = before.reduce((sum, { netCents }) => sum + netCents, 0)
    // Against what was credited, so that all credit notes together are the invoice.
    return [{ line, growth, netCents: Math.min(Math.max(creditedNetUntil(line, gross + growth) - net, 0), growth) }]
  })
  return [...Map.groupBy(growing, ({ line }) => `${line.category} ${line.rateBp}`).values()].flatMap((together) => {
    const split = splitTogether(invoice, together)
    return split.map(({ line, growth, ...cents }) => creditLine(line, growth, cents, pieces?.get(line.orderId)))
  })
}

type Growing = { line: InvoiceLine; growth: number; netCents: number }
type Split = Growing & Pick<InvoiceLine, 'taxCents' | 'roundingCents'>

/**
 * Price and tax of lines of one category and rate, whose tax is that of their sum; the largest takes the cent that is left. A tax that the
 * invoice itself has not by its rate, as of a tax service, is shared in proportion.
 */
function splitTogether({ data }: InvoiceRow, together: Growing[]): Split[] {
  const { category, rateBp } = together[0]!.line // a group has lines
  const invoiced = data.taxes.find((tax) => tax.category === category && tax.rateBp === rateBp)
  const inProportion = together.map((one): Split => ({ ...one, taxCents: one.growth - one.netCents }))
  if (!invoiced || taxOfNet(invoiced.netCents, rateBp) !== invoiced.taxCents) return inProportion
  const sumOf = (field: 'growth' | 'netCents' | 'taxCents') => inProportion.reduce((sum, one) => sum + (one[field] ?? 0), 0)
  const { netCents, taxCents, roundingCents } = splitGross(sumOf('growth'), rateBp, sumOf('netCents'))
  const [net, tax] = [netCents - sumOf('netCents'), taxCents - sumOf('taxCents')]
  const largest = inProportion.reduce((best, one) => (one.growth > best.growth ? one : best))
  return inProportion.map((one) =>
    one === largest
      ? { ...one, netCents: one.netCents + net, taxCents: one.taxCents + tax, ...(roundingCents !== 0 && { roundingCents }) }
      : one,
  )
}

const givenBackOf = ({ netCents, taxCents, roundingCents = 0 }: Pick<InvoiceLine, 'netCents' | 'taxCents' | 'roundingCents'>) =>
  netCents + taxCents + roundingCents

type Cents = Pick<InvoiceLine, 'netCents' | 'taxCents' | 'roundingCents'>

/** A whole order, or whole pieces, keep price and pieces; another amount is one piece at that price. */
function creditLine(line: InvoiceLine, growth: number, cents: Cents, pieces: number | undefined): InvoiceLine {
  const credited = { ...line, ...cents }
  const whole = growth === givenBackOf(line) ? line.pieces : pieces
  if (whole !== undefined && priceOf(line.unitPrice, whole) === credited.netCents) return { ...credited, pieces: whole }
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
  const roundingCents = lines.reduce((sum, line) => sum + (line.roundingCents ?? 0), 0)
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
    ...(roundingCents !== 0 && { roundingCents }),
    paidCents: netCents + taxCents + roundingCents,
    // At the rate of the invoice, so that both cancel each other out.
    ...(taxCurrency && taxCents > 0 && { taxCurrency: { ...taxCurrency, taxCents: convertCents(taxCents, taxCurrency.rate) } }),
    payment: { means: payment.means, reference: payment.reference },
    credited: { number, issuedOn, reason, ...(isDiscount && { isDiscount }) },
  }
}
