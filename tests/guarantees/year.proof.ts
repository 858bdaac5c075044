import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { InvoiceData } from '#contract/payments/invoices.ts'
import type { LedgerAccount, TrialBalance } from '#contract/payments/ledger.ts'
import { invoices } from '#database/tables/invoices.ts'
import { writeCii } from '#server/invoices/documents/write-cii.ts'
import { writeUbl } from '#server/invoices/documents/write-ubl.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { booksOf } from '#server/run/invariants/payment-books.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { sellerAccount } from '#tests/support/shops/bank.ts'
import { balances } from '#tests/support/shops/books.ts'
import { chargeTax, germanSeller } from '#tests/support/shops/charging.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { payOut, playYear, type YearSums } from '#tests/support/shops/scripted-year.ts'

/*
 * A scripted year, and what an accountant adds up at its end, with parsers that are not the shop's. YEAR_ORDERS changes its size: 2,000 are
 * promised. E_INVOICE_EVERY looks at each n-th paper (1: at all), E_INVOICE_RULES names a folder of the official rules, which are then run, too.
 */
const ORDERS = Number(process.env['YEAR_ORDERS'] ?? 300)
const EVERY = Number(process.env['E_INVOICE_EVERY'] ?? 8)
const RULES = process.env['E_INVOICE_RULES']
/** A hang ends by then: a larger year takes minutes, and the official rules seconds for each file. */
const A_YEAR_MS = 3_600_000

let shop: TestShop
let admin: Customer
let played: YearSums
let months: string[]
let papers: { kind: string; number: string; sequence: number; data: InvoiceData }[]

beforeAll(async () => {
  const began = new Date()
  shop = await openShop()
  admin = await shop.admin()
  await chargeTax(
    admin,
    { charges: 'vat', unverifiedVatIds: 'trust', currency: 'EUR', rateToTaxCurrency: '0.9213' },
    { ...germanSeller, ...sellerAccount },
  )
  played = await playYear(shop, admin, { orders: ORDERS, chance: chanceOf(chosenSeed()) })
  months = [...new Set([began, new Date()].map((day) => day.toISOString().slice(0, 7)))]
  papers = await shop.db.select().from(invoices).orderBy(asc(invoices.series), asc(invoices.sequence))
  const { orders, refunds, returns, withdrawals, disputes } = played
  reportFigure(
    'G21',
    `${orders} orders, ${refunds} refunds, ${returns} of them for returns and ${withdrawals} with pieces withdrawn, ${disputes} disputes, ${papers.length} papers`,
    'all add up',
  )
}, A_YEAR_MS)

const trial = async () => (await admin.get(`/books/trial-balance?from=${months[0]}&to=${months.at(-1)}`)).json<TrialBalance>()
const cents = (dollars: number) => Math.round(dollars * 100)
/** A cent of a credit note that is no price with its tax (BT-114). */
const roundingOf = ({ roundingCents = 0 }: InvoiceData) => roundingCents
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
const closingOf = ({ accounts }: TrialBalance, name: LedgerAccount) => cents(accounts.find(({ account }) => account === name)?.closing ?? 0)

test('everything that must always hold holds (G21) (77)', async () => {
  const findings = await checkInvariants(shop.db, { books: booksOf(await shop.processor.intents()) })
  const overdue = findings.find(({ name }) => name === 'nothingIsOverdue')

  expect(findings.filter(({ count, name }) => count > 0 && name !== 'nothingIsOverdue')).toEqual([])
  expect(overdue!.ids.filter((id) => !id.startsWith('mail'))).toEqual([])
})

test('the trial balance is even; receivables are the open items, the bank is what came and went (G21) (77)', async () => {
  const balance = await trial()
  const { rows } = await shop.db.execute<{ open: number; paidOut: number; lost: number; disputed: number }>(sql`
    select (select sum(open_cents)::float8 from open_items) as open,
      (select coalesce(sum(amount_cents), 0)::float8 from sandbox.payouts where status = 'paid') as "paidOut",
      (select coalesce(sum(amount_cents), 0)::float8 from sandbox.disputes where status = 'lost') as lost,
      (select coalesce(sum(amount_cents), 0)::float8 from sandbox.disputes where status = 'needs_response') as disputed`)
  const { open, paidOut, lost, disputed } = rows[0]!

  expect(balance.difference).toBe(0)
  expect(sumOf(balance.accounts.map(({ closing }) => cents(closing)))).toBe(0)
  expect(closingOf(balance, 'receivable')).toBe(open)
  expect(open).toBeGreaterThan(0)
  expect(closingOf(balance, 'bank')).toBe(played.atBank - played.sentBack + paidOut)
  expect([closingOf(balance, 'dispute_losses'), closingOf(balance, 'disputed')]).toEqual([lost, disputed])
  expect(closingOf(balance, 'differences')).toBe(0)
})

