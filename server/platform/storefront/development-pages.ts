import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Services } from '../../services.ts'
import { developmentContentSecurityPolicy } from './content-security-policy.ts'
import { pageDrawer } from './draw-page.ts'

/** Pages from Vite's current source: rendered for each request, without a cache. */
export function serveDevelopmentPages(app: FastifyInstance, services: Services, loadBuild: () => Promise<ServerBuild>): void {
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
