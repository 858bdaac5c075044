import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import type { RequestFigures } from './request-figures.ts'

export type Answered = {
  /** As in `X-Request-Id`. */
  id: string
  method: string
  /** The route's pattern, because paths contain email addresses; and its configuration. */
  route: Pick<FastifyRequest['routeOptions'], 'url' | 'config'>
  status: number
  ms: number
  userId?: string | undefined
}

/** Of a request answered in front of all routes. */
export const NO_ROUTE: Answered['route'] = { url: undefined, config: { url: '', method: '' } }

const TELLING_LEVELS = new Set(['info', 'debug', 'trace'])

/** Counts and, at level info, logs every answer; the returned function does so for answers that bypass the framework. */
export function watchAnswers(
  app: FastifyInstance,
  requests: RequestFigures,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
): (answered: Answered) => void {
  const isTelling = TELLING_LEVELS.has(settings.logLevel)
  const watch = (answered: Answered) => {
    const { id, method, route, status, ms, userId } = answered
    if (!route.config.staysOpen) requests.count(answered)
    if (!isTelling || route.config.probe) return
    log.info({ reqId: id, method, route: route.url ?? 'none', status, ms: Math.round(ms * 10) / 10, user: userId }, 'answered')
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions: route, caller } = request
    watch({ id, method, route, status: reply.statusCode, ms: reply.elapsedTime, userId: caller?.userId })
    done()
  })
  return watch
}
