import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { chartDefaults, defaultBookSettings } from '#contract/payments/charts.ts'
import { addressIn, chargeTax, germanSeller, saveVatId } from '#tests/support/shops/charging.ts'
import { contact, openShop } from '#tests/support/shops/open-shop.ts'
import { payOrder } from '#tests/support/shops/payments.ts'
import type { FileLine } from './read-lines.ts'
import { bookingsOf } from './write-datev.ts'

const shop = await openShop()

const { receivable, revenueAbroad, taxAbroad, revenueHome1900, revenueK } = chartDefaults.SKR03

/** Revenue and tax of an order that goes to an address: account, and state and rate of the tax. */
async function bookingsTo(country: string, postalCode: string, vatId = ''): Promise<string[]> {
  const buyer = await shop.customer()
  if (vatId !== '') await saveVatId(buyer, vatId)
  const part = await shop.addPart({ available: 10_000, price: 1 })
  const orderItem = { name: part.name, partsId: part._id, totalPrice: 1_000, orderQuantity: 1_000, ...contact }
  const order = (await buyer.post('/inventory', { orderItem: { ...orderItem, shipTo: addressIn(country, postalCode) } })).json()
  await payOrder(shop, buyer, order)
  const month = new Date().toISOString().slice(0, 7)
  const file = await (await shop.admin()).get(`/books/file?${new URLSearchParams({ format: 'datev', month })}`)
  const [, titles, ...rows] = Papa.parse<string[]>(file.rawPayload.toString('latin1'), { delimiter: ';', skipEmptyLines: true }).data
  const at = (row: string[], title: string) => row[titles!.indexOf(title)]!
  return rows
    .filter((row) => at(row, 'Konto') !== receivable && at(row, 'Buchungstext').includes(order.number))
    .map((row) => [at(row, 'Konto'), at(row, 'EU-Land u. UStID (Bestimmung)'), at(row, 'EU-Steuersatz (Bestimmung)')].join(' ').trim())
}

test('the DATEV batch names the state whose tax was charged, in the letters of VAT ids (77)', async () => {
  const admin = await shop.admin()
  await chargeTax(admin, { charges: 'vat', unverifiedVatIds: 'trust' }, germanSeller)
  const abroad = (state: string, rate: string) => [`${revenueAbroad} ${state} ${rate}`, `${taxAbroad} ${state} ${rate}`]

  expect(await bookingsTo('GR', '10431')).toEqual(abroad('EL', '24,00'))
  expect(await bookingsTo('MC', '98000')).toEqual(abroad('FR', '20,00'))
  expect(await bookingsTo('GB', 'BT1 5GS')).toEqual(abroad('XI', '20,00'))
  expect(await bookingsTo('FR', '75001', 'DE136695976')).toEqual([revenueHome1900])
  expect(await bookingsTo('GR', '10431', 'GR094259216')).toEqual([`${revenueK} EL094259216`])
})

test('a discount is booked with its tax to an account that works the tax out, apart from revenue', () => {
  const line = {
    entry: 1, at: new Date(0), kind: 'credit-note', ref: '1', order: 'O-000001', payment: '', invoice: 'CN-2026-000001', vatId: '', taxedBy: 'DE',
  } as const // prettier-ignore
  const entry: FileLine[] = [
    { ...line, account: 'receivable', tax: '', cents: -1_190 },
    { ...line, account: 'discounts', tax: 'S 1900 DE', cents: 1_000 },
    { ...line, account: 'tax_payable', tax: 'S 1900 DE', cents: 190 },
  ]

  expect(bookingsOf(entry, defaultBookSettings).map(({ account, against, cents }) => [account, against, cents])).toEqual([
    [chartDefaults.SKR03.discountHome1900, receivable, 1_190],
  ])
})
