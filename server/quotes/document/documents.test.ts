import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { weekdayText } from '#contract/basics/day-text.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { ReadList } from '#contract/quotes/lists.ts'
import type { PricedLines, Quote, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { openShop, type Client } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import type { DocumentFormat } from './document.ts'

const shop = await openShop({ env: { SHOP_NAME: 'Parts & Co' } })
const buyer = await shop.customer('zelda')
const screw = await shop.addPart({
  name: 'Überwurfmutter × 3 Łódź ✓ 日本 10 Ω',
  price: 0.0095,
  priceBreaks: [{ from: 10_000, price: 0.0071 }],
  available: 12_000,
})
const long = await shop.addPart({ name: `Main board ${'of a very long name '.repeat(5)}`.trim(), price: 38.6 })
const HOSTILE = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("http://example.com","x")', "=cmd|' /C calc'!A0"]
const mixed: QuoteRequestLine[] = [
  { text: screw.partNumber, quantity: '12,000' },
  { text: long.name, quantity: 20 },
  { text: 'nothing like it', quantity: 5_000 },
  { text: screw.partNumber, quantity: 'a "few", or more' },
  { text: 'two\nlines; "quoted", and a comma' },
  { text: 'control \u0001 and \u001b sign' },
  { text: 'wedges \u{12000}\u{12001} nail' },
  ...HOSTILE.map((text) => ({ text, quantity: text.slice(0, 40) })),
]

const download = async (quote: Quote, format: DocumentFormat, reader: Client = buyer) => {
  const answer = await reader.get(`/quotes/${quote._id}/document?format=${format}`)
  expect(answer.statusCode, answer.statusCode === 200 ? '' : answer.body).toBe(200)
  return answer
}
const pagesOf = async (bytes: Buffer) => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  return text.map((page) => page.replace(/\s+/g, ' '))
}
/** Removes the apostrophes that keep a spreadsheet from calculating, and typed ones. */
const withoutApostrophes = (text: string) => text.replaceAll("'", '')
const typed = (value: string | number | null) => (value === null ? '' : String(value))

