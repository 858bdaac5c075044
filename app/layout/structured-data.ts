import { paths } from '#app/paths.ts'

/** The shop as its pages know it: its name, and its origin without a slash at the end. */
export type ShopIdentity = { shopName: string; shopUrl: string }

/** One thing that a page tells programs, in the words of schema.org. */
export type Fact = { '@type': string; [property: string]: unknown }

/** The facts of one page as the one document that stands in its head. */
export function structuredData(facts: Fact[]) {
  return { '@context': 'https://schema.org', '@graph': facts }
}

/** A path of the shop, or an address that is absolute already, as an absolute address. */
export const absoluteUrl = ({ shopUrl }: ShopIdentity, path: string) => new URL(path, `${shopUrl}/`).href

/** The shop as a company. Every page that names it uses the same `@id`, so that programs know it is the same one. */
export function organization(shop: ShopIdentity): Fact {
  return {
    '@type': 'Organization',
    '@id': absoluteUrl(shop, '/#organization'),
    name: shop.shopName,
    url: absoluteUrl(shop, paths.home),
    logo: absoluteUrl(shop, '/icon-512.png'),
  }
}

export function webSite(shop: ShopIdentity): Fact {
  return {
    '@type': 'WebSite',
    '@id': absoluteUrl(shop, '/#website'),
    name: shop.shopName,
    url: absoluteUrl(shop, paths.home),
    inLanguage: 'en',
    publisher: { '@id': absoluteUrl(shop, '/#organization') },
  }
}

/** The way from the home page to one of the pages below it. */
export function breadcrumb(shop: ShopIdentity, name: string, path: string): Fact {
  const steps = [{ name: shop.shopName, path: paths.home }, { name, path }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: absoluteUrl(shop, step.path),
    })),
  }
}
