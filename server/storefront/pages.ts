import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { publicDataContext } from '#app/public-data.ts'
import type { Services } from '../services.ts'
import { compressPage } from './compress-page.ts'
import { contentSecurityPolicy, developmentContentSecurityPolicy } from './content-security-policy.ts'
import { readPublicData } from './public-data.ts'

/**
 * Every address that nothing else answers is a page: rendered on the server, the 404 screen included.
 * @param loadBuild the storefront as built, or as Vite has it now.
 */
export function servePages(
  app: FastifyInstance,
  services: Services,
  loadBuild: () => Promise<ServerBuild>,
): void {
  const mode = services.settings.development ? 'development' : 'production'
  const render = createRequestHandler(loadBuild, mode)
  const data = readPublicData(services)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const context = new RouterContextProvider()
      context.set(publicDataContext, { ...data, nonce })
      reply.header(
        'content-security-policy',
        services.settings.development ? developmentContentSecurityPolicy : contentSecurityPolicy(nonce, services.settings, request.url),
      )
      const page = await render(toWebRequest(request, services.settings.shopUrl), context)
      return reply.send(compressPage(page, request.headers['accept-encoding']))
    },
  })
}

/** The address comes from the configuration, never from the Host header. Pages know no cookies. */
function toWebRequest(request: FastifyRequest, shopUrl: string): Request {
  const headers = new Headers()
  for (const name of ['accept', 'accept-language', 'user-agent']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // A path such as //elsewhere must stay a path.
  const url = new URL(shopUrl)
  const [path = '/', query = ''] = request.url.split(/\?(.*)/s)
  url.pathname = path
  url.search = query
  return new Request(url, { method: request.method, headers })
}
