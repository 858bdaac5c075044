import Type, { type Static } from 'typebox'
import { Billing, BillingNow } from './billing.ts'
import { defineCalls } from '../basics/call.ts'
import { countryCodes } from '../basics/countries.ts'
import { calendarDay, day, Id, IdParams, MESSAGE, nullable, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_ORDERED_LINES, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { CountryOfText } from '../orders/ship-to.ts'
import { taxCategories, taxReasons, vatIdStatuses } from './tax.ts'

export const taxMessages = {
  rateInvalid: 'A percentage from 0 to 100 with at most two decimal places.',
  rateKnown: 'There is another rate of this country from this day on.',
  rateBegun: 'A rate that has begun stays, because orders were decided by it. Add another from a later day on.',
  countryNeeded: 'Please choose the country of the address: the tax depends on it.',
  addressNotTaxable: 'The tax for this address could not be calculated. Please check its country and postal code.',
  rateInPast: 'A new rate begins today or later.',
} as const

export const TaxRate = Type.Object({
  _id: Id,
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  from: calendarDay({ description: 'Its first day, by UTC' }),
  rate: Type.Number({ description: 'Percent' }),
  state: Type.Enum(['past', 'now', 'planned']),
})
export type TaxRate = Static<typeof TaxRate>

export const NewTaxRate = strictObject({
  country: Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired }),
  from: day(),
  rate: Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, [MESSAGE]: taxMessages.rateInvalid }),
})
export type NewTaxRate = Static<typeof NewTaxRate>

export const TaxTable = Type.Object({
  rates: Type.Array(TaxRate),
  charges: Type.Enum(['none', 'vat', 'stripe'], { description: 'What the settings say' }),
  seller: nullable(Type.String({ description: "The seller's country" })),
  missing: Type.Array(Type.String(), { description: 'Settings without which no invoice is issued, such as `seller.legalName`' }),
})
export type TaxTable = Static<typeof TaxTable>

/** An amount with its destination; where that names no country, the buyer's invoice address does. */
const Taxable = strictObject({
  total: Type.Number({ minimum: 0, maximum: 1e13, description: 'US dollars without tax' }),
  shipTo: Type.Optional(
    strictObject({
      country: Type.Enum(countryCodes),
      postalCode: text(TEXT_LIMITS.postalCode),
      city: Type.Optional(text(TEXT_LIMITS.city)),
      state: Type.Optional(text(TEXT_LIMITS.state)),
      street: Type.Optional(text(TEXT_LIMITS.street)),
    }),
  ),
  address: Type.Optional(text(TEXT_LIMITS.address, { description: 'An address that is one text, in place of `shipTo`' })),
  country: Type.Optional(CountryOfText),
})

/** Amounts taxed together: their net sum, their tax in dollars, and its reason. */
export const TaxPart = Type.Object({
  net: Type.Number(),
  total: Type.Number({ description: 'US dollars of tax' }),
  rate: Type.Number({ description: 'Percent' }),
  category: Type.Enum([...taxCategories]),
  reason: Type.Enum([...taxReasons]),
})
export type TaxPart = Static<typeof TaxPart>

export const TaxPreview = Type.Object({
  tax: nullable(
    Type.Object({
      total: Type.Number({ description: 'US dollars of tax' }),
      due: Type.Number({ description: 'US dollars with tax' }),
      parts: Type.Array(TaxPart),
    }),
  ),
})
export type TaxPreview = Static<typeof TaxPreview>

/** Orders that one answer names. */
export const UNVERIFIED_ORDERS = 200

export const UnverifiedOrder = Type.Object({
  _id: Id,
  number: Type.String(),
  email: Type.String(),
  vatId: Type.String(),
  vatIdStatus: Type.Enum([...vatIdStatuses], { description: 'The last answer of the register, by now' }),
  tax: Type.Number({ description: 'US dollars of tax that were charged' }),
  paid: Type.Boolean(),
  placedAt: Type.String({ format: 'date-time' }),
})
export type UnverifiedOrder = Static<typeof UnverifiedOrder>

export const UnverifiedOrders = Type.Object({ count: Type.Integer(), orders: Type.Array(UnverifiedOrder) })
export type UnverifiedOrders = Static<typeof UnverifiedOrders>

export const taxCalls = defineCalls('Taxes', 'taxes', {
  rates: {
    method: 'GET',
    path: '/tax-rates',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Rates of tax by country and first day, and what the shop charges',
    response: TaxTable,
  },
  addRate: {
    method: 'POST',
    path: '/tax-rates',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Add a rate that begins today or later; orders until then keep the one before',
    body: NewTaxRate,
    response: Type.Object({ rate: TaxRate }),
  },
  removeRate: {
    method: 'DELETE',
    path: '/tax-rates/:id',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Remove a rate that has not begun',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  unverified: {
    method: 'GET',
    path: '/unverified-orders',
    policy: 'admin',
    permissions: ['money'],
    summary: `Orders placed with a VAT id that VIES had not answered, until its answer agrees with what was charged; the newest ${UNVERIFIED_ORDERS}`,
    response: UnverifiedOrders,
  },
  preview: {
    method: 'POST',
    path: '/tax-preview',
    policy: 'session',
    summary: 'The tax of amounts that would be ordered together now; null where the shop charges none. Nothing is saved',
    body: strictObject({ amounts: Type.Array(Taxable, { minItems: 1, maxItems: MAXIMUM_ORDERED_LINES }) }),
    response: TaxPreview,
  },
  billing: {
    method: 'GET',
    path: '/billing',
    policy: 'session',
    summary: "What the caller's invoices say",
    response: BillingNow,
  },
  saveBilling: {
    method: 'PUT',
    path: '/billing',
    policy: 'session',
    summary:
      "Change what the caller's invoices say; the VAT id is checked by form and check digits, and looked up where its state can be asked",
    body: Billing,
    response: BillingNow,
  },
})
