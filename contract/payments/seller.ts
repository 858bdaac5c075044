import Type, { type Static } from 'typebox'
import { countryCodes } from '../basics/countries.ts'
import { MESSAGE, requiredText, SHOWN_EMAIL_PATTERN, strictObject } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { euStates, isEuState, sellerStateOf } from './tax.ts'

export const sellerMessages = {
  eoriInvalid: 'An EORI number is the letters of a country and at most 15 letters or digits, such as DE123456789012345.',
  vatIdInvalid: 'This is no VAT id of an EU state, Switzerland, Great Britain or Norway: please check its digits.',
  ibanInvalid: 'This is no IBAN: please check its digits.',
  bicInvalid: 'This is no BIC: it has 8 or 11 characters.',
  sellerMissing: 'Fill this in before the shop charges tax.',
  rateMissing: "The table of rates has no rate of the seller's country today.",
  stripeMissing: 'Stripe Tax needs card payments with Stripe.',
  currencyInvalid: 'Three letters, such as EUR.',
  exchangeRateInvalid: 'A number such as 0.9215, above 0 and with at most 6 decimal places.',
} as const

const words = (maxLength: number) => Type.Optional(requiredText(maxLength, messages.invalidInput))

/** Who sells, as invoices name them. Every field may be missing until invoices are issued (`missingSellerFields`). */
export const Seller = strictObject({
  legalName: words(200),
  street: words(TEXT_LIMITS.street),
  city: words(TEXT_LIMITS.city),
  state: words(TEXT_LIMITS.state),
  postalCode: words(TEXT_LIMITS.postalCode),
  country: Type.Optional(Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired, description: 'ISO 3166-1 alpha-2' })),
  email: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: SHOWN_EMAIL_PATTERN,
      examples: ['office@example.com'],
      [MESSAGE]: messages.emailInvalid,
    }),
  ),
  phone: words(40),
  vatId: words(30),
  taxNumber: words(40),
  eori: Type.Optional(
    requiredText(20, messages.invalidInput, { description: 'EORI number, for customs', examples: ['DE123456789012345'] }),
  ),
  registration: Type.Optional(requiredText(200, messages.invalidInput, { description: 'Register and number, such as HRB 12345, Bonn' })),
  bankName: words(100),
  iban: words(50),
  bic: words(15),
})
export type Seller = Static<typeof Seller>

/**
 * Which taxes the shop charges: none; VAT by the table of rates; or what Stripe Tax calculates. `currency` is the one in which the
 * seller owes the tax, `rateToTaxCurrency` how much of it a US dollar is.
 */
export const TaxSettings = strictObject({
  charges: Type.Optional(Type.Enum(['none', 'vat', 'stripe'])),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], [MESSAGE]: sellerMessages.currencyInvalid })),
  rateToTaxCurrency: Type.Optional(
    Type.String({
      pattern: '^(?!0+(?:\\.0+)?$)\\d{1,6}(?:\\.\\d{1,6})?$',
      examples: ['0.92'],
      [MESSAGE]: sellerMessages.exchangeRateInvalid,
    }),
  ),
  unverifiedVatIds: Type.Optional(
    Type.Enum(['charge', 'trust'], {
      description: 'VAT ids that VIES has never answered, as while it is down: `charge` tax as without one, unless `trust` is set',
    }),
  ),
})
export type TaxSettings = Static<typeof TaxSettings>

type OfSeller = { seller?: Seller; tax?: TaxSettings }

/** A field that an invoice needs, such as `seller.legalName`. */
export type SellerField = `seller.${keyof Seller}` | `tax.${keyof TaxSettings}`

/** Fields that every invoice needs (EN 16931). */
const ALWAYS = ['legalName', 'street', 'city', 'country', 'email'] as const
/** Countries whose addresses always have a postal code. */
const WITH_POSTAL_CODE = new Set<string>([...euStates, 'CH', 'GB', 'NO', 'US'])

/**
 * The settings without which no invoice is issued; empty when invoices can be. A seller has a VAT id or a tax number; one in the
 * EU or in Northern Ireland who charges VAT has a VAT id. A tax currency other than the dollar has its exchange rate.
 */
export function missingSellerFields({ seller = {}, tax = {} }: OfSeller): SellerField[] {
  const missing: SellerField[] = ALWAYS.filter((field) => !seller[field]).map((field): SellerField => `seller.${field}`)
  if (seller.country && WITH_POSTAL_CODE.has(seller.country) && !seller.postalCode) missing.push('seller.postalCode')
  if (needsVatId({ seller, tax }) ? !seller.vatId : !seller.vatId && !seller.taxNumber) missing.push('seller.vatId')
  if (tax.currency && tax.currency !== 'USD' && !tax.rateToTaxCurrency) missing.push('tax.rateToTaxCurrency')
  return missing
}

const needsVatId = ({ seller: { country = '', postalCode }, tax }: Required<OfSeller>) =>
  tax.charges === 'vat' && isEuState(sellerStateOf({ country, postalCode }))

/** Settings that the tax itself depends on: those missing before the shop may charge tax. */
export function missingToCharge({ seller = {}, tax = {} }: OfSeller): SellerField[] {
  if ((tax.charges ?? 'none') === 'none') return []
  return [
    ...(seller.country ? [] : (['seller.country'] as const)),
    ...(needsVatId({ seller, tax }) && !seller.vatId ? (['seller.vatId'] as const) : []),
  ]
}
