import type { MetaArgs, MetaDescriptor } from 'react-router'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import { absoluteUrl, structuredData, type Fact, type ShopIdentity } from '#app/layout/structured-data.ts'
import type { loader as rootLoader } from '#app/root.tsx'

type RootData = Awaited<ReturnType<typeof rootLoader>>

/** Metadata of a screen from its data. */
type Details = {
  /** Replaces the default title. */
  title?: string
  /**
   * Canonical path and query of this page for search engines; by default the requested path. Empty if they should not
   * index it, such as search results.
   */
  path?: string
  /** Structured data. */
  facts?: Fact[]
}

type LoaderData<Loader> = NonNullable<MetaArgs<Loader>['loaderData']>

const PREVIEW = { path: '/hero-960.webp', type: 'image/webp', width: '960', height: '540' }

/**
 * Title and description of a screen, with the shop's name after the title. Use as `export const meta = pageMeta(...)`. Screens with a
 * description are public: they get a canonical address, a preview and structured data. All others are `noindex`.
 */
export function pageMeta<Loader = unknown>(
  title: string,
  description?: string,
  detailsOf?: (shop: ShopIdentity, data: LoaderData<Loader>) => Details,
) {
  return ({ matches, location, loaderData }: MetaArgs<Loader>): MetaDescriptor[] => {
    // Without data the root loader has failed; the error screen uses the default name.
    const shop = matches.find((match) => match.id === 'root')?.loaderData as RootData | undefined
    const shopName = shop?.shopName ?? DEFAULT_SHOP_NAME
    const details = shop && detailsOf ? detailsOf(shop, loaderData as LoaderData<Loader>) : {}
    const fullTitle = `${details.title ?? title} | ${shopName}`
    if (description === undefined || details.path === '') return [{ title: fullTitle }, { name: 'robots', content: 'noindex' }]
    return [
      { title: fullTitle },
      { name: 'description', content: description },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:site_name', content: shopName },
      { property: 'og:type', content: 'website' },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(shop ? addressMeta(shop, details.path ?? plainPath(location.pathname)) : []),
      ...(shop && details.facts ? [{ 'script:ld+json': structuredData(details.facts) }] : []),
    ]
  }
}

function addressMeta(shop: ShopIdentity, path: string): MetaDescriptor[] {
  const url = absoluteUrl(shop, path)
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:url', content: url },
    { property: 'og:image', content: absoluteUrl(shop, PREVIEW.path) },
    { property: 'og:image:type', content: PREVIEW.type },
    { property: 'og:image:width', content: PREVIEW.width },
    { property: 'og:image:height', content: PREVIEW.height },
  ]
}

/** The router treats `/about/` as `/about`; search engines should index one of them. */
const plainPath = (pathname: string) => pathname.replace(/\/+$/, '') || '/'
