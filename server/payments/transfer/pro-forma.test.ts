import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { choosesTransfer, takeTransfers } from '#tests/support/shops/bank.ts'
import { addressIn, chargeTax, germanSeller } from '#tests/support/shops/charging.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'

const shop = await openShop()
takeTransfers(shop)

async function proFormaOf(buyer: Customer, order: { _id: string }) {
  await choosesTransfer(buyer, order)
  const file = await buyer.get(`/order/${order._id}/pro-forma`)
  return (await extractText(await getDocumentProxy(new Uint8Array(file.rawPayload)))).text.join(' ').replace(/\s+/g, ' ')
}

test('a pro-forma invoice has net, each tax with its reason, and gross; without tax only the total', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ available: 10_000, price: 2.5 })
  const untaxed = await proFormaOf(buyer, await shop.placeOrder(buyer, part))
  await chargeTax(await shop.admin(), { charges: 'vat' }, { ...germanSeller, iban: 'DE89370400440532013000' })
  const lines = [{ row: 2, shipTo: addressIn('US') }]
  const quote = await savedQuote(shop.db, buyer.userId, [{ part }, { part }])
  const group = (await orderQuote(buyer, quote, { shipTo: addressIn('FI'), lines })).json<OrderGroup>()

  const taxed = await proFormaOf(buyer, group.orders[0]!)

  expect(taxed).toContain('Net $5,000.00 Tax 25.5 % on $2,500.00 $637.50 Tax on $2,500.00 $0.00 Total $5,637.50')
  expect(taxed).toContain('The tax of the country to which the goods are sent. Export, exempt under Article 146')
  expect(untaxed).toContain('$2,500.00 Total $2,500.00')
  expect(untaxed).not.toMatch(/\b[Tt]ax\b/)
})

test('a pro-forma invoice has the name of a part in its own letters, and says what no font has', async () => {
  const buyer = await shop.customer('vera')

  const readable = await proFormaOf(
    buyer,
    await shop.placeOrder(buyer, await shop.addPart({ available: 10_000, name: 'Плата 主板 Πλακέτα' })),
  )
  const lacking = await proFormaOf(buyer, await shop.placeOrder(buyer, await shop.addPart({ available: 10_000, name: 'Board \u{10380}' })))

  expect(readable).toContain('Плата 主板 Πλακέτα')
  expect(readable).not.toContain('[?]')
  expect(lacking).toContain('Board [?]')
  expect(lacking).toContain('[?] stands for characters that this print has no signs for')
})
