import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import {
  convertCents,
  creditedFreightUntil,
  creditedNetUntil,
  grossOfFreight,
  splitGross,
  taxOfNet,
  type InvoiceData,
} from '#contract/payments/invoices.ts'
import { taxCategories } from '#contract/payments/tax.ts'
import { samplePaper, samplePapers } from '#tests/support/shops/sample-papers.ts'
import { parseXml, valuesOf, type XmlNode } from '#tests/support/parse-xml.ts'
import { writeCii } from './write-cii.ts'
import { openInvoicePdf, pdfFactsOf } from './write-pdf.ts'
import { writeUbl } from './write-ubl.ts'

const pdfOf = (data: InvoiceData): Buffer => {
  const pdf = openInvoicePdf(pdfFactsOf(data, writeCii(data)))
  return Buffer.concat([pdf.add(data.lines), pdf.finish()])
}

const cents = (text: string | undefined) => {
  expect(text).toMatch(/^\d+\.\d\d$/)
  return Number(text!.replace('.', ''))
}
const sum = (texts: string[]) => texts.reduce((all, text) => all + cents(text), 0)

/** The figures of a paper in both syntaxes. */
function figuresOf(data: InvoiceData) {
  const [ubl, cii] = [parseXml(writeUbl(data)), parseXml(writeCii(data))]
  const line = data.kind === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine'
  const inUbl = (path: string) => valuesOf(ubl, path)
  const settled = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement'
  const inCii = (path: string) => valuesOf(cii, `${settled}/${path}`)
  const total = (name: string) => inCii(`SpecifiedTradeSettlementHeaderMonetarySummation/${name}`)
  return [
    {
      lines: inUbl(`${line}/LineExtensionAmount`),
      goods: inUbl('LegalMonetaryTotal/LineExtensionAmount'),
      freights: inUbl('AllowanceCharge/Amount'),
      charges: inUbl('LegalMonetaryTotal/ChargeTotalAmount'),
      net: inUbl('LegalMonetaryTotal/TaxExclusiveAmount'),
      bases: inUbl('TaxTotal/TaxSubtotal/TaxableAmount'),
      taxes: inUbl('TaxTotal/TaxSubtotal/TaxAmount'),
      tax: inUbl('TaxTotal/TaxAmount'),
      gross: inUbl('LegalMonetaryTotal/TaxInclusiveAmount'),
      paid: inUbl('LegalMonetaryTotal/PrepaidAmount'),
      due: inUbl('LegalMonetaryTotal/PayableAmount'),
    },
    {
      lines: valuesOf(
        cii,
        'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
      ),
      goods: total('LineTotalAmount'),
      freights: inCii('SpecifiedTradeAllowanceCharge/ActualAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxBasisTotalAmount'),
      bases: inCii('ApplicableTradeTax/BasisAmount'),
      taxes: inCii('ApplicableTradeTax/CalculatedAmount'),
      tax: total('TaxTotalAmount'),
      gross: total('GrandTotalAmount'),
      paid: total('TotalPrepaidAmount'),
      due: total('DuePayableAmount'),
    },
  ]
}

function expectSums(data: InvoiceData): void {
  for (const { lines, goods, freights, charges, net, bases, taxes, tax, gross, paid, due } of figuresOf(data)) {
    // BR-CO-10, BR-CO-12, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-16, BR-S-08
    expect(sum(lines)).toBe(cents(goods[0]))
    expect(sum(freights)).toBe(sum(charges))
    expect(sum(lines) + sum(charges)).toBe(cents(net[0]))
    expect(sum(bases)).toBe(cents(net[0]))
    expect(sum(taxes)).toBe(cents(tax[0]))
    expect(cents(net[0]) + cents(tax[0])).toBe(cents(gross[0]))
    expect(cents(gross[0]) - cents(paid[0])).toBe(cents(due[0]))
    // BR-CO-17. The deliveries of an order share its tax, so that of one may be a cent off.
    for (const [index, { rateBp }] of data.taxes.entries()) {
      const exact = Math.floor((2 * cents(bases[index]) * rateBp + 10_000) / 20_000)
      expect(Math.abs(cents(taxes[index]) - exact)).toBeLessThanOrEqual(data.delivery.note === undefined ? 0 : 1)
    }
  }
}