test('the card processor has what the books say, and after a last payout nothing (G21) (77)', async () => {
  const before = (await balances(shop.db))['card_clearing'] ?? 0
  const { rows } = await shop.db.execute<{ gross: number; fees: number }>(sql`
    select coalesce(sum(amount_cents), 0)::float8 as gross, coalesce(sum(fee_cents), 0)::float8 as fees from sandbox.balance`)
  const id = await payOut(shop, 4)
  const { rows: last } = await shop.db.execute<{ gross: number }>(sql`
    select coalesce(sum(amount_cents), 0)::float8 as gross from sandbox.balance where payout_id = ${id}`)

  // What is in the last payout is what the books had there before it.
  expect(before).toBe(last[0]?.gross ?? 0)
  expect((await balances(shop.db))['card_clearing']).toBeUndefined()
  expect(rows[0]!.fees).toBe((await balances(shop.db))['fees']! - (await feesOf(id)))
})

async function feesOf(payoutId: string): Promise<number> {
  const { rows } = await shop.db.execute<{ fees: number }>(sql`
    select coalesce(sum(fee_cents), 0)::float8 as fees from sandbox.balance where payout_id = ${payoutId}`)
  return rows[0]!.fees
}

test('invoices less credit notes are what was paid, less what was refunded, with what is still open on account (G21) (76)', async () => {
  const cards = (await shop.processor.intents()).filter(({ status }) => status === 'succeeded')
  const { rows } = await shop.db.execute<{ received: number; credited: number; refunded: number; open: number }>(sql`
    select coalesce(sum(amount_cents) filter (where kind <> 'credit'), 0)::float8 as received,
      coalesce(sum(amount_cents) filter (where kind = 'credit'), 0)::float8 as credited,
      (select coalesce(sum(amount_cents), 0)::float8 from payment_refunds
        where intent_id ~ '^(bank|acct)_' and state not in ('failed', 'canceled')) as refunded,
      (select coalesce(sum(open_cents), 0)::float8 from open_items) as open
    from bill_receipts`)
  const { received, credited, refunded, open } = rows[0]!
  const paid = sumOf(cards.map(({ amountCents }) => amountCents)) + received
  // What a refund took off an open bill was never paid.
  const back = sumOf(cards.map(({ refundedCents }) => refundedCents)) + refunded - credited
  const grossOf = (wanted: string) =>
    sumOf(papers.filter(({ kind }) => kind === wanted).map(({ data }) => data.netCents + data.taxCents + roundingOf(data)))

  expect(grossOf('invoice') - grossOf('credit_note')).toBe(paid - back + open)
  expect([paid, back, received, credited, played.returns, played.disputes].filter((sum) => sum <= 0)).toEqual([])
  expect(played.orders).toBeGreaterThanOrEqual(ORDERS)
  expect(new Set(papers.flatMap(({ data }) => data.delivery.country ?? []))).toEqual(new Set(['DE', 'FR', 'IT', 'AT', 'US']))
})

