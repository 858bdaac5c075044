import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  convertCents,
  creditedFreightUntil,
  creditedNetUntil,
  netOfLine,
  splitGross,
  taxBreakdown,
  taxOfNet,
  type InvoiceLine,
} from '#contract/payments/invoices.ts'
import { isLiveRefund, refundStates } from '#contract/payments/payment-states.ts'
import type { Transaction } from '#database/connect.ts'
import { stateList } from '#database/state-list.ts'
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
  /** Of the invoice of a delivery, which has one line: what is given back of it now, and how much of all that is given back of it is freight. */
  ofDelivery?: { cents: number; freightCents: number }
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

async function creditedLines(
  tx: Transaction,
  invoice: InvoiceRow,
  papers: InvoiceRow[],
  { pieces, ofDelivery }: Credit,
): Promise<InvoiceLine[]> {
  const invoiced = invoice.data.lines
  const ids = invoiced.map(({ orderId }) => orderId)
  const refunded = await tx
    .select({ id: orders.id, cents: orders.refundedCents, freightCents: freightGivenBack.mapWith(Number) })
    .from(orders)
    .where(and(inArray(orders.id, ids)))
  const creditedBefore = papers.filter(({ kind }) => kind === 'credit_note').flatMap(({ data }) => data.lines)
  const growing = invoiced.flatMap((line): Growing[] => {
    const before = creditedBefore.filter(({ orderId }) => orderId === line.orderId)
    const gross = before.reduce((sum, one) => sum + givenBackOf(one), 0)
    const given = refunded.find(({ id }) => id === line.orderId)
    const growth = ofDelivery ? ofDelivery.cents : (given?.cents ?? 0) - gross
    if (growth <= 0) return []
    const net = before.reduce((sum, one) => sum + netOfLine(one), 0)
    const freight = before.reduce((sum, { freightCents = 0 }) => sum + freightCents, 0)
    const freightCents = Math.max(creditedFreightUntil(line, gross + growth, (ofDelivery ?? given)?.freightCents ?? 0) - freight, 0)
    // Against what was credited, so that all credit notes together are the invoice.
    return [{ line, growth, freightCents, netCents: Math.min(Math.max(creditedNetUntil(line, gross + growth) - net, 0), growth) }]
  })
  return [...Map.groupBy(growing, ({ line }) => `${line.category} ${line.rateBp}`).values()].flatMap((together) => {
    const split = splitTogether(invoice, together)
    return split.map(({ line, growth, netCents, freightCents, ...tax }) =>
      creditLine(line, growth, { ...tax, ...apart({ netCents, freightCents }) }, pieces?.get(line.orderId)),
    )
  })
}

/** `netCents` of price and freight. */
type Growing = { line: InvoiceLine; growth: number; netCents: number; freightCents: number }
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

type Cents = Pick<InvoiceLine, 'netCents' | 'freightCents' | 'taxCents' | 'roundingCents'>

const givenBackOf = ({ taxCents, roundingCents = 0, ...net }: Cents) => netOfLine(net) + taxCents + roundingCents

const liveRefunds = stateList(refundStates.filter(isLiveRefund))

/** Live refunds of an order that say how much of them is freight, with tax. */
const freightGivenBack = sql`(
  select coalesce(sum(freight_cents), 0) from payment_refunds as refund where refund.order_id = orders.id and refund.state in ${liveRefunds})`

/** Price and freight of what is credited; a cent beside the freight alone is freight as well. */
function apart({ netCents, freightCents }: Pick<Growing, 'netCents' | 'freightCents'>): Pick<Cents, 'netCents' | 'freightCents'> {
  if (freightCents === 0) return { netCents }
  const freight = Math.abs(netCents - freightCents) <= 1 ? netCents : Math.min(freightCents, netCents)
  return { netCents: netCents - freight, freightCents: freight }
}

/** A whole order, or whole pieces, keep price and pieces; another amount is one piece at that price, and freight alone is one at none. */
function creditLine(line: InvoiceLine, growth: number, cents: Cents, pieces: number | undefined): InvoiceLine {
  const { freightCents = 0, ...given } = cents
  const { freightCents: _invoiced, ...ordered } = line
  const credited = { ...ordered, ...given, ...(freightCents > 0 && { freightCents }) }
  const isWhole = growth === givenBackOf(line) || (line.freightCents !== undefined && credited.netCents === line.netCents)
  const whole = isWhole ? line.pieces : pieces
  if (whole !== undefined && priceOf(line.unitPrice, whole) === credited.netCents) return { ...credited, pieces: whole }
  const name = credited.netCents === 0 && freightCents > 0 ? `Freight of ${line.name}` : `Part of the price of ${line.name}`
  return { ...credited, name, pieces: 1, unitPrice: decimalOf(credited.netCents) }
}

/** Price of pieces in cents, rounded half up. @param unitPrice dollars with four places. */
function priceOf(unitPrice: string, pieces: number): number {
  return Number((BigInt(unitPrice.replace('.', '')) * BigInt(pieces) + 50n) / 100n)
}

const decimalOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}00`

function draftCreditNote({ data }: InvoiceRow, lines: InvoiceLine[], { reason, isDiscount = false }: Credit): PaperDraft {
  const { number, issuedOn, taxCurrency, seller, buyer, delivery, period, quoteNumber, currency, payment } = data
  const netCents = lines.reduce((sum, line) => sum + netOfLine(line), 0)
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