const lines = fc.array(
  fc.record({
    pieces: fc.integer({ min: 1_000, max: 200_000 }),
    unitPrice: fc.integer({ min: 1, max: 500_000 }).map((price) => (price / 10_000).toFixed(4)),
  }),
  { minLength: 1, maxLength: 12 },
)

test('lines, breakdown and totals agree in both syntaxes, in any order of the lines (76)', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom(0, 700, 1_900, 2_550, 810), (given, rateBp) => {
      const [one, other] = [samplePaper({ rateBp, lines: given }), samplePaper({ rateBp, lines: given.toReversed() })]
      expectSums(one)
      expectSums(other)
      expect(other.grossCents).toBe(one.grossCents)
    }),
    { numRuns: 40 },
  )
})

test('what is given back of a line has the tax of its own net amount, and adds up to the line (76)', () => {
  const given = fc.record({
    netCents: fc.integer({ min: 1, max: 5_000_000 }),
    rateBp: fc.constantFrom(0, 250, 700, 810, 1_700, 1_900, 2_000, 2_100, 2_550, 2_700),
    parts: fc.array(fc.oneof(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 4_000_000 })), { maxLength: 40 }),
  })
  fc.assert(
    fc.property(given, ({ netCents, rateBp, parts }) => {
      const line = { netCents, taxCents: taxOfNet(netCents, rateBp) }
      const gross = line.netCents + line.taxCents
      let [before, net, tax, notes] = [0, 0, 0, 0]
      for (const part of [...parts, gross]) {
        const amount = Math.min(part, gross - before)
        if (amount === 0) continue
        const near = Math.min(Math.max(creditedNetUntil(line, before + amount) - net, 0), amount)
        const credit = splitGross(amount, rateBp, near)
        // BR-CO-17 to the cent, and BR-CO-16 with BT-114.
        expect(credit.taxCents).toBe(Math.floor((2 * credit.netCents * rateBp + 10_000) / 20_000))
        expect(credit.netCents + credit.taxCents + credit.roundingCents).toBe(amount)
        expect(Math.abs(credit.roundingCents)).toBeLessThanOrEqual(1)
        // A cent beside both only where no net amount has this sum with its tax.
        const below = Math.floor((amount * 10_000) / (10_000 + rateBp))
        const isPrice = [below - 1, below, below + 1].some((one) => one + taxOfNet(one, rateBp) === amount)
        expect(credit.roundingCents === 0).toBe(isPrice)
        before += amount
        net += credit.netCents
        tax += credit.taxCents
        notes += 1
      }
      expect(before).toBe(gross)
      expect(Math.abs(net - netCents)).toBeLessThanOrEqual(notes)
      expect(Math.abs(tax - line.taxCents)).toBeLessThanOrEqual(notes)
      // One note for all is the invoice.
      expect(splitGross(gross, rateBp, netCents)).toEqual({ ...line, roundingCents: 0 })
    }),
    { numRuns: 400 },
  )
})

test('an amount in another currency is rounded half up', () => {
  expect([convertCents(15, '0.9'), convertCents(5, '0.9'), convertCents(95_000, '0.9213'), convertCents(10, '1')]).toEqual([
    14, 5, 87_524, 10,
  ])
})

const ublChildren = {
  Invoice:
    'CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode TaxCurrencyCode BuyerReference InvoicePeriod OrderReference BillingReference DespatchDocumentReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine',
  CreditNote:
    'CustomizationID ProfileID ID IssueDate CreditNoteTypeCode Note DocumentCurrencyCode TaxCurrencyCode BuyerReference InvoicePeriod OrderReference BillingReference DespatchDocumentReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal CreditNoteLine',
}
const ciiSettlement =
  'PaymentReference TaxCurrencyCode InvoiceCurrencyCode SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument'
