import { convertCents, INVOICE_CURRENCY, netOfLine, taxBreakdown, type InvoiceData, type InvoiceLine } from '#contract/payments/invoices.ts'
import { deliveryShare } from '#contract/payments/delivery-shares.ts'
import { parseUnitPrice, toCents, totalOf, type Cents } from '#contract/basics/money.ts'
import { shareTax, taxSentences, type TaxCategory } from '#contract/payments/tax.ts'

type Facts = {
  category?: TaxCategory
  rateBp?: number
  /** `rateBp` of a line is that of the paper where nothing is said. */
  lines?: { pieces: number; unitPrice: string; name?: string; freightCents?: number; rateBp?: number }[]
} & Partial<Omit<InvoiceData, 'lines'>>

const sentences: Partial<Record<TaxCategory, string>> = {
  K: taxSentences.intraCommunity,
  G: taxSentences.export,
  O: taxSentences.notCharged,
  AE: 'Reverse charge: the buyer accounts for the tax.',
  E: 'Exempt under Article 132 of Directive 2006/112/EC.',
}

/** The tax of each amount, of all amounts of its rate together. */
function shareByRate(nets: Cents[], rates: number[]): number[] {
  const taxes: number[] = []
  for (const rateBp of new Set(rates)) {
    const together = nets.flatMap((net, index) => (rates[index] === rateBp ? [{ net, index }] : []))
    const shares = shareTax(together.map(({ net }) => net), { rateBp }) // prettier-ignore
    for (const [at, { index }] of together.entries()) taxes[index] = shares[at]!
  }
  return taxes
}

/** A frozen invoice, taxed as given; German and domestic by default. */
export function samplePaper({ category = 'S', rateBp = category === 'S' ? 1_900 : 0, lines = [], ...fields }: Facts = {}): InvoiceData {
  const given = lines.length > 0 ? lines : [{ pieces: 2_000, unitPrice: '2.5000' }]
  // Freight alone is credited without a price.
  const nets = given.map(({ pieces, unitPrice }) => (Number(unitPrice) === 0 ? toCents(0) : totalOf(parseUnitPrice(unitPrice)!, pieces)))
  const rates = given.map((line) => line.rateBp ?? rateBp)
  const taxes = shareByRate(
    given.map(({ freightCents = 0 }, index) => toCents(nets[index]! + freightCents)),
    rates,
  )
  const written = given.map(({ pieces, unitPrice, freightCents, name = 'Main board for 55-inch panels' }, index): InvoiceLine => ({
    orderId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    orderNumber: `O-${String(index + 123).padStart(6, '0')}`,
    reference: 'PO-4711',
    partNumber: `TF-${1000 + index}`,
    name,
    pieces,
    unitPrice,
    netCents: nets[index]!,
    ...(freightCents !== undefined && { freightCents }),
    category,
    rateBp: rates[index]!,
    taxCents: taxes[index]!,
  }))
  const netCents = written.reduce((sum, line) => sum + netOfLine(line), 0)
  const taxCents = taxes.reduce((sum, tax) => sum + tax, 0)
  const rate = '0.9213'
  return {
    kind: 'invoice',
    number: 'INV-2026-000123',
    issuedOn: '2026-11-24',
    currency: INVOICE_CURRENCY,
    seller: {
      name: 'Sample Panels GmbH',
      lines: ['Dock Road 1'],
      city: 'Hamburg',
      postalCode: '20457',
      country: 'DE',
      email: 'books@panels.example',
      phone: '+49 40 1234567',
      vatId: 'DE136695976',
      taxNumber: '22/815/08151',
      registration: 'HRB 12345',
      bankName: 'Sample Bank',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
    },
    buyer: {
      name: 'Display Werke AG',
      contact: 'Ann Müller',
      lines: ['Fabrikstraße 9'],
      city: 'Bonn',
      postalCode: '53113',
      country: 'DE',
      email: 'ann@werke.example',
      phone: '+49 228 1234',
      vatId: 'DE811569869',
    },
    delivery: { name: 'Display Werke AG', lines: ['Fabrikstraße 9'], city: 'Bonn', postalCode: '53113', country: 'DE' },
    period: { from: '2026-11-20', to: '2026-11-24' },
    lines: written,
    taxes: taxBreakdown(written, sentences),
    netCents,
    taxCents,
    grossCents: netCents + taxCents,
    paidCents: netCents + taxCents,
    ...(taxCents > 0 && { taxCurrency: { currency: 'EUR', rate, taxCents: convertCents(toCents(taxCents), rate) } }),
    payment: { means: 'card', reference: 'pi_123', paidOn: '2026-11-24' },
    ...fields,
  }
}