test('the numbers of invoices and credit notes have no gap (G21) (75)', () => {
  for (const kind of ['invoice', 'credit_note']) {
    const numbers = papers.filter((paper) => paper.kind === kind).map(({ sequence }) => sequence)
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})

test('revenue and tax are those of the papers, each rounded once by category and rate (G21) (76)', async () => {
  const balance = await trial()
  const signOf = (kind: string) => (kind === 'invoice' ? 1 : -1)

  expect(closingOf(balance, 'revenue')).toBe(-sumOf(papers.map(({ kind, data }) => signOf(kind) * (data.netCents + roundingOf(data)))))
  expect(closingOf(balance, 'tax_payable')).toBe(-sumOf(papers.map(({ kind, data }) => signOf(kind) * data.taxCents)))
  const wrong = papers.filter(
    ({ kind, data }) =>
      kind === 'invoice' && data.taxes.some(({ netCents, taxCents, rateBp }) => taxCents !== Math.round((netCents * rateBp) / 10_000)),
  )
  expect(wrong.map(({ number }) => number)).toEqual([])
  expect(new Set(papers.flatMap(({ data }) => data.taxes.map(({ category, rateBp }) => `${category} ${rateBp}`)))).toEqual(
    new Set(['S 1900', 'S 2200', 'K 0', 'G 0']),
  )
})

type CsvRow = { Account: LedgerAccount; Number: string; 'Debit (USD)': string; 'Credit (USD)': string }

/** The entries of all months, as another program reads them. */
async function readCsv(): Promise<CsvRow[]> {
  const files = await Promise.all(months.map(async (month) => (await admin.get(`/books/file?format=csv&month=${month}`)).body))
  return files.flatMap((file) => {
    const { data, errors } = Papa.parse<CsvRow>(file.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true })
    expect(errors).toEqual([])
    return data
  })
}

const add = (sums: Map<string, number>, key: string, amount: number) => void sums.set(key, (sums.get(key) ?? 0) + amount)

test('the CSV files add up to the trial balance, account by account (G21) (77)', async () => {
  const rows = await readCsv()
  const { accounts } = await trial()

  const [debits, credits] = [new Map<string, number>(), new Map<string, number>()]
  for (const row of rows) {
    add(debits, row.Account, cents(Number(row['Debit (USD)'])))
    add(credits, row.Account, cents(Number(row['Credit (USD)'])))
  }

  expect(accounts.map(({ account }) => [account, debits.get(account), credits.get(account)])).toEqual(
    accounts.map(({ account, debit, credit }) => [account, cents(debit), cents(credit)]),
  )
})

test('the DATEV batches add up to the same, number by number (G21) (77)', async () => {
  const expected = new Map<string, number>()
  for (const row of await readCsv()) add(expected, row.Number, cents(Number(row['Debit (USD)'])) - cents(Number(row['Credit (USD)'])))

  const booked = new Map<string, number>()
  for (const month of months) {
    const { rawPayload } = await admin.get(`/books/file?format=datev&month=${month}`)
    const text = new TextDecoder('windows-1252').decode(rawPayload)
    const { data, errors } = Papa.parse<Record<string, string>>(text.slice(text.indexOf('\r\n') + 2), {
      header: true,
      delimiter: ';',
      skipEmptyLines: true,
    })
    expect(errors).toEqual([])
    for (const row of data) {
      const amount = Number(row['Umsatz (ohne Soll/Haben-Kz)']!.replace(',', '')) * (row['Soll/Haben-Kennzeichen'] === 'S' ? 1 : -1)
      add(booked, row['Konto']!, amount)
      add(booked, row['Gegenkonto (ohne BU-Schlüssel)']!, -amount)
    }
  }

  const inOrder = (sums: Map<string, number>) => [...sums].filter(([, amount]) => amount !== 0).toSorted()
  expect(inOrder(booked)).toEqual(inOrder(expected))
})

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) =>
    /^(IncludedSupplyChainTradeLineItem|ApplicableTradeTax|TaxTotalAmount|InvoiceLine|CreditNoteLine|TaxTotal|TaxSubtotal)$/.test(name),
})

/** Lines, tax breakdown and totals of an electronic invoice, in cents, in either syntax. */
type Sums = {
  number: string
  lines: number[]
  taxes: { net: number; tax: number }[]
  net: number
  tax: number
  gross: number
  paid: number
  due: number
}

