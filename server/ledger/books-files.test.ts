import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import Papa from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { chartDefaults, defaultBookSettings } from '#contract/payments/charts.ts'
import type { AccountSheet, LedgerAccount, TrialBalance } from '#contract/payments/ledger.ts'
import { toCents } from '#contract/basics/money.ts'
import { taxOf } from '#contract/payments/tax.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { tell } from '#tests/support/shops/refunds.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { germanTax, taxOrders } from '#tests/support/shops/taxed.ts'

const shop = await openShop()
let admin: Customer
/** Of all that is booked. */
let month: string

beforeAll(async () => {
  month = new Date().toISOString().slice(0, 7)
  admin = await shop.admin()
  await publishSeller(shop, admin)
  const foreign = { ...germanTax, rateBp: 2_000, to: 'FR', of: 'FR' }
  for (const tax of [germanTax, foreign, undefined, germanTax]) {
    const { order, buyer } = await unpaidOrder(shop)
    if (tax) await taxOrders(shop, [order._id], tax as typeof germanTax)
    const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
    await reportPaid(buyer, order, id)
    if (tax === undefined) {
      await shop.processor.dispute(id)
      await tell(shop, id)
    }
    if (tax === foreign) {
      await shop.processor.refund(id, 12_345)
      await tell(shop, id)
    }
  }
})

const trial = async (from = month, to = month) =>
  (await admin.get(`/books/trial-balance?${new URLSearchParams({ from, to })}`)).json<TrialBalance>()
const fileOf = async (format: string) => admin.get(`/books/file?${new URLSearchParams({ format, month })}`)
const cents = (dollars: number) => Math.round(dollars * 100)