const french: Pick<InvoiceData, 'buyer' | 'delivery'> = {
  buyer: {
    name: 'Écrans & Fils SARL',
    lines: ["12 rue de l'Église", 'Bâtiment C'],
    city: 'Lyon',
    postalCode: '69001',
    country: 'FR',
    email: 'achats@ecrans.example',
    vatId: 'FR83404833048',
  },
  delivery: { name: 'Écrans & Fils SARL', lines: ['3 quai Est'], city: 'Marseille', postalCode: '13002', country: 'FR' },
}

const american: Pick<InvoiceData, 'buyer' | 'delivery'> = {
  buyer: {
    name: 'Lee Screens',
    lines: ['77 Ocean Ave'],
    city: 'San Diego',
    state: 'CA',
    postalCode: '92101',
    country: 'US',
    email: 'lee@screens.example',
  },
  delivery: { name: 'Lee Screens', lines: ['77 Ocean Ave'], city: 'San Diego', state: 'CA', postalCode: '92101', country: 'US' },
}

const freeText: Pick<InvoiceData, 'buyer' | 'delivery'> = {
  buyer: { name: 'Ann Buyer', lines: ['Dock Road 1, 20457 Hamburg'], country: 'DE', email: 'ann@example.com' },
  delivery: { name: 'Ann Buyer', lines: ['Dock Road 1, 20457 Hamburg'], country: 'DE' },
}

const many = Array.from({ length: 75 }, (_, index) => ({
  pieces: 1_000 + index * 7,
  unitPrice: (0.0042 + index * 0.3711).toFixed(4),
  name: index % 9 === 0 ? `Polariser film, ${'very '.repeat(12)}long name, 1,234 x 5,678 mm, number ${index}` : `Panel ${index}`,
}))

/** A delivery of an order of 1,001 pieces for $33.33, with $12.50 of freight and a tax that is not shared evenly. */
function sampleDelivery(before: number, pieces: number, nth = 1): InvoiceData {
  const share = deliveryShare({ quantity: 1_001, totalCents: 3_333, freightCents: 1_250, taxCents: 871 }, before, pieces)
  const paper = samplePaper({ lines: [{ pieces, unitPrice: '0.0333', freightCents: share.freightCents }] })
  const lines = paper.lines.map((line) => ({ ...line, ...share }))
  const [netCents, taxCents] = [share.netCents + share.freightCents, share.taxCents]
  return {
    ...paper,
    lines,
    taxes: taxBreakdown(lines, sentences),
    netCents,
    taxCents,
    grossCents: netCents + taxCents,
    taxCurrency: { currency: 'EUR', rate: '0.9213', taxCents: convertCents(toCents(taxCents), '0.9213') },
    delivery: { ...paper.delivery, on: '2026-11-23', note: `O-000123-${nth}` },
    paidCents: 0,
    payment: { means: 'account', reference: 'acct_1', dueOn: '2026-12-23' },
  }
}

