import PDFDocument from 'pdfkit'
import { placeLines } from '#contract/basics/address-format.ts'
import { countryName } from '#contract/basics/countries.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { freightCentsOf, type InvoiceData, type InvoiceLine, type InvoiceParty, type InvoiceTax } from '#contract/payments/invoices.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { openLateText, type LateText } from '../../platform/documents/pdf-late-text.ts'
import { ascent, openTypeface, type Typeface } from '../../platform/documents/pdf-text.ts'
import { COLOUR, LEADING, SIZE, takeWritten, write, writeLacks, writeRuns, type Place } from '../../platform/documents/pdf-writing.ts'
import { amount, buyerReference, isPaidAhead, notes, paymentTerms, percent, price } from './facts.ts'
import { facturXMetadata } from './factur-x-metadata.ts'

/** Everything but the lines, and the file that goes into the PDF. */
export type PdfFacts = Omit<InvoiceData, 'lines'> & { firstLine: InvoiceLine; reference?: string; cii: string; lineCount: number }

/** What a PDF is written from, without its lines. */
export function pdfFactsOf(data: InvoiceData, cii: string): PdfFacts {
  const { lines, ...rest } = data
  const reference = buyerReference(data)
  return { ...rest, firstLine: lines[0]!, ...(reference !== undefined && { reference }), cii, lineCount: lines.length } // a paper has lines
}

/** Points. */
const PAGE = { width: 595.28, height: 841.89, margin: 50, foot: 104 }
const BOTTOM = PAGE.height - PAGE.foot
const INNER_WIDTH = PAGE.width - 2 * PAGE.margin
/** The column of facts beside the address. */
const FACTS = { x: PAGE.margin + 290, name: 88, width: INNER_WIDTH - 290 }
/** The sums below the table. */
const SUMS = { x: PAGE.margin + 235, width: INNER_WIDTH - 235, figure: 90 }
const GAP = 8

type Column = { title: string; width: number; right?: true; value: (line: InvoiceLine, number: number) => string }

const COLUMNS: Column[] = [
  { title: 'Line', width: 34, value: (_, number) => String(number) },
  { title: 'Description', width: 205, value: ({ name }) => name },
  { title: 'Pieces', width: 66, right: true, value: ({ pieces }) => formatCount(pieces) },
  { title: 'Unit price', width: 66, right: true, value: ({ unitPrice }) => grouped(price(unitPrice)) },
  { title: 'Tax', width: 42, right: true, value: (line) => rateWords(line) },
  { title: 'Net USD', width: 82.28, right: true, value: ({ netCents }) => figure(netCents) },
]

const LACKED_ELSEWHERE = 'the file inside it and the order on the screen have them'

const WORDS = { invoice: 'Invoice', credit_note: 'Credit note' }
const MEANS = { card: 'Card', transfer: 'Bank transfer', account: 'On account' }

/**
 * An invoice or a credit note as PDF/A-3b, with its Cross Industry Invoice as `factur-x.xml` inside (Factur-X 1.0, profile EN 16931). The same
 * facts make the same bytes: its dates are those of the paper.
 */
export function openInvoicePdf(facts: PdfFacts): DocumentFile<InvoiceLine> {
  const title = `${WORDS[facts.kind]} ${facts.number}`
  const issued = new Date(`${facts.issuedOn}T00:00:00Z`)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'en',
    displayTitle: true,
    // No user input: the library writes these into XML without escaping.
    info: { Title: title, Creator: 'Teleforge', Producer: 'Teleforge', CreationDate: issued },
  } as PDFKit.PDFDocumentOptions)
  document.file(Buffer.from(facts.cii), {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: title,
    relationship: 'Alternative',
    creationDate: issued,
    modifiedDate: issued,
  } as PDFKit.Mixins.PDFAttachmentOptions)
  ;(document as unknown as { appendXML(xml: string): void }).appendXML(facturXMetadata)
  const sheet: Sheet = { document, typeface: openTypeface(document), facts, title, y: PAGE.margin, feet: [] }
  writeHead(sheet)
  writeTitles(sheet)
  let written = 0

  return {
    add(lines) {
      for (const line of lines) writeLine(sheet, line, (written += 1))
      return takeWritten(document)
    },
    finish() {
      writeSums(sheet)
      writeSaid(sheet)
      writeFoot(sheet)
      numberPages(sheet)
      document.end()
      return takeWritten(document)
    },
  }
}

