import { paths } from '#app/paths.ts'

/** The rules for search engines. Pages with `noindex`, such as a part's, stay readable, because an engine must read it. */
export function robotsText(shopUrl: string): string {
  return ['User-agent: *', 'Allow: /', `Disallow: ${paths.dashboard}`, 'Disallow: /api', '', `Sitemap: ${shopUrl}/sitemap.xml`, ''].join(
    '\n',
  )
}
