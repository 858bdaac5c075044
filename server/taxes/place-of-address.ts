import { countryName } from '#contract/basics/countries.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { taxStateOf } from '#contract/payments/tax.ts'
import { countryOf } from '#readers/values/country.ts'
import type { Destination } from './tax-services.ts'

/** Where goods go, as a buyer says it: in fields, or as one text, with its country or without. */
export type SaidAddress = { shipTo?: ShipTo | undefined; address?: string | undefined; country?: string | undefined }

/** Also the name of a state of the US. */
const AMBIGUOUS = new Set(['GE'])
/** Two letters are mostly states, such as IL and CA. */
const CODE = /^(?!U\.?[SK]\.?$)[a-z]\.?[a-z]\.?$/i
const NORTHERN_IRELAND = /\bnorthern ireland\b/i

/** The place that decides the tax; undefined for a text that names no country. */
export function placeOfAddress({ shipTo, address = '', country = countryInText(address) }: SaidAddress): Destination | undefined {
  if (shipTo) return shipTo
  return country === undefined ? undefined : { country, postalCode: specialCodeIn(address, country) }
}

/** The text of an address, with the country in its last line where that was said beside it. */
export function textOfAddress(address: string, country: string | undefined): string {
  const text = address.trim()
  if (country === undefined || countryInText(text) === country) return text
  return `${text}\n${countryName(country) ?? country}`
}

/** The country that ends a text, as its last line or behind its last comma: ISO 3166-1 alpha-2. Undefined where it could be something else. */
export function countryInText(address: string): string | undefined {
  const line = address.trim().split(/\r?\n/).at(-1) ?? ''
  for (const written of [line, line.split(/[,;]/).at(-1) ?? '']) {
    const name = written.trim().replace(/\.$/, '')
    const code = CODE.test(name) ? undefined : countryOf(name)
    if (code !== undefined && !AMBIGUOUS.has(code)) return code
  }
  return undefined
}

/** The postal code in a text where it is outside the tax area of its country, such as that of Belfast or Tenerife; else empty. */
function specialCodeIn(address: string, country: string): string {
  if (country === 'GB' && NORTHERN_IRELAND.test(address)) return 'BT1'
  const usual = taxStateOf({ country, postalCode: '' })
  const words = address.split(/[\s,;]+/)
  return words.find((postalCode) => /\d/.test(postalCode) && taxStateOf({ country, postalCode }) !== usual) ?? ''
}
