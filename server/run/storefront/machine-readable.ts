import type { FastifyInstance } from 'fastify'
import { paths } from '#app/paths.ts'
import { PAGE_SIZE } from '#contract/basics/limits.ts'
import { isDatabaseBusy } from '#database/database-trouble.ts'
import { readPublicly } from '#database/public-reading.ts'
import { timeFor } from '../../platform/cache/public-cache.ts'
import { countParts } from '../../parts/list-parts.ts'
import { findPreview, findPublished } from '../../shop-settings/apply-settings.ts'
import { shopStyles } from '../../shop-settings/shop-styles.ts'
import { previewOf } from './page-address.ts'
import type { Services } from '../../services.ts'

const ONE_HOUR = 'public, max-age=3600'

/** The owner's colours; the name changes with them. */
function serveStyles(app: FastifyInstance, { db, settings }: Services): void {
  app.get('/shop.css', async ({ url }, reply) => {
    const preview = previewOf(url)
    const read = () => (preview ? findPreview(db, preview) : findPublished(db).then(({ values }) => values))
    // A page of a database that is away has the colours that were read last.
    const values = await readPublicly(timeFor(db), read).catch((error: unknown) => {
      if (isDatabaseBusy(error)) return settings.shop
      throw error
    })
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', preview ? 'no-store' : ONE_HOUR)
      .send(shopStyles(values ?? {}))
  })
}

export function serveMachineReadable(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  serveStyles(app, services)
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', ONE_HOUR).send(robotsText(settings.shopUrl)),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const count = await readPublicly(timeFor(db), () => countParts(db))
    const listPages = Math.ceil(count / PAGE_SIZE)
    return reply.type('application/xml; charset=utf-8').header('cache-control', ONE_HOUR).send(sitemapXml(settings.shopUrl, listPages))
  })
  app.get('/site.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', ONE_HOUR)
      .send(JSON.stringify(webManifest(settings.shopName))),
  )
}

/** The rules for search engines. Pages with `noindex`, such as a part's, stay readable, because an engine must read it. */
function robotsText(shopUrl: string): string {
  return ['User-agent: *', 'Allow: /', `Disallow: ${paths.dashboard}`, 'Disallow: /api', '', `Sitemap: ${shopUrl}/sitemap.xml`, ''].join(
    '\n',
  )
}

/**
 * Every page that search engines may index, by its canonical URL. It has no dates: pages change with orders, reviews and
 * releases, and a wrong date is worse than none.
 * @param listPages pages of the parts list; an empty list is still one page.
 */
function sitemapXml(shopUrl: string, listPages: number): string {
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

/** The shop as an installed web app. It keeps the browser's navigation. */
function webManifest(shopName: string) {
  return {
    id: paths.home,
    name: shopName,
    short_name: shopName,
    description: 'TV parts made to order and shipped in bulk',
    lang: 'en',
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
    theme_color: '#141c30',
    background_color: '#141c30',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
