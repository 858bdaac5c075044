import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import type { RequestFigures } from './request-figures.ts'

export type Answered = {
  method: string
  /** The route's pattern, because paths contain email addresses. */
  route: Pick<FastifyRequest['routeOptions'], 'url'>
  status: number
  ms: number
}

const INFO_LEVELS = new Set(['info', 'debug', 'trace'])

/** Counts and, at level info, logs every answer. */
export function watchAnswers(app: FastifyInstance, requests: RequestFigures, { log, settings }: Pick<Services, 'log' | 'settings'>): void {
  const logsAnswers = INFO_LEVELS.has(settings.logLevel)
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions: route, caller } = request
    const status = reply.statusCode
    const ms = reply.elapsedTime
    if (!route.config.staysOpen) requests.count({ method, route, status, ms })
    if (logsAnswers && !route.config.probe) {
      log.info({ reqId: id, method, route: route.url ?? 'none', status, ms: Math.round(ms * 10) / 10, user: caller?.userId }, 'answered')
    }
    done()
  })
}