/** One paper for each kind of tax, payment and length. */
export const samplePapers: Record<string, InvoiceData> = {
  domestic: samplePaper(),
  cents: samplePaper({ lines: Array.from({ length: 3 }, () => ({ pieces: 1_001, unitPrice: '0.0333' })) }),
  intraCommunity: samplePaper({ category: 'K', ...french }),
  reverseCharge: samplePaper({ category: 'AE', ...french }),
  export: samplePaper({ category: 'G', ...american }),
  noTax: samplePaper({ category: 'O', ...freeText }),
  exempt: samplePaper({ category: 'E' }),
  zero: samplePaper({ category: 'Z' }),
  onAccount: samplePaper({ paidCents: 0, payment: { means: 'account', reference: 'acct_1', dueOn: '2026-12-24' } }),
  byTransfer: samplePaper({ payment: { means: 'transfer', reference: 'bank_1', paidOn: '2026-11-23' } }),
  shipped: samplePaper({ delivery: { ...freeText.delivery, on: '2026-11-23' } }),
  freight: samplePaper({
    carriage: ['Pallets, DAP Bonn, Incoterms 2020'],
    lines: [{ pieces: 2_000, unitPrice: '2.5000', freightCents: 4_500 }],
  }),
  freightOfTwoRates: samplePaper({
    carriage: ['Pallets, DAP Bonn, Incoterms 2020'],
    lines: [
      { pieces: 1_001, unitPrice: '0.0333', freightCents: 1_250 },
      { pieces: 1_000, unitPrice: '0.0505', freightCents: 3_333, rateBp: 700 },
      { pieces: 3_000, unitPrice: '1.0000', freightCents: 0 },
    ],
  }),
  freightOfAnExport: samplePaper({ category: 'G', ...american, lines: [{ pieces: 1_000, unitPrice: '1.0000', freightCents: 12_345 }] }),
  freightWithoutTax: samplePaper({ category: 'O', ...freeText, lines: [{ pieces: 1_000, unitPrice: '1.0000', freightCents: 999 }] }),
  freightOnHalfCents: samplePaper({ lines: [{ pieces: 1_000, unitPrice: '0.0001', freightCents: 40 }] }),
  delivery: sampleDelivery(0, 5),
  // Its tax is a cent above that of its price.
  secondDelivery: sampleDelivery(5, 250, 2),
  lastDelivery: sampleDelivery(255, 746, 3),
  long: samplePaper({ rateBp: 2_550, lines: many, quoteNumber: 'Q-000017' }),
  creditNote: samplePaper({
    kind: 'credit_note',
    number: 'CN-2026-000007',
    lines: [{ pieces: 500, unitPrice: '2.5000' }],
    credited: { number: 'INV-2026-000123', issuedOn: '2026-11-20', reason: 'Broken panels & frames' },
  }),
  creditNoteWithFreight: samplePaper({
    kind: 'credit_note',
    number: 'CN-2026-000008',
    lines: [{ pieces: 500, unitPrice: '2.5000', freightCents: 4_500 }],
    credited: { number: 'INV-2026-000123', issuedOn: '2026-11-20', reason: 'The order was cancelled.' },
  }),
  creditNoteOfFreight: samplePaper({
    kind: 'credit_note',
    number: 'CN-2026-000009',
    lines: [{ pieces: 1, unitPrice: '0.0000', name: 'Freight of a panel', freightCents: 4_500 }],
    credited: { number: 'INV-2026-000123', issuedOn: '2026-11-20', reason: 'It came late.' },
  }),
  discountWithFreight: samplePaper({
    kind: 'credit_note',
    number: 'CN-2026-000010',
    lines: [{ pieces: 1, unitPrice: '12.3400', name: 'Part of the price of a panel' }],
    credited: { number: 'INV-2026-000123', issuedOn: '2026-11-20', reason: 'Bank charges', isDiscount: true },
  }),
  creditNoteOfDelivery: samplePaper({
    kind: 'credit_note',
    number: 'CN-2026-000011',
    lines: [{ pieces: 100, unitPrice: '0.0333', freightCents: 416 }],
    delivery: { ...freeText.delivery, on: '2026-11-23', note: 'O-000123-1' },
    credited: { number: 'INV-2026-000123', issuedOn: '2026-11-20', reason: 'Pieces came back.' },
    payment: { means: 'account', reference: 'acct_1' },
  }),
  creditNoteWithoutTax: samplePaper({
    kind: 'credit_note',
    category: 'O',
    ...freeText,
    lines: [{ pieces: 1, unitPrice: '12.3400', name: 'Part of the price of a panel' }],
    credited: { number: 'INV-2026-000123', issuedOn: '2026-11-20', reason: 'A price slip' },
  }),
}
