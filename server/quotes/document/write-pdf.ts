import { promiseText } from '#contract/promises/promise-text.ts'
import PDFDocument from 'pdfkit'
import { shortDayText, weekdayText } from '#contract/basics/day-text.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import {
  instantInWords,
  NOT_AN_INVOICE,
  promisesDays,
  remarkOf,
  shipsBy,
  sumLines,
  withdrawnWords,
  withoutLinks,
  type DocumentFacts,
} from './document.ts'
import { openLateText, type LateText } from '../../platform/documents/pdf-late-text.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { ascent, openTypeface, type Typeface } from '../../platform/documents/pdf-text.ts'
import { COLOUR, LEADING, SIZE, takeWritten, write, writeLacks, writeRuns, type Place } from '../../platform/documents/pdf-writing.ts'

/** Points. */
const PAGE = { width: 595.28, height: 841.89, margin: 40, foot: 60 }
const BOTTOM = PAGE.height - PAGE.foot
const INNER_WIDTH = PAGE.width - 2 * PAGE.margin

type Column = { title: string; width: number; right?: true; value: (line: QuoteLine, facts: DocumentFacts) => string }

const said = <Known extends number | CalendarDay>(figure: Known | null, say: (known: Known) => string) =>
  figure === null ? '' : say(figure)

/** The shop's name of the part; without a part, the buyer's words, marked as such. */
const nameOf = ({ name, text }: QuoteLine) => name ?? `As given by the buyer: ${withoutLinks(text)}`

const COLUMNS: Column[] = [
  { title: 'Row', width: 32, right: true, value: ({ row }) => String(row) },
  { title: 'Part', width: 218, value: nameOf },
  { title: 'Quantity', width: 62, right: true, value: ({ quantity }) => said(quantity, formatCount) },
  { title: 'Unit price', width: 66, right: true, value: (line) => said(line.unitPrice, formatUnitPrice) },
  { title: 'Line total', width: 85, right: true, value: ({ lineTotal }) => said(lineTotal, formatAmount) },
  { title: 'Ships by', width: 52.28, right: true, value: (line, facts) => said(shipsBy(facts, line), weekdayText) },
]
const GAP = 6
const INDENT = 10

/**
 * A printable quote: every line, with table head and page number on each page. Figures are those of the screen. A page is
 * handed out when it is full.
 */
