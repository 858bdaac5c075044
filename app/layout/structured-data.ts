import { paths } from '#app/paths.ts'

/** The shop's name, and its origin without a trailing slash. */
export type ShopIdentity = { shopName: string; shopUrl: string }

/** An object of schema.org. */
export type Fact = { '@type': string; [property: string]: unknown }

/** The structured data of a page as one JSON-LD document. */
export function structuredData(facts: Fact[]) {
  return { '@context': 'https://schema.org', '@graph': facts }
}

/** The absolute URL of a path; absolute URLs are unchanged. */
export const absoluteUrl = ({ shopUrl }: ShopIdentity, path: string) => new URL(path, `${shopUrl}/`).href

/** The shop as a company, with the same `@id` on every page. */
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

/** Breadcrumbs from the home page to a page. */
export function breadcrumb(shop: ShopIdentity, name: string, path: string): Fact {
  const steps = [
    { name: shop.shopName, path: paths.home },
    { name, path },
  ]
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
