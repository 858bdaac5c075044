import type { FastifyInstance } from 'fastify'
import { PAGE_SIZE } from '#contract/limits.ts'
import { countParts } from '../../parts/list-parts.ts'
import type { Services } from '../../services.ts'
import { robotsText } from './robots.ts'
import { sitemapXml } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

const ONE_HOUR = 'public, max-age=3600'

export function serveMachineReadable(app: FastifyInstance, { db, settings }: Services): void {
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', ONE_HOUR).send(robotsText(settings.shopUrl)),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const listPages = Math.ceil((await countParts(db)) / PAGE_SIZE)
    return reply.type('application/xml; charset=utf-8').header('cache-control', ONE_HOUR).send(sitemapXml(settings.shopUrl, listPages))
  })
  app.get('/site.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', ONE_HOUR)
      .send(JSON.stringify(webManifest(settings.shopName))),
  )
}