function sumsOfCii(xml: string): Sums {
  const { ExchangedDocument, SupplyChainTradeTransaction: deal } = parser.parse(xml).CrossIndustryInvoice
  const { ApplicableTradeTax: taxes, SpecifiedTradeSettlementHeaderMonetarySummation: total } = deal.ApplicableHeaderTradeSettlement
  return {
    number: ExchangedDocument.ID,
    lines: deal.IncludedSupplyChainTradeLineItem.map((line: { SpecifiedLineTradeSettlement: { SpecifiedTradeSettlementLineMonetarySummation: { LineTotalAmount: string } } }) =>
      cents(Number(line.SpecifiedLineTradeSettlement.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount)),
    ), // prettier-ignore
    taxes: taxes.map((tax: { BasisAmount: string; CalculatedAmount: string }) => ({
      net: cents(Number(tax.BasisAmount)),
      tax: cents(Number(tax.CalculatedAmount)),
    })),
    net: cents(Number(total.TaxBasisTotalAmount)),
    tax: cents(Number(total.TaxTotalAmount[0])),
    gross: cents(Number(total.GrandTotalAmount)),
    paid: cents(Number(total.TotalPrepaidAmount)),
    due: cents(Number(total.DuePayableAmount)),
  }
}

function sumsOfUbl(xml: string): Sums {
  const { Invoice, CreditNote } = parser.parse(xml)
  const root = Invoice ?? CreditNote
  const total = root.LegalMonetaryTotal
  const [own] = root.TaxTotal
  return {
    number: root.ID,
    lines: (root.InvoiceLine ?? root.CreditNoteLine).map((line: { LineExtensionAmount: string }) =>
      cents(Number(line.LineExtensionAmount)),
    ),
    taxes: own.TaxSubtotal.map((tax: { TaxableAmount: string; TaxAmount: string }) => ({
      net: cents(Number(tax.TaxableAmount)),
      tax: cents(Number(tax.TaxAmount)),
    })),
    net: cents(Number(total.TaxExclusiveAmount)),
    tax: cents(Number(own.TaxAmount)),
    gross: cents(Number(total.TaxInclusiveAmount)),
    paid: cents(Number(total.PrepaidAmount ?? 0)),
    due: cents(Number(total.PayableAmount)),
  }
}

const sample = () => papers.filter((_, index) => index % EVERY === 0 || index === papers.length - 1)

test('electronic invoices are well-formed, and lines, breakdown and totals agree (G21) (76)', () => {
  for (const { number, data } of sample()) {
    for (const [xml, sumsOf] of [
      [writeCii(data), sumsOfCii],
      [writeUbl(data), sumsOfUbl],
    ] as const) {
      expect(XMLValidator.validate(xml), number).toBe(true)
      const { lines, taxes, ...sums } = sumsOf(xml)
      expect(sums, number).toEqual({
        number,
        net: data.netCents,
        tax: data.taxCents,
        gross: data.netCents + data.taxCents,
        paid: data.paidCents,
        due: data.grossCents + roundingOf(data) - data.paidCents,
      })
      expect(sumOf(lines), number).toBe(data.netCents)
      expect(taxes, number).toEqual(data.taxes.map(({ netCents, taxCents }) => ({ net: netCents, tax: taxCents })))
    }
  }
  reportFigure('G21', `${sample().length} of ${papers.length} papers looked at as CII and UBL`, 'all well-formed and right')
})

test('electronic invoices break no official rule (G21) (76)', { timeout: A_YEAR_MS }, async ({ signal, skip }) => {
  if (RULES === undefined) {
    reportFigure('G21', 'official rules: skipped: no rules folder', '0 broken')
    return skip('no rules folder')
  }
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-e-invoices-'))
  const said: Buffer[] = []
  const codes = await Promise.all(
    Object.entries({ cii: writeCii, ubl: writeUbl }).map(async ([syntax, write]) => {
      const files = sample().map(({ number }) => join(folder, `${number}-${syntax}.xml`))
      for (const [index, { data }] of sample().entries()) await writeFile(files[index]!, write(data))
      const checking = spawn(process.execPath, ['scripts/check-e-invoices.ts', RULES!, ...files], {
        stdio: ['ignore', 'pipe', 'inherit'],
        signal,
      })
      checking.stdout.on('data', (chunk: Buffer) => said.push(chunk))
      return (await once(checking, 'close'))[0]
    }),
  )

  const lines = Buffer.concat(said).toString('utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('FAIL') || /^\s+(fatal|warning)/.test(line))).toEqual([])
  expect(codes).toEqual([0, 0])
  const applied = lines.filter((line) => line.startsWith('ok ')).length
  expect(applied).toBe(sample().length * 2)
  reportFigure('G21', `official rules run over ${applied} files`, '0 broken')
})
