import Type, { type Static } from 'typebox'
import { placeLines } from '../basics/address-format.ts'
import { countryCodes, countryName } from '../basics/countries.ts'
import { MESSAGE, requiredText, strictObject, text } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'

/**
 * Where an order goes. `country` is ISO 3166-1 alpha-2; fields without a value are empty text. `state` may be left out.
 */
export const ShipTo = strictObject({
  name: requiredText(TEXT_LIMITS.name, messages.shipToNameRequired),
  company: text(TEXT_LIMITS.name),
  street: requiredText(TEXT_LIMITS.street, messages.streetRequired),
  city: requiredText(TEXT_LIMITS.city, messages.cityRequired),
  state: Type.Optional(text(TEXT_LIMITS.state, { description: 'State, province or the like', examples: ['IL'] })),
  postalCode: text(TEXT_LIMITS.postalCode),
  country: Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired, examples: ['DE'] }),
  phone: text(TEXT_LIMITS.phone),
})
export type ShipTo = Static<typeof ShipTo>

/** The country of an address that is one text; where tax is charged, one of text, this field and invoice address must name it. */
export const CountryOfText = Type.Enum(countryCodes, {
  [MESSAGE]: messages.countryRequired,
  description: 'Country of a free-text `address`, ISO 3166-1 alpha-2, unless its last line names it; written below the text',
  examples: ['DE'],
})

/** What is sent without white space around it. */
export const trimmedShipTo = ({ name, company, street, city, state = '', postalCode, country, phone }: ShipTo): ShipTo => ({
  name: name.trim(),
  company: company.trim(),
  street: street.trim(),
  city: city.trim(),
  ...(state.trim() !== '' && { state: state.trim() }),
  postalCode: postalCode.trim(),
  country,
  phone: phone.trim(),
})

/** The address as lines, as the specified field `address` shows it: in the order of its country. */
export function addressLines(shipTo: ShipTo): string {
  const { name, company, country, ...place } = trimmedShipTo(shipTo)
  return [...placeLines({ ...place, country }, { name, company }), countryName(country) ?? country].join('\n')
}
