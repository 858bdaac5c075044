import type { Cents } from '../basics/money.ts'
import type { TaxCategory } from './tax.ts'

/** The currency of the shop's prices and papers, ISO 4217. */
export const INVOICE_CURRENCY = 'USD'

/** - `credit_note`: takes back a part of an invoice or all of it */
export const paperKinds = ['invoice', 'credit_note'] as const
export type PaperKind = (typeof paperKinds)[number]

/** Numbers count from 1 in each series and year. */
export const NUMBER_SERIES = { invoice: 'INV', credit_note: 'CN' } as const satisfies Record<PaperKind, string>

/** Codes of the list VATEX for why no tax is charged. */
const vatexCodes: Partial<Record<TaxCategory, string>> = { K: 'VATEX-EU-IC', AE: 'VATEX-EU-AE', G: 'VATEX-EU-G', O: 'VATEX-EU-O' }

/** Seller or buyer at the issue of the paper. Unknown fields are left out. */
export type InvoiceParty = {
  /** Legal name, or the buyer's company, or the buyer's own name. */
  name: string
  /** The person, where `name` is a company. */
  contact?: string
  /** One to three lines above city and country. */
  lines: string[]
  city?: string
  state?: string
  postalCode?: string
  /** ISO 3166-1 alpha-2 */
  country: string
  /** The country is not printed, as the lines are the text of a buyer, which may name it. Electronic invoices need one all the same. */
  countryUnprinted?: true
  email?: string
  phone?: string
  vatId?: string
  taxNumber?: string
  registration?: string
}

export type InvoiceSeller = InvoiceParty & { email: string; bankName?: string; iban?: string; bic?: string }

/** An order, or the part of it that is given back. Amounts in cents, without tax. */
export type InvoiceLine = {
  orderId: string
  orderNumber: string
  /** The buyer's own number for the order. */
  reference?: string
  partNumber: string
  name: string
  pieces: number
  /** Dollars for a piece, exact decimal text of four places. */
  unitPrice: string
  netCents: number
  /** The order's share of the freight, without tax, beside the price. It is charged below the lines, by category and rate. */
  freightCents?: number
  category: TaxCategory
  /** Hundredths of a percent: 1900 is 19 %. */
  rateBp: number
  /** The line's share of the tax of its category and rate, with that of its freight. */
  taxCents: number
  /** Cents of what is given back beyond price and tax, on credit notes alone: see `splitGross`. */
  roundingCents?: number
}

/** All lines of one category and rate, with their freight. */
export type InvoiceTax = {
  category: TaxCategory
  rateBp: number
  netCents: number
  /** The freight in it. */
  freightCents?: number
  taxCents: number
  roundingCents?: number
  /** Why no tax is charged, where none is. */
  reason?: string
  vatex?: string
}

/**
 * How it is paid.
 * - `card`, `transfer`: before the paper was issued
 * - `account`: until `dueOn`, or so many days after the goods have left
 */
export type InvoicePayment = {
  means: 'card' | 'transfer' | 'account'
  reference: string
  paidOn?: string
  dueOn?: string
  daysFromDispatch?: number
}

/**
 * The content of an invoice or a credit note, frozen when it is issued. All documents are written from it alone. Days are
 * `YYYY-MM-DD`; amounts are in cents of `currency`, and positive on credit notes as well.
 */
export type InvoiceData = {
  kind: PaperKind
  number: string
  issuedOn: string
  currency: typeof INVOICE_CURRENCY
  seller: InvoiceSeller
  buyer: InvoiceParty
  /** Where the goods go; `on` when all of them have left. `note`: the number of the delivery, where it has an invoice of its own. */
  delivery: Pick<InvoiceParty, 'name' | 'lines' | 'city' | 'state' | 'postalCode' | 'country' | 'countryUnprinted'> & {
    on?: string
    note?: string
  }
  /** From the first order to the issue. */
  period: { from: string; to: string }
  /** Of the quote that was ordered. */
  quoteNumber?: string
  /** How the goods are carried: name and Incoterm of each freight of the bill. */
  carriage?: string[]
  /** The terms of the offer, and what the buyer said about the orders, in paragraphs. */
  said?: string[]
  lines: InvoiceLine[]
  taxes: InvoiceTax[]
  netCents: number
  taxCents: number
  grossCents: number
  /** What is given back beyond price and tax, or below zero less, because no price has this sum with its tax (BT-114). */
  roundingCents?: number
  /** Paid, or given back, by the day of issue. */
  paidCents: number
  /** The tax in the seller's tax currency; `rate` is the price of one US dollar in it, as decimal text. */
  taxCurrency?: { currency: string; rate: string; taxCents: number }
  payment: InvoicePayment
  /** Of a credit note: the invoice that it takes back from, and why. */
  credited?: { number: string; issuedOn: string; reason: string; isDiscount?: boolean }
}

