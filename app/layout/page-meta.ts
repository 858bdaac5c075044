import type { MetaArgs, MetaDescriptor } from 'react-router'
import { DEFAULT_SHOP_NAME } from '#contract/limits.ts'
import { absoluteUrl, structuredData, type Fact, type ShopIdentity } from '#app/layout/structured-data.ts'
import type { loader as rootLoader } from '#app/root.tsx'

type RootData = Awaited<ReturnType<typeof rootLoader>>

/** What a screen says about itself from its own data. */
type Details = {
  /** In place of the usual title. */
  title?: string
  /**
   * Path and query under which search engines keep this page; the path it was asked by when nothing is said. Empty where they
   * shall leave it out, such as one of the endlessly many that people search for.
   */
  path?: string
  /** What it tells programs that read pages. */
  facts?: Fact[]
}

type LoaderData<Loader> = NonNullable<MetaArgs<Loader>['loaderData']>

const PREVIEW = { path: '/hero-960.webp', type: 'image/webp', width: '960', height: '540' }

/**
 * Title and description of a screen, with the shop's name behind the title. Use as `export const meta = pageMeta(...)`.
 * Only screens with a description are for everyone: they get an address for search engines, a preview and their facts.
 * All others ask search engines to leave them out.
 */
export function pageMeta<Loader = unknown>(
  title: string,
  description?: string,
  tellDetails?: (shop: ShopIdentity, data: LoaderData<Loader>) => Details,
) {
  return ({ matches, location, loaderData }: MetaArgs<Loader>): MetaDescriptor[] => {
    // Without data the root loader itself has failed, and the screen says so under the shop's usual name.
    const shop = matches.find((match) => match.id === 'root')?.loaderData as RootData | undefined
    const shopName = shop?.shopName ?? DEFAULT_SHOP_NAME
    const details = shop && tellDetails ? tellDetails(shop, loaderData as LoaderData<Loader>) : {}
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

/** The router takes `/about/` for `/about`; search engines should know one of them. */
const plainPath = (pathname: string) => pathname.replace(/\/+$/, '') || '/'
