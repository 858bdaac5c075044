import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { Quote, QuoteLine } from '#contract/quotes/quotes.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import { addressIn, chargeTax, frenchVatId, publish, saveVatId } from '#tests/support/shops/charging.ts'
import { pallets, withMethods } from '#tests/support/shops/freight.ts'
import { openShop, type Client, type Customer } from '#tests/support/shops/open-shop.ts'
import { orderQuote } from '#tests/support/shops/order-groups.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import type { DocumentFacts } from './document.ts'
import { writeCsv } from './write-csv.ts'
import { openPdf } from './write-pdf.ts'
import { openXlsx } from './write-xlsx.ts'

const shop = await openShop()
const admin = await shop.admin()
let screw: Part

beforeAll(async () => {
  screw = await shop.addPart({ available: 1_000_000, price: 2.5 })
  await chargeTax(admin, { charges: 'vat', unverifiedVatIds: 'trust' })
})

/** A buyer whose goods usually go to a country, with a quote of $2,500 without tax. */
async function quoteTo(country: string | undefined, vatId = '') {
  const buyer = await shop.customer()
  if (country) await buyer.post('/addresses', { ...addressIn(country), label: '', isDefault: true })
  if (vatId) await saveVatId(buyer, vatId)
  return { buyer, quote: await saveQuote(buyer, { lines: [{ text: screw.partNumber, quantity: 1_000 }] }) }
}

const order = (buyer: Customer, quote: Quote, delivery: object) => orderQuote(buyer, { ...quote, id: quote._id }, delivery)

const fileOf = async (reader: Client, quote: Quote, format: 'pdf' | 'csv' | 'xlsx') =>
  (await reader.get(`/quotes/${quote._id}/document?format=${format}`)).rawPayload