const required = 'ID IssueDate DocumentCurrencyCode AccountingSupplierParty AccountingCustomerParty TaxTotal LegalMonetaryTotal'

/** The names in the schema's order, each once. */
const namesOf = ({ children }: XmlNode) => [...new Set(children.map(({ name }) => name))]
const inSchemasOrder = (names: string[], schema: string) => schema.split(' ').filter((name) => names.includes(name))

test.each(Object.entries(samplePapers))('%s: sums, codes and the order of elements are those of the standard', (_, data) => {
  expectSums(data)

  const ubl = parseXml(writeUbl(data))
  expect(namesOf(ubl)).toEqual(inSchemasOrder(namesOf(ubl), ublChildren[ubl.name as keyof typeof ublChildren]))
  for (const name of required.split(' ')) expect(namesOf(ubl)).toContain(name)
  const cii = parseXml(writeCii(data))
  expect(namesOf(cii)).toEqual(['ExchangedDocumentContext', 'ExchangedDocument', 'SupplyChainTradeTransaction'])
  const transaction = cii.children[2]!
  expect(namesOf(transaction)).toEqual([
    'IncludedSupplyChainTradeLineItem',
    'ApplicableHeaderTradeAgreement',
    'ApplicableHeaderTradeDelivery',
    'ApplicableHeaderTradeSettlement',
  ])
  const settlement = namesOf(transaction.children.at(-1)!)
  expect(settlement).toEqual(inSchemasOrder(settlement, ciiSettlement))

  const code = data.kind === 'invoice' ? '380' : '381'
  expect(valuesOf(ubl, data.kind === 'invoice' ? 'InvoiceTypeCode' : 'CreditNoteTypeCode')).toEqual([code])
  expect(valuesOf(cii, 'ExchangedDocument/TypeCode')).toEqual([code])
  const categories = valuesOf(ubl, 'TaxTotal/TaxSubtotal/TaxCategory/ID')
  expect(taxCategories).toEqual(expect.arrayContaining(categories))
  expect(['48', '30']).toEqual(expect.arrayContaining(valuesOf(ubl, 'PaymentMeans/PaymentMeansCode')))
  // Outside the scope of VAT there is neither a rate nor a VAT id (BR-O-02, BR-O-05).
  const isOutside = categories.includes('O')
  expect(valuesOf(ubl, 'TaxTotal/TaxSubtotal/TaxCategory/Percent')).toHaveLength(isOutside ? 0 : data.taxes.length)
  expect(writeUbl(data).includes(data.seller.vatId!)).toBe(!isOutside)
  // A reason where no tax is charged, and only there (BR-S-10, BR-Z-10, BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10).
  const isTaxed = categories.includes('S') || categories.includes('Z')
  expect(valuesOf(cii, 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/ApplicableTradeTax/ExemptionReason')).toHaveLength(
    isTaxed ? 0 : 1,
  )
})

test('freight is a charge of each category and rate in both syntaxes, with its code, and its terms are told', () => {
  const data = samplePapers['freightOfTwoRates']!
  const [ubl, cii] = [parseXml(writeUbl(data)), parseXml(writeCii(data))]
  const inCii = (path: string) =>
    valuesOf(cii, `SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeAllowanceCharge/${path}`)

  expect(valuesOf(ubl, 'AllowanceCharge/ChargeIndicator')).toEqual(['true', 'true'])
  expect(valuesOf(ubl, 'AllowanceCharge/AllowanceChargeReasonCode')).toEqual(['FC', 'FC'])
  expect(valuesOf(ubl, 'AllowanceCharge/Amount')).toEqual(['12.50', '33.33'])
  expect(valuesOf(ubl, 'AllowanceCharge/TaxCategory/Percent')).toEqual(['19', '7'])
  expect([inCii('ReasonCode'), inCii('ActualAmount')]).toEqual([['FC', 'FC'], ['12.50', '33.33']]) // prettier-ignore
  expect(inCii('CategoryTradeTax/RateApplicablePercent')).toEqual(['19', '7'])
  for (const text of [writeUbl(data), writeCii(data)]) expect(text).toContain('Freight: Pallets, DAP Bonn, Incoterms 2020.')
})

test('the invoice of a delivery names its number and its day in both syntaxes', () => {
  const data = samplePapers['delivery']!
  const [ubl, cii] = [parseXml(writeUbl(data)), parseXml(writeCii(data))]
  const inCii = (path: string) => valuesOf(cii, `SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/${path}`)

  expect(valuesOf(ubl, 'DespatchDocumentReference/ID')).toEqual(['O-000123-1'])
  expect(valuesOf(ubl, 'Delivery/ActualDeliveryDate')).toEqual(['2026-11-23'])
  expect(inCii('DespatchAdviceReferencedDocument/IssuerAssignedID')).toEqual(['O-000123-1'])
  expect(inCii('ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString')).toEqual(['20261123'])
  expect(writeUbl(samplePapers['onAccount']!)).not.toContain('Despatch')
})

test('a paper without freight has neither a charge nor a sum of charges', () => {
  for (const text of [writeUbl(samplePapers['domestic']!), writeCii(samplePapers['domestic']!)])
    expect(text).not.toMatch(/Charge(?!Amount)/)
})

test('what is given back of a line with freight is of its price first, unless it was given back as freight', () => {
  const line = { netCents: 100_000, freightCents: 4_500, taxCents: 19_855 } // 19 % of both
  const until = (credited: number, marked = 0) => creditedFreightUntil(line, credited, marked)

  expect([until(0), until(119_000), until(119_001), until(124_355)]).toEqual([0, 0, 1, 4_500])
  expect([until(5_355, 5_355), until(60_000, 5_355), until(124_355, 5_355)]).toEqual([4_500, 4_500, 4_500])
  expect(grossOfFreight(line)).toBe(5_355)
  expect(grossOfFreight({ netCents: 100_000, taxCents: 19_000 })).toBe(0)
})

test('an address in a country with states names its state in both syntaxes, at the place that the schema has for it', () => {
  const ubl = writeUbl(samplePapers['export']!)
  const cii = writeCii(samplePapers['export']!)

  expect(ubl).toMatch(/<cbc:PostalZone>92101<\/cbc:PostalZone>\s*<cbc:CountrySubentity>CA<\/cbc:CountrySubentity>\s*<cac:Country>/)
  expect(cii).toMatch(
    /<ram:CountryID>US<\/ram:CountryID>\s*<ram:CountrySubDivisionName>CA<\/ram:CountrySubDivisionName>\s*<\/ram:PostalTradeAddress>/,
  )
})

test('what people typed is text, whatever it contains', () => {
  const name = '<cbc:ID>&amp;"\'\u0000\u0007\r]]>\ud800 Ω'
  const data = samplePaper({ lines: [{ pieces: 1_000, unitPrice: '1.0000', name }] })

  const read = '<cbc:ID>&amp;"\'\ufffd\ufffd\r]]>\ufffd Ω'
  expect(valuesOf(parseXml(writeUbl(data)), 'InvoiceLine/Item/Name')).toEqual([read])
  expect(valuesOf(parseXml(writeUbl(data)), 'ID')).toEqual([data.number])
  expect(
    valuesOf(parseXml(writeCii(data)), 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedTradeProduct/Name'),
  ).toEqual([read])
})

test.each(['domestic', 'long', 'creditNoteWithoutTax'])('the PDF of %s is PDF/A-3b with its invoice inside', async (name) => {
  const data = samplePapers[name]!
  const bytes = pdfOf(data)
  const raw = bytes.toString('latin1')

  expect(raw.startsWith('%PDF-1.7')).toBe(true)
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>B</pdfaid:conformance>',
    '<fx:DocumentType>INVOICE</fx:DocumentType>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '/S /GTS_PDFA1',
    '/DestOutputProfile',
    '/AFRelationship /Alternative',
    '/Subtype /text#2Fxml',
    '/F (factur-x.xml)',
    '/UF (factur-x.xml)',
  ]) {
    expect(raw).toContain(part)
  }
  expect(raw).toMatch(/\/AF \[/)
  expect(raw).toMatch(/trailer[\s\S]*\/ID \[/)
  for (const part of ['/Encrypt', '/JavaScript', '/JS ', '/Launch', '/SMask', '/ca ']) expect(raw).not.toContain(part)
  // Each font is in the file.
  const fonts = raw.match(/\/Type \/FontDescriptor/g)!
  expect(raw.match(/\/FontFile2 /g)).toHaveLength(fonts.length)
  expect(parseXml(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(raw)![0]).name).toBe('xmpmeta')

  const document = await getDocumentProxy(new Uint8Array(bytes))
  const attached = [...(await document.getAttachments())!.values()]
  expect(attached.map(({ filename }) => filename)).toEqual(['factur-x.xml'])
  const stream = raw.indexOf('stream\n', raw.indexOf('/Type /EmbeddedFile')) + 'stream\n'.length
  expect(inflateSync(bytes.subarray(stream, raw.indexOf('\nendstream', stream))).toString()).toBe(writeCii(data))
})

const textOf = async (data: InvoiceData) => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdfOf(data))))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test('a credit note whose sum with tax is a cent off says the cent, and what is given back', async () => {
  const sold = [{ pieces: 1, unitPrice: '0.0300' }]
  const [credit] = await textOf({ ...samplePaper({ lines: sold }), kind: 'credit_note', roundingCents: -1, paidCents: 3 })

  expect(credit).toMatch(/Net total USD 0.03 Tax 19 % on 0.03 USD 0.01 Total credited USD 0.04 Rounding USD .0.01 Given back USD 0.03/)
  expect((await textOf(samplePapers['creditNote']!)).join()).not.toContain('Rounding')
})

