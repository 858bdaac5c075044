import PDFDocument from 'pdfkit'
import { formatAmount, formatCents, formatCount } from '#contract/basics/figures.ts'
import { formatRate, taxSentences } from '#contract/payments/tax.ts'
import type { TaxPart } from '#contract/payments/taxes.ts'
import type { BankAccount } from '#contract/payments/transfers.ts'
import type { DocumentFile } from '../../platform/documents/layout.ts'
import { openTypeface } from '../../platform/documents/pdf-text.ts'
import { COLOUR, SIZE, takeWritten, write, writeLacks, type Writing } from '../../platform/documents/pdf-writing.ts'

export type ProFormaLine = { number: string; name: string; quantity: number; totalCents: number }

/** Days as '2026-11-24'. `lineCount` is the number of lines. */
export type ProFormaFacts = {
  shopName: string
  lineCount: number
  name: string
  issuedOn: string
  payBy: string | null
  buyer: string
  address: string[]
  account: BankAccount
  /** In groups of four. */
  reference: string
  netCents: number
  freightCents: number
  /** Empty where no tax applies. */
  taxes: TaxPart[]
  dueCents: number
  receivedCents: number
}

/** A4 in points. */
const [WIDTH, HEIGHT] = [595.28, 841.89]
const MARGIN = 50
const INNER = WIDTH - 2 * MARGIN
const ROW = 16
const LAST_ROW = HEIGHT - 90

/** A pro-forma invoice: amount, account and reference of the transfer. It is no invoice. */
export function openProForma(facts: ProFormaFacts): DocumentFile<ProFormaLine> {
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    font: '',
    info: { Title: `Pro-forma invoice ${facts.name}`, Author: facts.shopName, Creator: facts.shopName, Producer: facts.shopName },
  } as PDFKit.PDFDocumentOptions)
  const sheet: Writing = { document, typeface: openTypeface(document) }
  let y = writeHead(sheet, facts)
  return {
    add(lines) {
      for (const line of lines) {
        if (y > LAST_ROW) {
          document.addPage()
          y = writeTitles(sheet, MARGIN)
        }
        y += writeLine(sheet, line, y)
      }
      return takeWritten(document)
    },
    finish() {
      if (y > LAST_ROW - (facts.freightCents === 0 ? 60 : 60 + 2 * ROW) - facts.taxes.length * 2 * ROW) {
        document.addPage()
        y = MARGIN
      }
      writeSums(sheet, facts, y)
      document.end()
      return takeWritten(document)
    },
  }
}