/** Sums of a file by account: its name, or its number. */
function sumUp(rows: { account: string; cents: number }[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[row.account] = (sums[row.account] ?? 0) + row.cents
  return sums
}

const movedOf = ({ accounts }: TrialBalance) =>
  Object.fromEntries(accounts.map(({ account, debit, credit }) => [account, cents(debit) - cents(credit)]))

test('the trial balance adds up to zero, and a later period begins with what an earlier one ended with (77)', async () => {
  const [now, later] = [await trial(), await trial('2999-01', '2999-12').catch(() => undefined)]
  const after = await trial('2098-01', '2098-12')

  expect(now.difference).toBe(0)
  expect(now.first).toBe(month)
  expect(now.accounts.map(({ account }) => account)).toContain('disputed')
  expect(after.accounts.map(({ account, opening, debit, closing }) => [account, opening, debit, closing])).toEqual(
    now.accounts.map(({ account, closing }) => [account, closing, 0, closing]),
  )
  expect(later).toBeDefined()
  expect((await admin.get('/books/trial-balance?from=2026-13&to=2026-12')).json().fields[0]).toMatchObject({
    field: 'from',
    message: 'Choose a month.',
  })
})

test('the sheet of an account goes from its opening to its closing balance line by line (77)', async () => {
  const sheet = (await admin.get(`/books/accounts/card_clearing?from=${month}&to=${month}`)).json<AccountSheet>()
  const account = (await trial()).accounts.find((one) => one.account === 'card_clearing')!

  let balance = sheet.opening
  for (const line of sheet.lines) {
    balance = (cents(balance) + cents(line.amount)) / 100
    expect(line.balance).toBe(balance)
  }
  expect(balance).toBe(account.closing)
  expect(sheet.lines[0]).toMatchObject({ kind: 'payment', against: ['receivable'], orderNumber: expect.stringMatching(/^O-\d{6}$/) })
})

test('CSV and workbook, read by other programs, add up to the trial balance (77)', async () => {
  const expected = movedOf(await trial())
  const csv = Papa.parse<Record<string, string>>((await fileOf('csv')).body.replace('\ufeff', ''), { header: true, skipEmptyLines: true })
  const fromCsv = csv.data.map((row) => ({
    account: row['Account']!,
    cents: cents(Number(row['Debit (USD)'] ?? 0)) - cents(Number(row['Credit (USD)'] ?? 0)),
  }))
  const [sheet] = await readXlsxFile((await fileOf('xlsx')).rawPayload)
  const [head, ...rows] = sheet!.data
  const at = (title: string) => head!.indexOf(title)
  const fromWorkbook = rows.map((row) => ({
    account: String(row[at('Account')]),
    cents: cents(Number(row[at('Debit (USD)')] ?? 0)) - cents(Number(row[at('Credit (USD)')] ?? 0)),
  }))

  expect(csv.errors).toEqual([])
  expect(sumUp(fromCsv)).toEqual(expected)
  expect(sumUp(fromWorkbook)).toEqual(expected)
})

type Row = string[]

/** Debits and credits of a batch by account, as DATEV reads it: each booking on both of its accounts. */
function readBatch(payload: Buffer) {
  const { data, errors } = Papa.parse<Row>(new TextDecoder('windows-1252').decode(payload), {
    delimiter: ';',
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  const [header, titles, ...rows] = data as [Row, Row, ...Row[]]
  const at = (title: string) => titles.indexOf(title)
  const bookings = rows.map((row) => {
    const amount = Number(row[at('Umsatz (ohne Soll/Haben-Kz)')]!.replace(',', '')) * (row[at('Soll/Haben-Kennzeichen')] === 'S' ? 1 : -1)
    return { account: row[at('Konto')]!, against: row[at('Gegenkonto (ohne BU-Schlüssel)')]!, amount, row }
  })
  return { header, titles, bookings, sums: sumUp(bookings.flatMap(({ account, against, amount }) => [{ account, cents: amount }, { account: against, cents: -amount }])) } // prettier-ignore
}

test('the DATEV batch has the form of EXTF 700 and adds up to the trial balance, revenue with the tax that DATEV works out (77)', async () => {
  const answer = await fileOf('datev')
  const { header, titles, bookings, sums } = readBatch(answer.rawPayload)
  const expected = movedOf(await trial())
  const numbers = chartDefaults.SKR03
  const { rows: revenue } = await shop.db.execute<{ tax: string; cents: number }>(sql`
    select tax, sum(cents)::int as cents from postings where account in ('revenue', 'tax_payable') group by tax`)
  const gross = Object.fromEntries(revenue.map(({ tax, cents: sum }) => [tax, sum]))

  expect(header.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13'])
  expect(header).toHaveLength(31)
  expect(header.slice(10, 16)).toEqual([
    '1001',
    '1',
    `${month.slice(0, 4)}0101`,
    '4',
    `${month.replace('-', '')}01`,
    expect.stringMatching(/^\d{8}$/),
  ])
  expect(titles).toHaveLength(125)
  expect(bookings.every(({ row }) => row.length === 125)).toBe(true)
  expect(answer.headers['content-disposition']).toContain('EXTF_Buchungsstapel')
  for (const account of ['receivable', 'card_clearing', 'disputed'] as const satisfies LedgerAccount[]) {
    expect(sums[numbers[account]] ?? 0, account).toBe(expected[account] ?? 0)
  }
  expect(sums[numbers.revenueHome1900]).toBe(gross['S 1900 DE'])
  const others = (['taxAbroad', 'revenueAbroad', 'taxOther', 'revenueOther'] as const).map((entry) => sums[numbers[entry]] ?? 0)
  expect(others.reduce((sum, amount) => sum + amount)).toBe(
    Object.entries(gross).reduce((sum, [tax, amount]) => (tax === 'S 1900 DE' ? sum : sum + amount), 0),
  )
  expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0)).toBe(0)
})

test('the tax in a gross amount is the tax that was added to the net amount, to the cent (77)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(1_900, 700), (net, rateBp) => {
      const tax = taxOf(toCents(net), { rateBp })
      const gross = BigInt(net + tax)
      const [part, whole] = [gross * BigInt(rateBp), BigInt(10_000 + rateBp)]
      expect(Number((2n * part + whole) / (2n * whole))).toBe(tax)
    }),
  )
})

test('accounts and numbers are set by an admin, and stand in the export', async () => {
  const settings = {
    ...defaultBookSettings,
    chart: 'SKR04',
    numbers: { bank: '1810', card_clearing: '1499' },
    consultant: 29_098,
    client: 55_003,
    yearBegins: 7,
  }
  expect((await admin.put('/books/settings', settings)).json()).toEqual({ modifiedCount: 1 })

  const { header, sums } = readBatch((await fileOf('datev')).rawPayload)

  expect((await admin.get('/books/settings')).json()).toEqual(settings)
  expect([header[10], header[11], header[26], header[12]!.slice(4)]).toEqual(['29098', '55003', '04', '0701'])
  expect(Object.keys(sums)).toContain('1499')
  expect(Object.keys(sums)).toContain('4400')
  for (const wrong of [{ numbers: { bank: '12' } }, { numbers: { pots: '1200' } }, { chart: 'SKR99' }, { client: 0 }]) {
    expect((await admin.put('/books/settings', { ...settings, ...wrong })).statusCode).toBe(400)
  }
})
