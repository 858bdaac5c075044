import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Adds headers to answers of deprecated calls: since when (`Deprecation`, RFC 9745), until when they stay (`Sunset`, RFC 8594), and
 * what to use instead (`Link`). Must precede the routes.
 */
export function markDeprecated(app: FastifyInstance, shopUrl: string): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.deprecated) return
    const { since, until, use } = route.config.deprecated
    const headers = {
      deprecation: `@${Date.parse(since) / 1_000}`,
      ...(until !== undefined && { sunset: new Date(until).toUTCString() }),
    }
    const link = `<${shopUrl}/api/docs>; rel="deprecation"; title="${use}"`
    route.onSend = [
      route.onSend ?? [],
      async (_: FastifyRequest, reply: FastifyReply) => {
        reply.headers({ ...headers, link: [reply.getHeader('link'), link].filter(Boolean).join(', ') })
      },
    ].flat()
  })
}
