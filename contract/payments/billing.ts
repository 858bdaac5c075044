import Type, { type Static } from 'typebox'
import { countryCodes } from '../basics/countries.ts'
import { MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { vatIdStatuses } from './tax.ts'

/** Where invoices go; `country` is ISO 3166-1 alpha-2. */
export const InvoiceAddress = strictObject({
  street: requiredText(TEXT_LIMITS.street, messages.streetRequired),
  city: requiredText(TEXT_LIMITS.city, messages.cityRequired),
  state: Type.Optional(text(TEXT_LIMITS.state, { description: 'State, province or the like', examples: ['IL'] })),
  postalCode: text(TEXT_LIMITS.postalCode),
  country: Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired }),
})
export type InvoiceAddress = Static<typeof InvoiceAddress>

/** A buyer's details on invoices. Without an address the delivery address is used; missing texts are empty. */
export const Billing = strictObject({
  company: text(TEXT_LIMITS.name),
  vatId: text(30, { description: 'Of an EU state, Switzerland, Great Britain or Norway' }),
  address: nullable(InvoiceAddress),
})
export type Billing = Static<typeof Billing>

export const BillingNow = Type.Object({
  company: Type.String(),
  vatId: Type.String(),
  vatIdStatus: nullable(
    Type.Enum([...vatIdStatuses], {
      description: 'The last answer of the register; `unverified` until there is one. Null without a VAT id',
    }),
  ),
  address: nullable(InvoiceAddress),
})
export type BillingNow = Static<typeof BillingNow>

/** The buyer's details as they were when an order was placed. */
export type OrderBilling = { company: string; vatId: string | null; address: InvoiceAddress | null }