test('an invoice on account that was paid before names no day on which it is due, and one that was not names it', async () => {
  const open = samplePapers['onAccount']!

  const [unpaid, paid] = await Promise.all(
    [open, { ...open, paidCents: open.grossCents }].map(async (data) => (await textOf(data)).join(' ')),
  )

  expect(unpaid).toMatch(/Due 24 December 2026.*To be paid by 2026-12-24\./)
  expect(paid).not.toContain('24 December 2026')
  expect(paid).toContain('Paid.')
})

test('the PDF says what the law asks: parties, numbers, tax, and why none is charged', async () => {
  const [domestic, intra, out, none, note] = await Promise.all(
    ['domestic', 'intraCommunity', 'export', 'noTax', 'creditNote'].map(async (name) => (await textOf(samplePapers[name]!)).join(' ')),
  )
  for (const words of [
    'Sample Panels GmbH',
    'Display Werke AG Ann Müller Fabrikstraße 9 53113 Bonn Germany',
    'Invoice INV-2026-000123',
    '24 November 2026',
    'PO-4711',
    'Tax 19 % on 5,000.00 USD 950.00',
    'Total USD 5,950.00',
    'Amount due USD 0.00',
    'Tax in EUR: 875.24, at 0.9213 EUR for 1 USD.',
    'VAT ID DE136695976',
    'Page 1 of 1',
  ]) {
    expect(domestic).toContain(words)
  }
  expect(intra).toContain('Article 138')
  expect(intra).toContain('VAT ID FR83404833048')
  expect(intra).toContain('Delivery to Écrans & Fils SARL, 3 quai Est, 13002 Marseille, France.')
  expect(out).toContain('Article 146')
  expect(out).toContain('Lee Screens 77 Ocean Ave San Diego, CA 92101 United States of America')
  expect(none).toContain('No tax is charged.')
  expect(note).toContain('Credit note for invoice INV-2026-000123 of 2026-11-20. Reason: Broken panels & frames')
})