const textOf = async (pdf: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text.join(' ').replace(/\s+/g, ' ')

/** Part, line total and remark of the last rows. */
const shownOf = (row: unknown[]) => [row[4], Number(row[7]), row[10]]
async function tablesOf(buyer: Customer, quote: Quote) {
  const csv = Papa.parse<string[]>((await fileOf(buyer, quote, 'csv')).toString().trim()).data
  const [sheet] = await readXlsxFile(await fileOf(buyer, quote, 'xlsx'))
  return [csv.slice(-3).map(shownOf), sheet!.data.slice(-3).map(shownOf)]
}

test.each([
  ['home', 'DE', '', 'Tax 19 %', 475, 'The tax of the country in which seller and destination are.', 2_975, 'Germany'],
  ['in the EU', 'FI', '', 'Tax 25.5 %', 637.5, 'The tax of the country to which the goods are sent.', 3_137.5, 'Finland'],
  ['in the EU with a VAT id', 'FR', frenchVatId, 'Tax', 0, expect.stringContaining('Article 138'), 2_500, 'France'],
  ['outside the EU', 'US', '', 'Tax', 0, expect.stringContaining('Article 146'), 2_500, 'United States of America'],
])('a quote of a buyer %s has net, tax, gross and the reason in all its files', async (_, country, vatId, title, tax, why, due, name) => {
  const { buyer, quote } = await quoteTo(country, vatId)

  const [csv, xlsx] = await tablesOf(buyer, quote)
  const pdf = await textOf(await fileOf(buyer, quote, 'pdf'))

  expect(csv).toEqual([
    ['Total without tax', 2_500, expect.stringContaining('not an invoice')],
    [title, tax, why],
    ['Total with tax', due, `For delivery to ${name}, your usual address.`],
  ])
  expect(xlsx).toEqual(csv)
  const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  expect(pdf).toContain(`Without tax $2,500.00 Total with tax ${dollars(due)}`)
  expect(pdf).toContain('Total, without tax $2,500.00')
  expect(pdf).toContain(`${title} ${dollars(tax)}`)
  expect(pdf).toContain(`Total with tax ${dollars(due)} For delivery to ${name}`)
})

test('a quote of a buyer without an address says so', async () => {
  const { buyer, quote } = await quoteTo(undefined)

  expect(await textOf(await fileOf(buyer, quote, 'pdf'))).toContain('Total with tax $2,975.00 For delivery to no known country yet.')
})

test('a quote that was ordered has the tax of its orders, whatever is decided now', async () => {
  const { buyer, quote } = await quoteTo('DE')
  const lines = [1_000, 2_000].map((quantity) => ({ text: screw.partNumber, quantity }))
  const two = await saveQuote(buyer, { lines })
  const elsewhere = [{ row: 2, shipTo: addressIn('US') }]
  expect((await order(buyer, two, { shipTo: addressIn('FI'), lines: elsewhere, amountDue: 8_137.5 })).statusCode).toBe(200)

  const pdf = await textOf(await fileOf(buyer, two, 'pdf'))

  expect(pdf).toContain('Tax 25.5 % on $2,500.00 $637.50 The tax of the country to which the goods are sent.')
  expect(pdf).toContain('Tax on $5,000.00 $0.00 Export, exempt')
  expect(pdf).toContain('Total with tax $8,137.50 As it was ordered.')
  expect(await textOf(await fileOf(buyer, quote, 'pdf'))).toContain('Total with tax $2,975.00')
})

test('the files of an offer have its freight, and the tax of goods and freight, before and after it is ordered', async () => {
  const { buyer, quote } = await quoteTo('DE')
  await shop.db
    .update(quoteVersions)
    .set({ freight: pallets, freightCents: 10_000, offeredBy: buyer.userId })
    .where(eq(quoteVersions.quoteId, quote._id))

  const [open, table] = [await textOf(await fileOf(buyer, quote, 'pdf')), (await fileOf(buyer, quote, 'csv')).toString()]
  expect((await order(buyer, quote, { shipTo: addressIn('DE'), amountDue: 3_094 })).statusCode).toBe(200)
  const ordered = await textOf(await fileOf(buyer, quote, 'pdf'))

  for (const file of [open, ordered]) {
    expect(file).toContain(
      'Freight $100.00 Pallets, DAP Hamburg, Incoterms 2020, to one address. Total with freight, without tax $2,600.00',
    )
    expect(file).toContain('Tax 19 % $494.00')
    expect(file).toContain('Total with tax $3,094.00')
  }
  expect(table).toContain('Total with freight')
})

test('where the shop has freight methods, the file of a quote says that freight is added', async () => {
  const { buyer, quote } = await quoteTo('DE')

  const [without, within] = await withMethods(shop, { Parcel: 20 }, async () => {
    const file = await textOf(await fileOf(buyer, quote, 'pdf'))
    await shop.db.update(quoteVersions).set({ offeredBy: buyer.userId }).where(eq(quoteVersions.quoteId, quote._id))
    return [await textOf(await fileOf(buyer, quote, 'pdf')), file]
  })

  expect(within).toContain('Freight Is added when the quote is ordered, by the address.')
  expect([without, await textOf(await fileOf(buyer, quote, 'pdf'))].join()).not.toContain('Freight')
})

test('a private link tells no tax of the owner, and that it comes on top', async () => {
  const { buyer, quote } = await quoteTo('FR', frenchVatId)
  const { secret } = (await buyer.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()

  const pdf = await textOf((await shop.visitor.get(`/shared-quotes/${secret}/document?format=pdf`)).rawPayload)

  expect(pdf).toContain('Total, without tax $2,500.00 Tax Prices are without tax, which depends on the buyer')
  expect(pdf).not.toMatch(/France|Article/)
})

test('after the shop has stopped charging tax, only what was ordered with it says so', async () => {
  const { buyer, quote } = await quoteTo('DE')
  const ordered = await quoteTo('DE')
  await order(ordered.buyer, ordered.quote, { shipTo: addressIn('DE') })
  await publish(admin, { tax: { charges: 'none' } })

  const [open, old] = [await fileOf(buyer, quote, 'pdf'), await fileOf(ordered.buyer, ordered.quote, 'pdf')]
  await chargeTax(admin, { charges: 'vat', unverifiedVatIds: 'trust' })

  expect(await textOf(open)).not.toContain('ax')
  expect(await textOf(old)).toContain('Total with tax $2,975.00')
})

const line: QuoteLine = {
  row: 1,
  text: 'N-1',
  asked: '1000',
  status: 'matched',
  notes: [],
  partsId: '00000000-0000-4000-8000-000000000001',
  partNumber: 'N-1',
  name: 'Nut',
  quantity: 1_000,
  unitPrice: 2.5,
  lineTotal: 2_500,
  available: 5_000,
  leadDays: 3,
  priceBreaks: [],
  betterBuy: null,
  candidates: [],
}
const untaxed: DocumentFacts = {
  _id: '00000000-0000-4000-8000-000000000002',
  number: 'Q-000001',
  version: 1,
  name: '',
  note: '',
  lineCount: 1,
  total: 2_500,
  createdAt: '2026-01-01T00:00:00.000Z',
  validUntil: '2026-01-31T00:00:00.000Z',
  expired: false,
  shared: false,
  orderedAt: null,
  withdrawn: null,
  offer: null,
  request: null,
  declinedFor: null,
  newestVersion: 1,
  versions: [1],
  offers: [],
  shopName: 'Parts & Co',
  tax: null,
  offersFreight: false,
  calendar: shopCalendar([], new Date('2026-01-02T12:00Z')),
}
const hashOf = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

test('a file without tax is to the byte that of a shop which knows none', async () => {
  const csv = await buffer(writeCsv({ facts: untaxed, batches: [[line]] }))
  const [pdf, xlsx] = [openPdf(untaxed), openXlsx(untaxed)].map((file) => Buffer.concat([file.add([line]), file.finish()]))

  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf!)))

  // Of the release before taxes. What is compressed is compared unfolded, because it has the time of writing and depends on the library.
  expect([csv, unzipSync(xlsx!)['xl/worksheets/sheet1.xml']!].map(hashOf)).toEqual([
    'e6b9e074eb9be6f155f1ae8d51651b6dd831b75b489338e5387651cc971eb62c',
    'a11910cf13792b6f53afcd0f6ffce06d92af75cf9abf429fbbc4a584af4110ed',
  ])
  expect(text.map((page) => page.replaceAll(/\s+/g, ' '))).toEqual([
    [
      'Parts & Co Quote Q-000001 This is a quote, not an invoice. Version 1 Priced 2026-01-01 00:00 UTC Valid until 2026-01-31 00:00 UTC',
      'Ships by the day of each line, if paid on 2 Jan 2026',
      'Lines 1 Total $2,500.00 Row Part Quantity Unit price Line total Ships by 1 Nut 1,000 $2.50 $2,500.00 Wed 7 Jan N-1 Total $2,500.00',
      'Parts & Co · Q-000001 · Version 1 · This is a quote, not an invoice Page 1 of 1',
    ].join(' '),
  ])
})
