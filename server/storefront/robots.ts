import { paths } from '#app/paths.ts'

/**
 * The rules for search engines. Pages that ask to be left out themselves, such as a part's, stay readable: an engine
 * that may not read a page cannot see that it asks for it.
 */
export function robotsText(shopUrl: string): string {
  return ['User-agent: *', 'Allow: /', `Disallow: ${paths.dashboard}`, 'Disallow: /api', '', `Sitemap: ${shopUrl}/sitemap.xml`, ''].join('\n')
}
