import Type, { type Static } from 'typebox'
import { MESSAGE, requiredText, strictObject, text } from './fields.ts'
import { TEXT_LIMITS } from './limits.ts'
import { messages } from './messages.ts'

/** Where an order goes. `country` is ISO 3166-1 alpha-2; fields without a value are empty text. */
export const ShipTo = strictObject({
  name: requiredText(TEXT_LIMITS.name, messages.shipToNameRequired),
  company: text(TEXT_LIMITS.name),
  street: requiredText(TEXT_LIMITS.street, messages.streetRequired),
  city: requiredText(TEXT_LIMITS.city, messages.cityRequired),
  postalCode: text(TEXT_LIMITS.postalCode),
  country: Type.String({ pattern: '^[A-Z]{2}$', [MESSAGE]: messages.countryRequired, examples: ['DE'] }),
  phone: text(TEXT_LIMITS.phone),
})
export type ShipTo = Static<typeof ShipTo>