/** A document that is written from top to bottom; `y` is the current position, in points. */
type Sheet = {
  document: PDFKit.PDFDocument
  typeface: Typeface
  facts: PdfFacts
  title: string
  y: number
  /** One per page, to write the page numbers when their count is known. */
  feet: ((late: LateText) => void)[]
}

const grouped = (decimal: string) => decimal.replace(/^\d+/, (whole) => formatCount(Number(whole)))
const figure = (cents: number) => grouped(amount(cents))
const rateWords = (tax: Pick<InvoiceTax, 'category' | 'rateBp'>) => (percent(tax) === undefined ? 'none' : `${percent(tax)} %`)

/** '24 November 2026' */
const dayWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function addressLines({
  name,
  contact,
  lines,
  city = '',
  state,
  postalCode = '',
  country,
  countryUnprinted,
}: Partial<InvoiceParty> & Pick<InvoiceParty, 'name' | 'lines' | 'country'>) {
  const place = placeLines({ street: lines, city, state, postalCode, country })
  return [name, contact, ...place, countryUnprinted ? '' : (countryName(country) ?? country)].filter(
    (line) => line !== undefined && line !== '',
  ) as string[]
}

function writeHead(sheet: Sheet): void {
  const { document, facts, title } = sheet
  const { seller, buyer, delivery } = facts
  document.rect(0, 0, PAGE.width, 5).fill(COLOUR.accent)
  sheet.y += write(sheet, seller.name, {
    x: PAGE.margin,
    y: sheet.y,
    width: INNER_WIDTH,
    size: SIZE.brand,
    colour: COLOUR.accent,
    bold: true,
  })
  sheet.y += 36

  const top = sheet.y
  const [, ...sellersPlace] = addressLines(seller)
  const sender = [seller.name, ...sellersPlace].join(' · ')
  let left = top + write(sheet, sender, { x: PAGE.margin, y: top, width: 250, size: SIZE.small, colour: COLOUR.soft }) + 6
  for (const line of addressLines(buyer)) left += write(sheet, line, { x: PAGE.margin, y: left, width: 250, size: 10 })
  const namesBuyersId = buyer.vatId !== undefined
  if (namesBuyersId) left += 4 + write(sheet, `VAT ID ${buyer.vatId}`, { x: PAGE.margin, y: left + 4, width: 250 })

  let right = top
  for (const [name, fact] of factsOf(facts)) {
    const isNumber = fact === facts.number
    write(sheet, name, { x: FACTS.x, y: right, width: FACTS.name, colour: COLOUR.soft })
    right += write(sheet, fact, { x: FACTS.x + FACTS.name, y: right, width: FACTS.width - FACTS.name, bold: isNumber }) + 2
  }

  sheet.y = Math.max(left, right) + 26
  sheet.y += write(sheet, title, { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH, size: SIZE.title, bold: true }) + 4
  for (const note of notes({ ...facts, said: [], lines: [] })) {
    sheet.y += write(sheet, note, { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH })
  }
  const [buyersPlace, goodsPlace] = [buyer, delivery].map((party) => addressLines(party).join(', '))
  if (goodsPlace !== buyersPlace) {
    sheet.y += write(sheet, `Delivery to ${goodsPlace}.`, { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH })
  }
  sheet.y += 14
}

