import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { noStripeFaults, openStripeDouble, stripeKeys } from '#tests/support/doubles/stripe-double.ts'
import { addressIn, chargeTax, frenchVatId, saveVatId } from '#tests/support/shops/charging.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { groupNow, orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'

const double = await openStripeDouble()
afterAll(() => double.stop())
/** New York City's rate does not end on a hundredth of a percent. */
double.books.taxRateOf = (postalCode, country) => (country === 'FR' ? 20 : { '10001': 8.875, '97201': 0 }[postalCode])

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  const { webhookSecret, secretKey, publishableKey } = stripeKeys
  const env = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: double.url,
  }
  shop = await openShop({ env })
  admin = await shop.admin()
  await chargeTax(admin, { charges: 'stripe', unverifiedVatIds: 'trust' })
})
afterEach(() => void Object.assign(double.faults, noStripeFaults()))

async function buy(buyer: Customer, country: string, postalCode: string, more: object = {}) {
  const part = await shop.addPart({ available: 10_000, price: 2.5 })
  const orderItem = { name: part.name, partsId: part._id, totalPrice: 2_500, orderQuantity: 1_000, ...contact }
  return buyer.post('/inventory', { orderItem: { ...orderItem, shipTo: addressIn(country, postalCode), ...more } })
}

test('sales tax is what Stripe Tax calculates for the address', async () => {
  const buyer = await shop.customer()

  const shipTo = { ...addressIn('US', '10001'), state: 'NY' }
  const newYork = await buy(buyer, 'US', '10001', { amountDue: 2_721.88, shipTo })
  const portland = await buy(buyer, 'US', '97201')

  expect(newYork.json().tax).toEqual({ total: 221.88, rate: 8.88, category: 'S', reason: 'calculated', due: 2_721.88 })
  expect(portland.json().tax).toEqual({ total: 0, rate: 0, category: 'O', reason: 'calculated', due: 2_500 })
  expect(double.requests.at(-2)!.params).toMatchObject({
    currency: 'usd',
    'line_items[0][amount]': '250000',
    'line_items[0][tax_behavior]': 'exclusive',
    'customer_details[address][country]': 'US',
    'customer_details[address][postal_code]': '10001',
    'customer_details[address][state]': 'NY',
  })
})

test('a VAT id that counts goes along, and reverse charge is what it is called', async () => {
  const buyer = await shop.customer()
  await saveVatId(buyer, frenchVatId)

  expect((await buy(buyer, 'FR', '75001')).json().tax).toMatchObject({ total: 0, category: 'K', reason: 'calculated' })
  expect(double.requests.at(-1)!.params).toMatchObject({
    'customer_details[tax_ids][0][type]': 'eu_vat',
    'customer_details[tax_ids][0][value]': frenchVatId,
  })

  await chargeTax(admin, { charges: 'stripe' })
  expect((await buy(buyer, 'FR', '75001')).json().tax).toMatchObject({ total: 500, category: 'S' })
  await chargeTax(admin, { charges: 'stripe', unverifiedVatIds: 'trust' })
})

test('the lines of a group to one address are calculated together, and share it when one is cancelled', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ available: 10_000, price: 0.0011 })
  const quote = await savedQuote(shop.db, buyer.userId, [{ part }, { part }, { part }])
  const before = double.requests.length

  const group: OrderGroup = (await orderQuote(buyer, quote, { shipTo: addressIn('US', '10001') })).json()
  const { tax, orders } = group
  await buyer.delete(`/order/${orders[0]!._id}`)

  // 110 cents at 8.875 % are 10 cents: Stripe rounds each line.
  expect(double.requests.length - before).toBe(1)
  expect(tax).toEqual({ total: 0.3, due: 3.6 })
  expect((await groupNow(buyer, group)).tax).toEqual({ total: 0.2, due: 2.4 })
})

test('an address that cannot be taxed is refused at its field, and nothing is taken', async () => {
  const buyer = await shop.customer()

  const refused = await buy(buyer, 'US', 'nowhere')

  expect(refused.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'orderItem.address' }] })
  expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toEqual([])
})

test.each(['hang', 'reset_before', { status: 503 }] as const)(
  'no order is placed at a guess while Stripe answers with %j',
  async (mishap) => {
    const buyer = await shop.customer()
    double.faults.next = [mishap, mishap, mishap]

    const refused = await buy(buyer, 'US', '10001')

    expect(refused.statusCode).toBe(503)
    expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toEqual([])
  },
)