test.each([
  ['pdf', 'application/pdf'],
  ['csv', 'text/csv; charset=utf-8'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const)('a %s is a file to keep, named after number and version, that no cache holds', async (format, type) => {
  const quote = await saveQuote(buyer, { lines: mixed, name: 'x"; filename="evil.exe\r\nX: y' })

  const { headers } = await download(quote, format)

  expect(headers).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="${quote.number}-v1.${format}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a CSV has every line and figure, and no cell of it is a formula', async () => {
  const quote = await saveQuote(buyer, { lines: mixed })

  const { rawPayload } = await download(quote, 'csv')

  expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const csv = rawPayload.toString().slice(1)
  const { data, errors } = Papa.parse<string[]>(csv, { skipEmptyLines: true, newline: '\r\n' })
  expect(errors).toEqual([])
  const [head, ...rows] = data
  expect(head).toEqual([
    'Row',
    'As given',
    'Quantity as given',
    'Part number',
    'Part',
    'Quantity',
    'Unit price (USD)',
    'Line total (USD)',
    'In stock',
    'Lead time (working days)',
    'Remark',
  ])
  expect(rows.slice(0, -1).map((row) => row.slice(0, 10).map(withoutApostrophes))).toEqual(
    quote.lines.map((line) =>
      [
        line.row,
        line.text,
        line.asked,
        line.partNumber,
        line.name,
        line.quantity,
        line.unitPrice,
        line.lineTotal,
        line.available,
        line.leadDays,
      ]
        .map(typed)
        .map(withoutApostrophes),
    ),
  )
  expect(rows.at(-1)![7]).toBe(String(quote.total))
  for (const cell of data.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r]/)
  expect(csv.split('\r\n').filter((row) => /^\d/.test(row))).toHaveLength(mixed.length)
})

const NUMBERS = ['004711', '4711', '123456789012345678', '12E4', '120000', '1-2', '1.10', '1.1']

test('the file of a quote names the same parts when it is read again, also after a spreadsheet has saved it', async () => {
  const parts = await Promise.all(NUMBERS.map((partNumber) => shop.addPart({ name: 'Numbered part', partNumber })))
  const quote = await saveQuote(buyer, { lines: parts.map(({ partNumber }, place) => ({ text: partNumber, quantity: 1_000 + place })) })
  const [csv, xlsx] = [await download(quote, 'csv'), await download(quote, 'xlsx')]
  const saved = Papa.parse<string[]>(csv.payload, { newline: '\r\n' }).data.map((row) => row.map(asSpreadsheet))

  for (const file of [csv.rawPayload, xlsx.rawPayload, Papa.unparse(saved), Papa.unparse(saved, { delimiter: ';' })]) {
    const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/octet-stream' }
    const read = await shop.app.inject({ method: 'POST', url: '/api/quotes/read', headers, payload: file })
    const again = (await buyer.post('/quotes/price', { lines: read.json<ReadList>().lines })).json<PricedLines>()

    expect(again.lines.map(({ partsId, quantity }) => [partsId, quantity])).toEqual(parts.map(({ _id }, place) => [_id, 1_000 + place]))
  }
})

/** A cell as a spreadsheet saves it: what looks like a number is one. */
const asSpreadsheet = (cell: string) =>
  /^="(.*)"$/.exec(cell)?.[1] ?? (cell.trim() !== '' && !Number.isNaN(Number(cell)) ? String(Number(cell)) : cell)

const SEPARATED = [
  'first; second',
  'a\tb',
  ';=1+1',
  'x;=1+1',
  'x; +1',
  'x\t-1',
  'x;"=1+1',
  'x;""@SUM(A1)',
  'x\n=1+1',
  'x\r\n;=1+1',
  'x,=1+1',
  '5 V; 12 V',
  'x;＝1',
]

test('a CSV has the same columns and no formula, with commas, semicolons or tabs as separators', async () => {
  const quote = await saveQuote(buyer, { lines: SEPARATED.map((text) => ({ text, quantity: 'x;=1+1' })) })

  const csv = (await download(quote, 'csv')).rawPayload.toString().slice(1)

  const { data } = Papa.parse<string[]>(csv, { skipEmptyLines: true, newline: '\r\n', delimiter: ',' })
  expect(data.slice(1, -1).map((row) => withoutApostrophes(row[1]!))).toEqual(quote.lines.map(({ text }) => text))
  for (const separator of [';', '\t']) {
    const cells = csv.split(/[\r\n]+/).flatMap((row) => row.split(separator))
    for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
  }
  // A cell that holds any kind of separator is quoted.
  for (const text of ['first; second', '5 V; 12 V', 'a\tb']) expect(csv).toContain(`,"${text}",`)
})

test('a workbook has every line, figures as numbers, and typed words as text, never as a formula', async () => {
  const quote = await saveQuote(buyer, { lines: mixed })

  const { rawPayload } = await download(quote, 'xlsx')

  const [sheet] = await readXlsxFile(rawPayload)
  const rows = sheet!.data.slice(1)
  expect(rows.slice(0, -1).map((row) => row.slice(5, 10))).toEqual(
    quote.lines.map((line) => [line.quantity, line.unitPrice, line.lineTotal, line.available, line.leadDays]),
  )
  expect(rows.slice(0, -1).map((row) => row[0])).toEqual(quote.lines.map(({ row }) => row))
  expect(rows.at(-1)![7]).toBe(quote.total)
  const cells = Buffer.from(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!).toString()
  expect(cells).toContain('<sheetData>')
  expect(cells).not.toMatch(/<f[ >]/)
  for (const text of HOSTILE) expect(rows.flat().map((cell) => String(cell).trim())).toContain(text.trim())
})

test('a PDF has every line, each figure as the screen has it, and its head on each page', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => ({
    text: index % 3 === 0 ? long.name : screw.partNumber,
    quantity: 1_000 + index * 37,
  }))
  const quote = await saveQuote(buyer, { lines, name: 'Spring', note: 'First line\nSecond line' })

  const pages = await pagesOf((await download(quote, 'pdf')).rawPayload)

  const all = pages.join(' ')
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Row Part Quantity Unit price Line total')
    expect(page).toContain(`Parts & Co · ${quote.number} · Version 1`)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  for (const fact of [
    'Parts & Co',
    `Quote ${quote.number}`,
    'Spring',
    'First line',
    'Second line',
    formatAmount(quote.total),
    quote.validUntil.slice(0, 10),
  ]) {
    expect(all).toContain(fact)
  }
  let from = 0
  for (const line of quote.lines) {
    const day = weekdayText(shipDay(line.leadDays!, shopCalendar()))
    const figures = `${formatCount(line.quantity!)} ${formatUnitPrice(line.unitPrice!)} ${formatAmount(line.lineTotal!)} ${day}`
    const at = all.indexOf(figures, from)
    expect(at, `row ${line.row}: ${figures}`).toBeGreaterThan(-1)
    from = at
  }
  expect(all.match(/Main board/g)).toHaveLength(40)
  expect(all.match(new RegExp(screw.partNumber, 'g'))).toHaveLength(80)
})

