import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ShopError } from '../../errors.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Operations } from './operations.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Polled by monitoring: always answered, and not logged. */
    probe?: true
  }
}

const NOT_KEPT = 'no-store'
const RETRY_AFTER_SECONDS = 2
const config = { policy: 'public', probe: true } as const
const schema = { hide: true }

/**
 * For load balancers, supervisors and Prometheus:
 * - /healthz: this process answers; needs no other service
 * - /readyz: it accepts requests: the database answers, and no shutdown is in progress
 * - /metrics: figures, with access control
 */
export function healthRoutes(app: FastifyInstance, operations: Operations, settings: Settings): void {
  app.get('/healthz', { config, schema }, (_request, reply) => reply.header('cache-control', NOT_KEPT).send({ status: 'alive' }))

  app.get('/readyz', { config, schema }, async (_request, reply) => {
    const state = await operations.readiness.look()
    reply.header('cache-control', NOT_KEPT)
    if (state !== 'ready') reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
    return { status: state }
  })

  app.get('/metrics', { config, schema }, async (request, reply) => {
    if (!mayReadMetrics(settings, request.headers.authorization)) throw new ShopError('UNKNOWN_CALL')
    const metrics = await operations.metrics()
    return reply
      .header('cache-control', NOT_KEPT)
      .type(metrics.contentType)
      .send(operations.allFigures ? await metrics.exposeAll(await operations.allFigures()) : await metrics.expose())
  })
}

/**
 * With METRICS_TOKEN, clients that send it. Without it, everyone in trial mode, which listens only on loopback, and no one in
 * production, because requests through a proxy on the same machine seem to be local.
 */
function mayReadMetrics({ metricsToken, mode }: Settings, authorization: string | undefined): boolean {
  if (metricsToken === undefined) return mode === 'trial'
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