test('an invoice has names and addresses in their own letters, from fonts that are inside it, and says what no font has', async () => {
  const words = [
    'Дисплей Верке ТОВ',
    'Ηλεκτρονικά',
    '株式会社テレビ部品',
    '北京市朝阳区建国路88号',
    'เขตวัฒนา',
    'الإمارات العربية المتحدة',
    'תל אביב-יפו',
  ]
  const paper = samplePaper({ lines: words.map((name) => ({ pieces: 2_000, unitPrice: '2.5000', name })) })
  const paperOf = (name: string) => ({ ...paper, buyer: { ...paper.buyer, name } })

  const [page] = await textOf(paperOf(words.join(' ')))
  const [lacking] = await textOf(paperOf('\u{10380} AG'))

  for (const word of words) expect(page!.replaceAll(' ', '').split(word.replaceAll(' ', ''))).toHaveLength(3)
  expect(page).not.toContain('[?]')
  expect(lacking).toContain('[?] AG')
  expect(lacking).toContain('[?] stands for characters that this print has no signs for')
  const bytes = pdfOf(paperOf(words.join(' '))).toString('latin1')
  const [fonts, files, readable] = [/\/Type \/Font\n\/Subtype \/Type0/g, /\/FontFile[23] /g, /\/ToUnicode /g].map(
    (one) => bytes.match(one)?.length,
  )
  expect(fonts).toBeGreaterThan(5)
  expect([files, readable]).toEqual([fonts, fonts])
})