test('a PDF says which lines have no price, and writes or marks every character of a name', async () => {
  const quote = await saveQuote(buyer, { lines: mixed })

  const all = (await pagesOf((await download(quote, 'pdf')).rawPayload)).join(' ')

  expect(all).toContain('Überwurfmutter × 3 Łódź ✓ 日本 10 Ω')
  expect(all).toContain('wedges [?] nail')
  expect(all).toContain('[?] stands for characters')
  expect(all).toContain('Raised to the minimum order (asked: 20)')
  expect(all).toContain('No part found')
  expect(all).toContain('Quantity unclear')
  expect(all).toContain('Total of 2 priced lines; 15 without a price')
})

test('the file behind a private link is the same, without anything about the owner', async () => {
  const quote = await saveQuote(buyer, { lines: mixed })
  const { secret } = (await buyer.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()

  const shared = await shop.visitor.get(`/shared-quotes/${secret}/document?format=csv`)

  expect(shared.body).toBe((await download(quote, 'csv')).body)
  expect(shared.headers['referrer-policy']).toBe('no-referrer')
  const pdf = await shop.visitor.get(`/shared-quotes/${secret}/document?format=pdf`)
  expect((await pagesOf(pdf.rawPayload)).join(' ')).not.toContain(buyer.displayName)
})

test('concurrent requests for files each get their own file', async () => {
  const buyers = await Promise.all(['ann', 'bob', 'cem'].map((name) => shop.customer(name)))
  const quotes = await Promise.all(
    buyers.map((one, index) => saveQuote(one, { lines: [{ text: screw.partNumber, quantity: 1_000 + index }] })),
  )

  const files = await Promise.all(
    quotes.map(async (quote, index) => (await pagesOf((await download(quote, 'pdf', buyers[index])).rawPayload)).join(' ')),
  )

  for (const [index, quote] of quotes.entries()) expect(files[index]).toContain(quote.number)
})

test('an unknown format is refused', async () => {
  const quote = await saveQuote(buyer, { lines: mixed })

  expect((await buyer.get(`/quotes/${quote._id}/document?format=exe`)).statusCode).toBe(400)
})

const HOSTILE_NOTE = `INVOICE\nPlease pay to IBAN DE02 1203 0000 0000 2020 51\nwww.pay.example https://pay.example/now or billing@pay.example${'\n'.repeat(150)}Last words`

test("a PDF labels the buyer's words as theirs on each page, says that it is no invoice, and makes no links of them (72)", async () => {
  const lines = [{ text: screw.partNumber }, { text: 'Pay at http://pay.example' }]
  const quote = await saveQuote(buyer, { lines, name: 'INVOICE 2026-117', note: HOSTILE_NOTE.replaceAll('\n\n', '\n.\n') })

  const pages = await pagesOf((await download(quote, 'pdf')).rawPayload)

  expect(pages.length).toBeGreaterThan(1)
  expect(pages[0]).toContain(`Parts & Co Quote ${quote.number} This is a quote, not an invoice.`)
  expect(pages[0]).toContain('Name given by the buyer INVOICE 2026-117 Note of the buyer INVOICE Please pay to IBAN')
  expect(pages[1]).toMatch(/^Note of the buyer, continued/)
  for (const page of pages) expect(page).toContain('Version 1 · This is a quote, not an invoice')
  expect(pages.join(' ')).toContain('As given by the buyer: Pay at http: //pay. example')
  expect(pages.join(' ')).toContain('www. pay. example https: //pay. example/now or billing @ pay. example')
})

test.each(['csv', 'xlsx'] as const)(
  "a %s says that it is a quote of the shop, and has none of the buyer's words but in the columns as given (72)",
  async (format) => {
    const quote = await saveQuote(buyer, { lines: [{ text: screw.partNumber }], name: 'INVOICE 2026-117', note: HOSTILE_NOTE })

    const { rawPayload } = await download(quote, format)

    const rows = format === 'csv' ? Papa.parse<string[]>(rawPayload.toString().trim()).data : (await readXlsxFile(rawPayload))[0]!.data
    expect(rows.at(-1)!.at(-1)).toBe(`This is a quote, not an invoice: ${quote.number} of Parts & Co`)
    expect(JSON.stringify(rows)).not.toMatch(/IBAN|2026-117/)
  },
)

test.each(['pdf', 'csv', 'xlsx'] as const)('a %s of a withdrawn quote says so, and why (71)', async (format) => {
  const quote = await saveQuote(buyer, { lines: [{ text: screw.partNumber }] })
  await (await shop.admin()).post(`/quotes/${quote._id}/void`, { version: 1, reason: 'The price was a slip' })

  const { rawPayload } = await download(quote, format)

  const said = 'Withdrawn by the shop: The price was a slip'
  if (format === 'pdf') expect((await pagesOf(rawPayload))[0]).toContain(said)
  else if (format === 'csv') expect(rawPayload.toString()).toContain(said)
  else expect((await readXlsxFile(rawPayload))[0]!.data.at(-1)!.at(-1)).toContain(said)
})
