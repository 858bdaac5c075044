import Type, { type Static } from 'typebox'
import { countryCodes, countryName } from './countries.ts'
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
  country: Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired, examples: ['DE'] }),
  phone: text(TEXT_LIMITS.phone),
})
export type ShipTo = Static<typeof ShipTo>

/** What is sent without white space around it. */
export const trimmedShipTo = ({ name, company, street, city, postalCode, country, phone }: ShipTo): ShipTo => ({
  name: name.trim(),
  company: company.trim(),
  street: street.trim(),
  city: city.trim(),
  postalCode: postalCode.trim(),
  country,
  phone: phone.trim(),
})

/** The address as lines, as the specified field `address` shows it. */
export const addressLines = ({ name, company, street, city, postalCode, country }: ShipTo): string =>
  [name, company, street, `${postalCode} ${city}`, countryName(country) ?? country]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
