import { formatAddress } from 'localized-address-format'

/** An address without who is there. `country` is ISO 3166-1 alpha-2; `street` are one or more lines. */
export type Place = {
  street: string | readonly string[]
  city: string
  state?: string | undefined
  postalCode: string
  country: string
}

export const placeFields = ['city', 'state', 'postalCode'] as const
export type PlaceField = (typeof placeFields)[number]

/** Chinese, Japanese or Korean writing, in which addresses begin with the largest place. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const MARKS = { city: '<city>', state: '<state>', postalCode: '<postalCode>' } as const
const marked = (country: string) =>
  formatAddress(
    { postalCountry: country, locality: MARKS.city, administrativeArea: MARKS.state, postalCode: MARKS.postalCode },
    'latin',
  ).join('\n')

/** Words that every address of a country has, such as 'singapore'. */
const fixedWords = (format: string) => format.replaceAll(/<\w+>/g, '').toLowerCase().split(/\s+/)

/** The fields that addresses of a country have, in their order; all of them where no country is chosen yet. */
export function placeFieldsOf(country: string): PlaceField[] {
  if (country === '') return [...placeFields]
  const format = marked(country)
  const used = placeFields
    .filter((field) => format.includes(MARKS[field]))
    .toSorted((a, b) => format.indexOf(MARKS[a]) - format.indexOf(MARKS[b]))
  // Every address has a city here, and most formats that name no postal code are of countries about which little is known.
  return [...used, ...(['city', 'postalCode'] as const).filter((field) => !used.includes(field))]
}

/**
 * The lines of an address in the postal format of its country, without the country's name. Fields that the format does not have are written
 * with the city, or below the street.
 */
export function placeLines(
  { street, city, state = '', postalCode, country }: Place,
  who: { name?: string; company?: string } = {},
): string[] {
  const format = marked(country)
  const [hasCity, hasState, hasPostalCode] = placeFields.map((field) => format.includes(MARKS[field]))
  const cityAndState = hasState || state === '' || state === city ? city : `${city}, ${state}`
  const town = hasPostalCode ? cityAndState : `${postalCode} ${cityAndState}`.trim()
  const isLocal = EAST_ASIAN.test([street, city, state].flat().join(''))
  const below = hasCity || fixedWords(format).includes(city.toLowerCase()) ? [] : [town]
  const streets = [street].flat()
  const lines = formatAddress(
    {
      postalCountry: country,
      ...(who.name && { name: who.name }),
      ...(who.company && { organization: who.company }),
      addressLines: (isLocal ? [...below, ...streets] : [...streets, ...below]).filter((line) => line !== ''),
      locality: town,
      administrativeArea: state,
      postalCode,
    },
    isLocal ? 'local' : 'latin',
  )
  // The library begins a line with the separator behind several lines of a street.
  return lines.join('\n').replaceAll('\n, ', ', ').split('\n')
}