function writeHead(sheet: Writing, facts: ProFormaFacts): number {
  const { account } = facts
  sheet.document.rect(0, 0, WIDTH, 6).fill(COLOUR.accent)
  const left = { x: MARGIN, width: INNER * 0.5 }
  write(sheet, facts.shopName, { ...left, y: MARGIN, size: SIZE.brand, bold: true, colour: COLOUR.accent })
  write(sheet, 'Pro-forma invoice', { ...left, y: MARGIN + 34, size: SIZE.title, bold: true })
  write(sheet, `For ${facts.name}. This is a request to transfer the money, not an invoice.`, {
    ...left,
    width: INNER,
    y: MARGIN + 60,
    colour: COLOUR.soft,
  })
  let y = MARGIN + 92
  for (const line of [facts.buyer, ...facts.address].slice(0, 8)) y += write(sheet, line, { ...left, y })
  const right = { x: MARGIN + INNER * 0.55, width: INNER * 0.45 }
  const dates: [string, string][] = [
    ['Date', facts.issuedOn],
    ['Pay by', facts.payBy ?? 'as agreed'],
  ]
  let at = MARGIN + 92
  for (const [title, fact] of dates) {
    write(sheet, title, { ...right, y: at, colour: COLOUR.soft })
    at += write(sheet, fact, { ...right, y: at, right: true })
  }

  const top = Math.max(y, at) + 18
  const rows: [string, string][] = [
    ['Amount', formatCents(facts.dueCents - facts.receivedCents)],
    ['To', account.holder],
    ['IBAN', account.iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')],
    ...(account.bic === '' ? [] : [['BIC', account.bic] satisfies [string, string]]),
    ...(account.bankName === '' ? [] : [['Bank', account.bankName] satisfies [string, string]]),
    ['Reference', facts.reference],
  ]
  sheet.document.rect(MARGIN, top, INNER, 16 + rows.length * ROW).fill(COLOUR.tint)
  for (const [index, [title, fact]] of rows.entries()) {
    const place = { y: top + 10 + index * ROW }
    write(sheet, title, { ...place, x: MARGIN + 12, width: 80, colour: COLOUR.soft })
    write(sheet, fact, { ...place, x: MARGIN + 95, width: INNER - 110, bold: true, size: 10 })
  }
  return writeTitles(sheet, top + 40 + rows.length * ROW)
}

const columns = [
  { x: MARGIN, width: 70, right: false },
  { x: MARGIN + 76, width: INNER - 250, right: false },
  { x: MARGIN + INNER - 170, width: 70, right: true },
  { x: MARGIN + INNER - 90, width: 90, right: true },
] as const

function writeTitles(sheet: Writing, y: number): number {
  for (const [index, title] of ['Order', 'Part', 'Pieces', 'Amount'].entries()) write(sheet, title, { ...columns[index]!, y, bold: true })
  sheet.document.rect(MARGIN, y + 14, INNER, 0.5).fill(COLOUR.line)
  return y + 20
}

function writeLine(sheet: Writing, { number, name, quantity, totalCents }: ProFormaLine, y: number): number {
  const texts = [number, name, formatCount(quantity), formatCents(totalCents)]
  return Math.max(...texts.map((text, index) => write(sheet, text, { ...columns[index]!, y }))) + 5
}

const titleOf = ({ rate, net }: TaxPart, { taxes }: ProFormaFacts) => {
  const title = rate > 0 ? `Tax ${formatRate(rate)}` : 'Tax'
  return taxes.length > 1 ? `${title} on ${formatAmount(net)}` : title
}

function writeSums(sheet: Writing, facts: ProFormaFacts, top: number): void {
  const { netCents, freightCents, taxes, dueCents, receivedCents } = facts
  type Sum = [title: string, cents: number, bold: boolean]
  const sums: Sum[] = [
    ...(freightCents === 0
      ? []
      : ([
          ['Goods', netCents, false],
          ['Freight', freightCents, false],
        ] satisfies Sum[])),
    ...(taxes.length === 0 ? [] : [['Net', netCents + freightCents, false] satisfies Sum]),
    ...taxes.map((part): Sum => [titleOf(part, facts), Math.round(part.total * 100), false]),
    ['Total', dueCents, true],
    ...(receivedCents === 0
      ? []
      : ([
          ['Received', -receivedCents, false],
          ['To be transferred', dueCents - receivedCents, true],
        ] satisfies Sum[])),
  ]
  sheet.document.rect(MARGIN, top + 2, INNER, 0.5).fill(COLOUR.line)
  for (const [index, [title, cents, bold]] of sums.entries()) {
    const y = top + 10 + index * ROW
    write(sheet, title, { x: MARGIN + INNER - 290, width: 190, right: true, y, bold })
    write(sheet, formatCents(cents), { x: MARGIN + INNER - 90, width: 90, right: true, y, bold })
  }
  let y = top + 18 + sums.length * ROW
  for (const sentence of new Set(taxes.map(({ reason }) => taxSentences[reason]))) {
    y += write(sheet, sentence, { x: MARGIN, width: INNER, right: true, y, size: SIZE.small, colour: COLOUR.soft })
  }
  writeLacks(sheet, 'the order on the screen has them', { x: MARGIN, width: INNER, right: true, y })
}
