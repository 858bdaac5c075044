import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Services } from '../services.ts'
import { developmentContentSecurityPolicy } from './content-security-policy.ts'
import { pageDrawer } from './draw-page.ts'

/** Pages as Vite has them now: drawn for each request, nothing is kept. */
export function serveDevelopmentPages(
  app: FastifyInstance,
  services: Services,
  loadBuild: () => Promise<ServerBuild>,
): void {
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
