import PDFDocument from 'pdfkit'
import { countryName } from '#contract/basics/countries.ts'
import { formatAmount, formatCount, formatKilograms, formatUnitPrice } from '#contract/basics/figures.ts'
import type { Consignment, ExportLine, ExportReason } from '#contract/orders/export-papers.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { openLateText, type LateText } from '../../platform/documents/pdf-late-text.ts'
import { ascent, openTypeface } from '../../platform/documents/pdf-text.ts'
import { COLOUR, LEADING, SIZE, takeWritten, write, writeLacks, type Writing } from '../../platform/documents/pdf-writing.ts'

export type ExportPaperKind = 'commercial-invoice' | 'packing-list'

/** All of a paper but its lines. */
export type ExportFacts = Omit<Consignment, 'lines'> & { kind: ExportPaperKind; shopName: string; orders: string; lineCount: number }

/** Points. */
const PAGE = { width: 595.28, height: 841.89, margin: 46, foot: 60 }
const INNER = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.foot
const GAP = 8

const TITLES: Record<ExportPaperKind, string> = { 'commercial-invoice': 'Commercial invoice', 'packing-list': 'Packing list' }
export const REASONS: Record<ExportReason, string> = {
  sale: 'Sale',
  sample: 'Samples, not for resale',
  return: 'Goods that are returned',
  repair: 'Goods for repair, or repaired',
}
/** What is missing is filled in by hand. */
const BLANK = '________________'

type Column = { title: string; width: number; right?: true; value: (line: ExportLine, number: number) => string }

const kg = (amount: number | null) => (amount === null ? BLANK.slice(0, 8) : formatKilograms(amount))
const COMMON: Column[] = [
  { title: 'No.', width: 24, value: (_, number) => String(number) },
  { title: 'Description', width: 158, value: ({ name }) => name },
]
const CODES: Column[] = [
  { title: 'Customs code', width: 66, value: ({ customsCode }) => customsCode ?? BLANK.slice(0, 10) },
  { title: 'Origin', width: 62, value: ({ origin }) => (origin === null ? BLANK.slice(0, 9) : (countryName(origin) ?? origin)) },
]
const COLUMNS: Record<ExportPaperKind, Column[]> = {
  'commercial-invoice': [
    ...COMMON,
    ...CODES,
    { title: 'Pieces', width: 50, right: true, value: ({ pieces }) => formatCount(pieces) },
    { title: 'Net kg', width: 44, right: true, value: ({ netKg }) => kg(netKg) },
    { title: 'Unit USD', width: 44, right: true, value: ({ unitPrice }) => formatUnitPrice(unitPrice).replace('$', '') },
    { title: 'Value USD', width: 55.28, right: true, value: ({ value }) => formatAmount(value).replace('$', '') },
  ],
  'packing-list': [
    ...COMMON,
    ...CODES,
    { title: 'Packs', width: 75.28, value: ({ packs }) => packs ?? '' },
    { title: 'Pieces', width: 60, right: true, value: ({ pieces }) => formatCount(pieces) },
    { title: 'Net kg', width: 58, right: true, value: ({ netKg }) => kg(netKg) },
  ],
}

type Sheet = Writing & { facts: ExportFacts; y: number; feet: ((late: LateText) => void)[] }

/** A commercial invoice or a packing list as PDF, on as many pages as its lines need. */
export function openExportPaper(facts: ExportFacts): DocumentFile<ExportLine> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Title: TITLES[facts.kind], Author: facts.shopName, Creator: facts.shopName, Producer: facts.shopName },
  } as PDFKit.PDFDocumentOptions)
  const sheet: Sheet = { document, typeface: openTypeface(document), facts, y: PAGE.margin, feet: [] }
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
      writeSigned(sheet)
      writeFoot(sheet)
      numberPages(sheet)
      document.end()
      return takeWritten(document)
    },
  }
}

function writeHead(sheet: Sheet): void {
  const { facts, document } = sheet
  document.rect(0, 0, PAGE.width, 5).fill(COLOUR.accent)
  sheet.y += write(sheet, TITLES[facts.kind], { x: PAGE.margin, y: sheet.y, width: INNER, size: SIZE.title, bold: true }) + 12
  const column = INNER / 2
  const top = sheet.y
  const left = writeBlock(sheet, 'Exporter', facts.sender, PAGE.margin, top)
  const right = writeBlock(sheet, 'Consignee', facts.recipient, PAGE.margin + column, top)
  sheet.y = Math.max(left, right) + 12
  const named = factsOf(facts)
  const half = Math.ceil(named.length / 2)
  const ends = [named.slice(0, half), named.slice(half)].map((some, index) => writeFacts(sheet, some, PAGE.margin + index * column))
  sheet.y = Math.max(...ends) + 12
}

function writeBlock(sheet: Sheet, title: string, lines: readonly string[], x: number, top: number): number {
  const width = INNER / 2 - 12
  let y = top + write(sheet, title, { x, y: top, width, size: SIZE.small, colour: COLOUR.soft, bold: true }) + 2
  for (const line of lines.length > 0 ? lines : [BLANK]) y += write(sheet, line, { x, y, width, size: 9.5 })
  return y
}

function writeFacts(sheet: Sheet, facts: [string, string][], x: number): number {
  let { y } = sheet
  for (const [title, fact] of facts) {
    write(sheet, title, { x, y, width: 92, colour: COLOUR.soft })
    y += write(sheet, fact, { x: x + 92, y, width: INNER / 2 - 104 }) + 2
  }
  return y
}

