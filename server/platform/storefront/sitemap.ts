import { paths } from '#app/paths.ts'

/**
 * Every page that search engines may index, by its canonical URL. It has no dates: pages change with orders, reviews and
 * releases, and a wrong date is worse than none.
 * @param listPages pages of the parts list; an empty list is still one page.
 */
export function sitemapXml(shopUrl: string, listPages: number): string {
  const list = Array.from({ length: Math.max(listPages, 1) }, (_, page) => paths.inventoryPage(page))
  const pages = [paths.home, ...list, paths.quote, paths.blogs, paths.about, paths.contact, paths.login, paths.register]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((path) => `  <url><loc>${escapeXml(shopUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
