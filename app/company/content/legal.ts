import { placeLines } from '#contract/basics/address-format.ts'
import { countryName } from '#contract/basics/countries.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { terms } from '#app/company/content/terms.ts'
import { legalWords as words } from '#app/words/legal.ts'

/** The texts of the page about the law, in its order. */
export const legalKeys = ['imprint', 'delivery', 'privacy', 'terms'] as const
export type LegalKey = (typeof legalKeys)[number]

const textOf = (sections: typeof terms): string =>
  sections.map(({ title, paragraphs }) => [`# ${title}`, ...paragraphs].join('\n\n')).join('\n\n')

/** The texts of a shop whose owner has written none. The imprint says who sells, as far as that is set. */
export const builtLegal = ({ seller = {}, contact = {} }: ShopSettings): Record<LegalKey, string> => ({
  imprint: imprintOf(seller, contact),
  delivery: textOf(terms.filter(({ alsoIn }) => alsoIn === 'delivery')),
  privacy: textOf(terms.filter(({ alsoIn }) => alsoIn === 'privacy')),
  terms: textOf(terms),
})

type Who = Required<Pick<ShopSettings, 'seller' | 'contact'>>

function imprintOf(seller: Who['seller'], contact: Who['contact']): string {
  const { legalName, street = '', city = '', state, postalCode = '', country, registration, vatId } = seller
  const place = country ? [...placeLines({ street, city, state, postalCode, country }), countryName(country)] : [street, city]
  const phone = contact.phone ?? seller.phone
  const email = contact.email ?? seller.email
  const blocks = [
    [legalName, ...place],
    [registration, vatId && words.vatId(vatId)],
    [phone && words.phone(phone), email && words.email(email)],
  ]
  const written = blocks.map((lines) => lines.filter(Boolean).join('\n')).filter((block) => block !== '')
  return written.length === 0 ? words.noImprint : written.join('\n\n')
}