export function openPdf(facts: DocumentFacts): DocumentFile<QuoteLine> {
  const { number, shopName, total, lineCount } = facts
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    info: { Title: `Quote ${number}`, Author: shopName, Creator: shopName, Producer: shopName },
  } as PDFKit.PDFDocumentOptions)
  const typeface = openTypeface(document)
  const sheet: Sheet = { document, typeface, facts, y: PAGE.margin, feet: [] }
  writeHead(sheet)
  if (sheet.y > BOTTOM - 60) turnPage(sheet)
  writeTitles(sheet)
  let matched = 0

  return {
    add(lines) {
      for (const line of lines) writeLine(sheet, line)
      matched += lines.filter(({ status }) => status === 'matched').length
      return takeWritten(document)
    },
    finish() {
      writeTotal(sheet, total, { matched, open: lineCount - matched })
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
  facts: DocumentFacts
  y: number
  /** One per page, to write the foot when the number of pages is known. */
  feet: ((late: LateText) => void)[]
}

function writeHead(sheet: Sheet): void {
  const { document, facts: quote } = sheet
  const whole = { x: PAGE.margin, width: INNER_WIDTH }
  document.rect(0, 0, PAGE.width, 6).fill(COLOUR.accent)
  sheet.y += write(sheet, quote.shopName, { ...whole, y: sheet.y, size: SIZE.brand, colour: COLOUR.accent, bold: true }) + 8
  sheet.y += write(sheet, `Quote ${quote.number}`, { ...whole, y: sheet.y, size: SIZE.title, bold: true }) + 2
  sheet.y += write(sheet, `${NOT_AN_INVOICE}.`, { ...whole, y: sheet.y }) + 2
  if (quote.withdrawn) {
    sheet.y += write(sheet, `${withdrawnWords(quote.withdrawn)}.`, { ...whole, y: sheet.y, colour: COLOUR.danger, bold: true }) + 2
  }
  const facts = [
    ['Version', String(quote.version)],
    ['Priced', instantInWords(quote.createdAt)],
    quote.withdrawn
      ? ['Withdrawn', instantInWords(quote.withdrawn.at)]
      : [quote.expired ? 'Expired' : 'Valid until', instantInWords(quote.validUntil)],
    ...(promisesDays(quote) ? [['Ships by', `the day of each line, if paid on ${shortDayText(quote.calendar.today)}`]] : []),
    ['Lines', String(quote.lineCount)],
    [quote.tax ? 'Without tax' : 'Total', formatAmount(quote.total)],
    ...(quote.offer?.freight ? [['Freight', `${formatAmount(quote.offer.freight.amount)}, ${quote.offer.freight.name}`]] : []),
    ...(quote.tax && quote.tax.due !== null ? [['Total with tax', formatAmount(quote.tax.due)]] : []),
  ]
  const boldName = facts.at(-1)![0]
  sheet.y += 4
  for (const [name, fact] of facts) {
    write(sheet, name!, { x: PAGE.margin, y: sheet.y, width: 80, colour: COLOUR.soft })
    sheet.y += write(sheet, fact!, { x: PAGE.margin + 80, y: sheet.y, width: INNER_WIDTH - 80, bold: name === boldName })
  }
  writeTerms(sheet, quote.offer)
  writeBuyersWords(sheet, 'Name given by the buyer', quote.name)
  writeBuyersWords(sheet, 'Note of the buyer', quote.note)
  sheet.y += 12
}

/** Says that the quote is an offer, with its terms. */
function writeTerms(sheet: Sheet, offer: DocumentFacts['offer']): void {
  if (!offer) return
  const whole = { x: PAGE.margin, width: INNER_WIDTH }
  sheet.y += 6
  sheet.y += write(sheet, 'This is an offer with special prices.', { ...whole, y: sheet.y, bold: true })
  for (const paragraph of offer.terms === '' ? [] : `Terms: ${offer.terms}`.split(/\r?\n/)) {
    for (const line of sheet.typeface.wrap(paragraph, SIZE.text, INNER_WIDTH)) {
      if (sheet.y > BOTTOM - 40) turnPage(sheet)
      sheet.y += writeRuns(sheet, [line], { ...whole, y: sheet.y })
    }
  }
}

/**
 * Writes the buyer's words indented beside a line, under a title that says whose they are. The title is repeated on each
 * page, because no page may begin with the buyer's words as if they were the shop's.
 */
function writeBuyersWords(sheet: Sheet, title: string, words: string): void {
  if (words === '') return
  sheet.y += 10
  sheet.y += write(sheet, title, { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH, size: SIZE.small, colour: COLOUR.soft, bold: true })
  for (const paragraph of withoutLinks(words)
    .replace(/(?:\s*\n){3,}/g, '\n\n')
    .split(/\r?\n/)) {
    for (const line of sheet.typeface.wrap(paragraph, SIZE.text, INNER_WIDTH - INDENT)) {
      if (sheet.y > BOTTOM - 40) {
        turnPage(sheet)
        sheet.y += write(sheet, `${title}, continued`, {
          x: PAGE.margin,
          y: sheet.y,
          width: INNER_WIDTH,
          size: SIZE.small,
          colour: COLOUR.soft,
          bold: true,
        })
      }
      const height = writeRuns(sheet, [line], { x: PAGE.margin + INDENT, y: sheet.y, width: INNER_WIDTH - INDENT, colour: COLOUR.soft })
      sheet.document.rect(PAGE.margin, sheet.y, 2, height).fill(COLOUR.line)
      sheet.y += height
    }
  }
}

function turnPage(sheet: Sheet): void {
  writeFoot(sheet)
  sheet.document.addPage()
  sheet.y = PAGE.margin
}

function writeTotal(sheet: Sheet, total: number, { matched, open }: { matched: number; open: number }): void {
  if (sheet.y + 40 > BOTTOM) turnTable(sheet)
  const title = open === 0 ? 'Total' : `Total of ${matched} priced lines; ${open} without a price`
  write(sheet, sheet.facts.tax ? `${title}, without tax` : title, {
    x: PAGE.margin,
    y: sheet.y + 8,
    width: 300,
    bold: true,
  })
  const underTotals = { x: PAGE.margin + 300, width: INNER_WIDTH - 300 - COLUMNS.at(-1)!.width - GAP / 2 }
  sheet.y += write(sheet, formatAmount(total), { ...underTotals, y: sheet.y + 8, right: true, bold: true }) + 16
  writeSums(sheet, underTotals)
  sheet.y += writeLacks(sheet, 'the CSV and XLSX files have them', { x: PAGE.margin, y: sheet.y, width: INNER_WIDTH })
}

/** Freight and each tax with its words below it, and the total with them. */
function writeSums(sheet: Sheet, underTotals: Pick<Place, 'x' | 'width'>): void {
  const lines = sumLines(sheet.facts)
  for (const [index, { title, amount, words }] of lines.entries()) {
    if (sheet.y + 40 > BOTTOM) turnTable(sheet)
    const bold = index === lines.length - 1
    const left = { x: PAGE.margin, width: 300 }
    const height = write(sheet, title, { ...left, y: sheet.y, bold })
    if (amount !== null) write(sheet, formatAmount(amount), { ...underTotals, y: sheet.y, right: true, bold })
    sheet.y += height + 1
    if (words !== '') sheet.y += write(sheet, words, { ...left, y: sheet.y, size: SIZE.small, colour: COLOUR.soft })
    sheet.y += 6
  }
}

function writeTitles(sheet: Sheet): void {
  sheet.document.rect(PAGE.margin, sheet.y, INNER_WIDTH, 18).fill(COLOUR.tint)
  for (const [column, place] of placed(sheet.y + 4)) write(sheet, column.title, { ...place, bold: true })
  sheet.y += 22
}

function turnTable(sheet: Sheet): void {
  turnPage(sheet)
  writeTitles(sheet)
}

function placed(y: number): [Column, Place][] {
  let x = PAGE.margin
  return COLUMNS.map((column) => {
    const place = { x: x + GAP / 2, y, width: column.width - GAP, right: column.right === true }
    x += column.width
    return [column, place]
  })
}

function writeLine(sheet: Sheet, line: QuoteLine): void {
  const under = [line.partNumber, remarkOf(line), line.promise && !line.releases && `Leaves: ${promiseText(line.promise)}`]
    .filter(Boolean)
    .join(' · ')
  const [, part] = placed(0)[1]!
  const nameHeight = sheet.typeface.wrap(nameOf(line), SIZE.text, part.width).length * SIZE.text * LEADING
  const underHeight = under === '' ? 0 : sheet.typeface.wrap(under, SIZE.small, part.width).length * SIZE.small * LEADING
  const height = nameHeight + underHeight + 5
  if (sheet.y + height > BOTTOM) turnTable(sheet)
  for (const [column, place] of placed(sheet.y)) {
    const value = column.value(line, sheet.facts)
    if (value !== '') write(sheet, value, place)
  }
  if (under !== '') write(sheet, under, { ...part, y: sheet.y + nameHeight, size: SIZE.small, colour: COLOUR.soft })
  sheet.y += height
  sheet.document
    .moveTo(PAGE.margin, sheet.y - 2)
    .lineTo(PAGE.width - PAGE.margin, sheet.y - 2)
    .lineWidth(0.5)
    .strokeColor(COLOUR.line)
    .stroke()
}

const FOOT_Y = PAGE.height - 40

function writeFoot(sheet: Sheet): void {
  const { shopName, number, version } = sheet.facts
  const foot = { x: PAGE.margin, y: FOOT_Y, width: INNER_WIDTH, size: SIZE.small, colour: COLOUR.soft }
  write(sheet, `${shopName} · ${number} · Version ${version} · ${NOT_AN_INVOICE}`, foot)
  sheet.feet.push(openLateText(sheet.document))
}

/** Runs last, because the number of pages is known only then. */
function numberPages({ typeface, feet }: Sheet): void {
  const y = PAGE.height - FOOT_Y - ascent() * SIZE.small
  for (const [index, writeLate] of feet.entries()) {
    const text = `Page ${index + 1} of ${feet.length}`
    const [runs] = typeface.wrap(text, SIZE.small, INNER_WIDTH)
    const x = PAGE.margin + INNER_WIDTH - typeface.widthOf(runs!) // always at least one line
    writeLate({ text, x, y, size: SIZE.small, colour: COLOUR.soft })
  }
}