function factsOf(facts: ExportFacts): [string, string][] {
  const { date, invoices, orders, reason, incoterm, carrier, trackingNumber, packages, netKg, grossKg } = facts
  return [
    ['Date', date],
    ['Order', orders],
    ...(invoices.length > 0 ? [['Invoice', invoices.join(', ')] satisfies [string, string]] : []),
    ['Reason for export', REASONS[reason]],
    ['Delivery term', incoterm ?? BLANK],
    ...(carrier ? [['Carrier', [carrier, trackingNumber].filter(Boolean).join(' ')] satisfies [string, string]] : []),
    ['Packages', packages === null ? BLANK : formatCount(packages)],
    ['Net weight', `${kg(netKg)} kg`],
    ['Gross weight', `${kg(grossKg)} kg`],
  ]
}

function placed({ facts }: Sheet, y: number) {
  let x = PAGE.margin
  return COLUMNS[facts.kind].map((column) => {
    const place = { x: x + GAP / 2, y, width: column.width - GAP, right: column.right === true }
    x += column.width
    return { column, place }
  })
}

function writeTitles(sheet: Sheet): void {
  sheet.document.rect(PAGE.margin, sheet.y, INNER, 19).fill(COLOUR.tint)
  for (const { column, place } of placed(sheet, sheet.y + 4.5)) write(sheet, column.title, { ...place, bold: true, size: SIZE.small + 0.5 })
  sheet.y += 24
}

function writeLine(sheet: Sheet, line: ExportLine, number: number): void {
  const under = [line.partNumber, line.orderNumber, line.reference].filter(Boolean).join(' · ')
  const cells = placed(sheet, 0).map(({ column, place }) => ({ place, text: column.value(line, number) }))
  const heightOf = (text: string, size: number, width: number) => sheet.typeface.wrap(text, size, width).length * size * LEADING
  const names = cells[1]!.place.width
  const nameHeight = heightOf(line.name, SIZE.text, names)
  const height =
    Math.max(nameHeight + heightOf(under, SIZE.small, names), ...cells.map(({ text, place }) => heightOf(text, SIZE.text, place.width))) + 7
  if (sheet.y + height > BOTTOM) {
    turnPage(sheet)
    writeTitles(sheet)
  }
  for (const { place, text } of cells) write(sheet, text, { ...place, y: sheet.y })
  write(sheet, under, { ...cells[1]!.place, y: sheet.y + nameHeight, size: SIZE.small, colour: COLOUR.soft })
  sheet.y += height
  rule(sheet, sheet.y - 4)
}

const rule = ({ document }: Sheet, y: number) =>
  document
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.5)
    .strokeColor(COLOUR.line)
    .stroke()

function turnPage(sheet: Sheet): void {
  writeFoot(sheet)
  sheet.document.addPage()
  sheet.y = PAGE.margin
  sheet.y += write(sheet, `${TITLES[sheet.facts.kind]}, continued`, { x: PAGE.margin, y: sheet.y, width: INNER, bold: true }) + 10
}

function writeSums(sheet: Sheet): void {
  const { kind, goods, freight, total } = sheet.facts
  if (kind === 'packing-list') return
  if (sheet.y + 60 > BOTTOM) turnPage(sheet)
  sheet.y += 6
  const sum = (title: string, dollars: number, bold = false) => {
    write(sheet, title, { x: PAGE.margin + INNER - 220, y: sheet.y, width: 120, bold })
    sheet.y +=
      write(sheet, `USD ${formatAmount(dollars).replace('$', '')}`, {
        x: PAGE.margin + INNER - 110,
        y: sheet.y,
        width: 106,
        right: true,
        bold,
      }) + 5
  }
  sum('Goods', goods)
  if (freight > 0) sum('Freight', freight)
  sum('Total value', total, true)
  write(sheet, 'Values in US dollars, without tax.', { x: PAGE.margin, y: sheet.y, width: INNER, size: SIZE.small, colour: COLOUR.soft })
  sheet.y += 14
}

function writeSigned(sheet: Sheet): void {
  if (sheet.y + 74 > BOTTOM) turnPage(sheet)
  sheet.y += 10
  sheet.y += writeLacks(sheet, 'the order on the screen has them', { x: PAGE.margin, y: sheet.y, width: INNER })
  const said =
    sheet.facts.kind === 'commercial-invoice'
      ? 'We declare that what this invoice says is true and correct.'
      : 'What this list says is in these packages.'
  sheet.y += write(sheet, said, { x: PAGE.margin, y: sheet.y, width: INNER }) + 30
  for (const [index, title] of ['Place and date', 'Name and signature'].entries()) {
    const x = PAGE.margin + (index * INNER) / 2
    sheet.document.rect(x, sheet.y, INNER / 2 - 20, 0.5).fill(COLOUR.soft)
    write(sheet, title, { x, y: sheet.y + 4, width: INNER / 2 - 20, size: SIZE.small, colour: COLOUR.soft })
  }
  sheet.y += 16
}

const FOOT_Y = PAGE.height - 34

function writeFoot(sheet: Sheet): void {
  const { shopName, orders } = sheet.facts
  write(sheet, `${shopName} · ${orders}`, { x: PAGE.margin, y: FOOT_Y, width: INNER - 80, size: SIZE.small, colour: COLOUR.soft })
  sheet.feet.push(openLateText(sheet.document))
}

/** Runs last, because the number of pages is known only then. */
function numberPages({ typeface, feet }: Sheet): void {
  const y = PAGE.height - FOOT_Y - ascent() * SIZE.small
  for (const [index, writeLate] of feet.entries()) {
    const text = `Page ${index + 1} of ${feet.length}`
    const [runs] = typeface.wrap(text, SIZE.small, INNER)
    const x = PAGE.width - PAGE.margin - typeface.widthOf(runs!) // always at least one line
    writeLate({ text, x, y, size: SIZE.small, colour: COLOUR.soft })
  }
}