test('terms and what the buyer said are notes in both syntaxes, and stand in the PDF on as many pages as they need', async () => {
  const said = ['Terms: Half in January,\n<half> in June.', `Your note: ${'Ring twice. '.repeat(600)}The end.`]
  const data = { ...samplePapers['domestic']!, said }

  const pages = await textOf(data)

  const [before] = valuesOf(parseXml(writeUbl(samplePapers['domestic']!)), 'Note')
  expect(valuesOf(parseXml(writeUbl(data)), 'Note')).toEqual([`${before} ${said.join(' ')}`])
  expect(valuesOf(parseXml(writeCii(data)), 'ExchangedDocument/IncludedNote/Content').slice(-2)).toEqual(said)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('Terms: Half in January, <half> in June. Your note: Ring twice.')
  expect(pages[1]).toMatch(/continued.* Ring twice\. The end\..*Page 2 of 2/)
})

test('a long invoice has its head and the count of pages on each page, and all of its lines', async () => {
  const pages = await textOf(samplePapers['long']!)

  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    if (index > 0) expect(page).toContain('Invoice INV-2026-000123, continued')
  }
  expect(samplePapers['long']!.lines.filter(({ partNumber }) => !pages.join(' ').includes(partNumber))).toEqual([])
})

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

test('two processes write the same bytes (75)', () => {
  const program = `
    import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
    import { samplePapers } from '#tests/support/shops/sample-papers.ts'
    import { writeCii } from '#server/invoices/documents/write-cii.ts'
    import { writeUbl } from '#server/invoices/documents/write-ubl.ts'
    import { openInvoicePdf, pdfFactsOf } from '#server/invoices/documents/write-pdf.ts'
    const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')
    const data = samplePapers.long
    const pdf = openInvoicePdf(pdfFactsOf(data, writeCii(data)))
    console.log(JSON.stringify([hashOf(writeCii(data)), hashOf(writeUbl(data)), hashOf(Buffer.concat([pdf.add(data.lines), pdf.finish()]))]))`
  const env = { ...process.env, TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' }
  const other = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' }),
  ) as string[]

  const data = samplePapers['long']!
  expect([hashOf(writeCii(data)), hashOf(writeUbl(data)), hashOf(pdfOf(data))]).toEqual(other)
})
