import type { MetaArgs, MetaDescriptor } from 'react-router'
import { DEFAULT_SHOP_NAME } from '#contract/limits.ts'
import type { loader as rootLoader } from '#app/root.tsx'

type RootData = Awaited<ReturnType<typeof rootLoader>>

/**
 * Title and description of a screen, with the shop's name behind the title. Use as `export const meta = pageMeta(...)`.
 * Only screens that everyone may see get an address for search engines and previews.
 */
export function pageMeta(title: string, description?: string) {
  return ({ matches, location }: MetaArgs): MetaDescriptor[] => {
    // Without data the root loader itself has failed, and the screen says so under the shop's usual name.
    const root = matches.find((match) => match.id === 'root')?.loaderData as RootData | undefined
    const shopName = root?.shopName ?? DEFAULT_SHOP_NAME
    const fullTitle = `${title} | ${shopName}`
    if (description === undefined) return [{ title: fullTitle }, { name: 'robots', content: 'noindex' }]
    return [
      { title: fullTitle },
      { name: 'description', content: description },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:site_name', content: shopName },
      { property: 'og:type', content: 'website' },
      ...(root ? [
        { property: 'og:image', content: `${root.shopUrl}/hero.webp` },
        { tagName: 'link', rel: 'canonical', href: root.shopUrl + location.pathname + location.search },
      ] : []),
    ]
  }
}
