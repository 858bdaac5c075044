import middie from '@fastify/middie'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { allRoutesPublic } from '../../platform/http/require-policies.ts'
import type { Services } from '../../services.ts'
import { developmentContentSecurityPolicy } from './content-security-policy.ts'
import { pageDrawer } from './draw-page.ts'
import { serveMachineReadable } from './machine-readable.ts'

/** The storefront from its source, with hot reload: `npm run dev`. */
export const developmentStorefront =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    allRoutesPublic(app)
    const vite = await keepingSignals(() =>
      createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: app.server } } }),
    )
    app.addHook('onClose', () => vite.close())
    await app.register(middie)
    app.use(vite.middlewares)
    serveMachineReadable(app, services)
    serveDevelopmentPages(app, services, async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild)
  }

/**
 * Runs something that must not add signal listeners: React Router's own Vite would exit immediately on SIGTERM and leave the
 * private database running.
 */
async function keepingSignals<T>(run: () => Promise<T>): Promise<T> {
  const known = new Set(process.listeners('SIGTERM'))
  const result = await run()
  for (const listener of process.listeners('SIGTERM')) {
    if (known.has(listener)) continue
    process.off('SIGTERM', listener)
    process.stdin.off('end', listener)
  }
  return result
}

/** Pages from Vite's current source: rendered for each request, without a cache. */
function serveDevelopmentPages(app: FastifyInstance, services: Services, loadBuild: () => Promise<ServerBuild>): void {
  const draw = pageDrawer(services, loadBuild)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const { status, headers, body } = await draw(request.url)
      reply.headers(Object.fromEntries(headers)).header('content-security-policy', developmentContentSecurityPolicy)
      return reply.code(status).send(body)
    },
  })
}