function factsOf(facts: PdfFacts): [string, string][] {
  const { kind, credited, delivery, payment, firstLine, lineCount, reference } = facts
  const orders = lineCount === 1 ? firstLine.orderNumber : `${firstLine.orderNumber} and ${lineCount - 1} more`
  return [
    [`${WORDS[kind]} number`, facts.number],
    ['Date', dayWords(facts.issuedOn)],
    ...(credited ? [['For invoice', credited.number] as [string, string]] : []),
    ['Order', orders],
    ...(reference === undefined ? [] : [['Your reference', reference] as [string, string]]),
    ...(kind === 'credit_note' || delivery.on === undefined ? [] : [['Delivered', dayWords(delivery.on)] as [string, string]]),
    ['Payment', MEANS[payment.means]],
    ...(payment.paidOn === undefined ? [] : [['Paid', dayWords(payment.paidOn)] as [string, string]]),
    ...(payment.dueOn === undefined || isPaidAhead(facts) ? [] : [['Due', dayWords(payment.dueOn)] as [string, string]]),
  ]
}

function turnPage(sheet: Sheet): void {
  writeFoot(sheet)
  sheet.document.addPage()
  sheet.y = PAGE.margin
  sheet.y += write(sheet, `${sheet.title}, continued`, { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH, bold: true }) + 10
}

function placed(y: number): [Column, Place][] {
  let x = PAGE.margin
  return COLUMNS.map((column) => {
    const place = { x: x + GAP / 2, y, width: column.width - GAP, right: column.right === true }
    x += column.width
    return [column, place]
  })
}

function writeTitles(sheet: Sheet): void {
  sheet.document.rect(PAGE.margin, sheet.y, INNER_WIDTH, 19).fill(COLOUR.tint)
  for (const [column, place] of placed(sheet.y + 4.5)) write(sheet, column.title, { ...place, bold: true })
  sheet.y += 24
}

function writeLine(sheet: Sheet, line: InvoiceLine, number: number): void {
  const under = [line.partNumber, `Order ${line.orderNumber}`, line.reference].filter(Boolean).join(' · ')
  const [, part] = placed(0)[1]!
  const nameHeight = sheet.typeface.wrap(line.name, SIZE.text, part.width).length * SIZE.text * LEADING
  const underHeight = sheet.typeface.wrap(under, SIZE.small, part.width).length * SIZE.small * LEADING
  const height = nameHeight + underHeight + 7
  if (sheet.y + height > BOTTOM) {
    turnPage(sheet)
    writeTitles(sheet)
  }
  for (const [column, place] of placed(sheet.y)) write(sheet, column.value(line, number), place)
  write(sheet, under, { ...part, y: sheet.y + nameHeight, size: SIZE.small, colour: COLOUR.soft })
  sheet.y += height
  rule(sheet, sheet.y - 4, COLOUR.line)
}

function rule({ document }: Sheet, y: number, colour: string, x = PAGE.margin): void {
  document
    .moveTo(x, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.5)
    .strokeColor(colour)
    .stroke()
}

function writeSums(sheet: Sheet): void {
  const { facts } = sheet
  const { taxes, taxCurrency, kind, grossCents, paidCents } = facts
  const reasons = taxes.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))
  const freightCents = freightCentsOf(facts)
  const rows = 5 + taxes.length + (freightCents === 0 ? 0 : 2) + (facts.roundingCents === undefined ? 0 : 2)
  if (sheet.y + rows * 16 + 40 + reasons.length * 14 > BOTTOM) turnPage(sheet)
  sheet.y += 8
  if (freightCents > 0) {
    sum(sheet, 'Goods', facts.netCents - freightCents)
    sum(sheet, 'Freight', freightCents)
  }
  sum(sheet, 'Net total', facts.netCents)
  for (const tax of taxes) {
    if (tax.category !== 'O') sum(sheet, `Tax ${rateWords(tax)} on ${figure(tax.netCents)}`, tax.taxCents)
  }
  rule(sheet, sheet.y, COLOUR.soft, SUMS.x)
  sheet.y += 6
  sum(sheet, kind === 'invoice' ? 'Total' : 'Total credited', grossCents, true)
  if (facts.roundingCents !== undefined) {
    sum(sheet, 'Rounding', facts.roundingCents)
    sum(sheet, 'Given back', paidCents, true)
  }
  if (kind === 'invoice' && paidCents > 0) sum(sheet, 'Paid', paidCents)
  if (kind === 'invoice') sum(sheet, 'Amount due', grossCents - paidCents, true)
  sheet.y += 10
  const whole = { x: PAGE.margin, width: INNER_WIDTH }
  for (const reason of reasons) sheet.y += write(sheet, reason, { ...whole, y: sheet.y }) + 3
  if (taxCurrency) {
    const { currency, rate, taxCents } = taxCurrency
    sheet.y += write(sheet, `Tax in ${currency}: ${figure(taxCents)}, at ${rate} ${currency} for 1 USD.`, { ...whole, y: sheet.y }) + 3
  }
  sheet.y += write(sheet, paymentTerms({ ...facts, lines: [] }), { ...whole, y: sheet.y })
  sheet.y += writeLacks(sheet, LACKED_ELSEWHERE, { ...whole, y: sheet.y + 3 })
}

