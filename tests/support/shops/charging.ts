import type { Seller, TaxSettings } from '#contract/payments/seller.ts'
import type { ShopSettings, ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { ADMIN_PASSWORD, contact, type Customer, type TestShop } from './open-shop.ts'

/** A seller in Germany. */
export const germanSeller: Seller = {
  legalName: 'Sample GmbH',
  street: 'Dock Road 4',
  city: 'Bonn',
  postalCode: '53113',
  country: 'DE',
  email: 'sales@example.com',
  vatId: 'DE136695976',
}

/** Publishes settings in addition to the current ones. */
export async function publish(admin: Customer, changed: ShopSettings): Promise<void> {
  const { version, values } = (await admin.get('/shop-settings')).json<ShopSettingsNow>()
  const answer = await admin.put('/shop-settings', { version, values: { ...values, ...changed }, password: ADMIN_PASSWORD })
  if (answer.statusCode !== 200) throw new Error(`The settings were refused: ${answer.body}`)
}

export const chargeTax = (admin: Customer, tax: TaxSettings = { charges: 'vat' }, seller: Seller = germanSeller) =>
  publish(admin, { seller, tax })

/** An address in a country. */
export const addressIn = (country: string, postalCode = '10115'): ShipTo => ({
  name: 'Ann Buyer',
  company: '',
  street: 'Harbour Street 1',
  city: 'Harbour',
  postalCode,
  country,
  phone: '',
})

/** A French VAT id of the right form. */
export const frenchVatId = 'FR40303265045'

let drawn = 300_000_000
/** Another French VAT id of the right form, which no shop knows yet. */
export function newVatId(): string {
  const digits = String((drawn += 10) / 10)
  const sum = [...digits].reduce(
    (all, digit, index) => all + (index % 2 === 1 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]! : Number(digit)),
    0,
  )
  const siren = Number(`${digits}${(10 - (sum % 10)) % 10}`)
  return `FR${String((12 + 3 * (siren % 97)) % 97).padStart(2, '0')}${siren}`
}

export const saveVatId = (buyer: Customer, vatId: string, company = 'Sample SARL') =>
  buyer.put('/billing', { company, vatId, address: null })

/** Buys 1,000 pieces for $2,500. */
export async function buyTaxed(shop: TestShop, buyer: Customer, shipTo?: ShipTo, more: object = {}) {
  const part = await shop.addPart({ available: 10_000, price: 2.5 })
  const orderItem = {
    name: part.name,
    partsId: part._id,
    totalPrice: 2_500,
    orderQuantity: 1_000,
    ...contact,
    ...(shipTo && { shipTo }),
    ...more,
  }
  return buyer.post('/inventory', { orderItem })
}

/** The tax of an amount, as the purchase screen asks for it. */
export const previewTax = async (buyer: Customer, total: number, shipTo?: ShipTo) => {
  const { name: _, company: __, phone: ___, ...to } = shipTo ?? addressIn('DE')
  return (await buyer.post('/tax-preview', { amounts: [{ total, ...(shipTo && { shipTo: to }) }] })).json()
}
