import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

/** English names of countries by their ISO 3166-1 alpha-2 codes. */
const names: Record<string, string | string[]> = english.countries

export const countryCodes = Object.keys(names)

export function countryName(code: string): string | undefined {
  const name = names[code]
  return Array.isArray(name) ? name[0] : name
}