/** The terms and what the buyer said, on as many pages as they need. */
function writeSaid(sheet: Sheet): void {
  const { facts, typeface } = sheet
  for (const paragraph of facts.said ?? []) {
    sheet.y += 8
    for (const line of paragraph.split('\n').flatMap((text) => typeface.wrap(text, SIZE.text, INNER_WIDTH))) {
      if (sheet.y + SIZE.text * LEADING > BOTTOM) turnPage(sheet)
      sheet.y += writeRuns(sheet, [line], { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH })
    }
  }
  sheet.y += writeLacks(sheet, LACKED_ELSEWHERE, { x: PAGE.margin, y: sheet.y + 3, width: INNER_WIDTH })
}

function sum(sheet: Sheet, name: string, cents: number, bold = false): void {
  const { x, width, figure: figureWidth } = SUMS
  write(sheet, name, { x, y: sheet.y, width: width - figureWidth, bold })
  const place = { x: x + width - figureWidth, y: sheet.y, width: figureWidth - GAP / 2, right: true, bold }
  sheet.y += write(sheet, `USD ${figure(cents)}`, place) + 5
}

const FOOT_Y = PAGE.height - 88

/** The seller as the law wants to see it, in three columns, and the number of the page. */
function writeFoot(sheet: Sheet): void {
  const { seller, number } = sheet.facts
  const { email, phone, vatId, taxNumber, registration, bankName, iban, bic } = seller
  const labelled = (label: string, value: string | undefined) => (value === undefined || value === '' ? [] : [`${label} ${value}`])
  const columns = [
    addressLines(seller),
    [...labelled('Email', email), ...labelled('Phone', phone), ...labelled('Registration', registration)],
    [
      ...labelled('VAT ID', vatId),
      ...labelled('Tax number', taxNumber),
      ...labelled('Bank', bankName),
      ...labelled('IBAN', iban?.replace(/(.{4})(?=.)/g, '$1 ')),
      ...labelled('BIC', bic),
    ],
  ]
  rule(sheet, FOOT_Y - 8, COLOUR.line)
  const width = INNER_WIDTH / columns.length
  for (const [index, lines] of columns.entries()) {
    let y = FOOT_Y
    for (const line of lines.slice(0, 5)) {
      y += write(sheet, line, { x: PAGE.margin + index * width, y, width: width - GAP, size: SIZE.small, colour: COLOUR.soft })
    }
  }
  write(sheet, number, { x: PAGE.margin, y: PAGE_NUMBER_Y, width: INNER_WIDTH / 2, size: SIZE.small, colour: COLOUR.soft })
  sheet.feet.push(openLateText(sheet.document))
}

const PAGE_NUMBER_Y = PAGE.height - 30

/** Runs last, because the number of pages is known only then. */
function numberPages({ typeface, feet }: Sheet): void {
  const y = PAGE.height - PAGE_NUMBER_Y - ascent() * SIZE.small
  for (const [index, writeLate] of feet.entries()) {
    const text = `Page ${index + 1} of ${feet.length}`
    const [runs] = typeface.wrap(text, SIZE.small, INNER_WIDTH)
    const x = PAGE.width - PAGE.margin - typeface.widthOf(runs!) // always at least one line
    writeLate({ text, x, y, size: SIZE.small, colour: COLOUR.soft })
  }
}