/**
 * The breakdown of the lines by category and rate, in the order of their first lines.
 * @param reasons why no tax is charged, by category.
 */
export function taxBreakdown(lines: InvoiceLine[], reasons: Partial<Record<TaxCategory, string>>): InvoiceTax[] {
  const taxes = new Map<string, InvoiceTax>()
  for (const { category, rateBp, netCents, freightCents = 0, taxCents, roundingCents = 0 } of lines) {
    const key = `${category} ${rateBp}`
    const isTaxed = category === 'S' || category === 'Z'
    const reason = isTaxed ? {} : { reason: reasons[category] ?? '', ...(vatexCodes[category] && { vatex: vatexCodes[category] }) }
    const tax = taxes.get(key) ?? { category, rateBp, netCents: 0, taxCents: 0, ...reason }
    tax.netCents += netCents + freightCents
    if (freightCents !== 0) tax.freightCents = (tax.freightCents ?? 0) + freightCents
    tax.taxCents += taxCents
    if (roundingCents !== 0) tax.roundingCents = (tax.roundingCents ?? 0) + roundingCents
    taxes.set(key, tax)
  }
  return [...taxes.values()]
}

/** The freight of a paper, in cents. */
export const freightCentsOf = ({ taxes }: Pick<InvoiceData, 'taxes'>): number =>
  taxes.reduce((sum, { freightCents = 0 }) => sum + freightCents, 0)

type Amounts = Pick<InvoiceLine, 'netCents' | 'freightCents' | 'taxCents'>

/** Price and freight of a line. */
export const netOfLine = ({ netCents, freightCents = 0 }: Omit<Amounts, 'taxCents'>): number => netCents + freightCents

/** The freight of an order with its share of the order's tax, rounded half up. */
export function grossOfFreight({ netCents, freightCents = 0, taxCents }: Amounts): number {
  const net = BigInt(netCents + freightCents)
  return net === 0n ? 0 : freightCents + Number((2n * BigInt(taxCents) * BigInt(freightCents) + net) / (2n * net))
}

/**
 * The freight, without tax, until which a line is credited when so much of it with tax is, of which `marked` was given back as freight. What
 * is given back otherwise is of the price first.
 */
export function creditedFreightUntil(line: Amounts, cents: number, marked: number): number {
  const [gross, freight = 0] = [grossOfFreight(line), line.freightCents]
  const given = Math.min(Math.max(marked, cents - (netOfLine(line) + line.taxCents - gross), 0), gross)
  return given === gross ? freight : Number((2n * BigInt(freight) * BigInt(given) + BigInt(gross)) / (2n * BigInt(gross)))
}

/**
 * An amount in another currency, rounded half up to its cent.
 * @param rate the price of one dollar in the other currency, as decimal text with at most eight places.
 */
export function convertCents(cents: number, rate: string): Cents {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scale = 10n ** BigInt(fraction.length)
  return Number((BigInt(cents) * BigInt(whole + fraction) * 2n + scale) / (2n * scale)) as Cents
}

/** The tax of a net amount by a rate, rounded half up to the cent. */
export const taxOfNet = (netCents: number, rateBp: number): number => Number((2n * BigInt(netCents) * BigInt(rateBp) + 10_000n) / 20_000n)

type Split = { netCents: number; taxCents: number; roundingCents: number }

/**
 * Splits an amount with tax so that the tax is that of its own net amount, as strict readers of credit notes expect: a cent that is left
 * goes into the net amount. Some amounts are no net amount with its tax (3 cents at 19 %): these keep a cent beside both, `roundingCents`.
 * @param nearNet the net amount that would be exact by the refunds before, at most some cents off.
 */
export function splitGross(gross: number, rateBp: number, nearNet: number): Split {
  const exact = Math.round((gross * 10_000) / (10_000 + rateBp))
  const tried = [nearNet, exact].filter((netCents) => netCents >= 0 && netCents <= gross)
  const splits = tried.map((netCents): Split => {
    const taxCents = taxOfNet(netCents, rateBp)
    return { netCents, taxCents, roundingCents: gross - netCents - taxCents }
  })
  return splits.reduce((best, split) => (Math.abs(split.roundingCents) < Math.abs(best.roundingCents) ? split : best))
}

/**
 * The net amount, of price and freight, until which a line is credited when so much of it with tax is, rounded half up.
 */
export function creditedNetUntil(line: Amounts, cents: number): number {
  const net = netOfLine(line)
  const gross = BigInt(net + line.taxCents)
  return gross === 0n ? 0 : Number((2n * BigInt(net) * BigInt(cents) + gross) / (2n * gross))
}
