import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { RequestFigures } from './request-figures.ts'

/** A request that has been answered. */
export type Answered = {
  /** As in `X-Request-Id`. */
  id: string
  method: string
  /** Its pattern, because addresses of people stand in paths; and its configuration. */
  route: Pick<FastifyRequest['routeOptions'], 'url' | 'config'>
  status: number
  ms: number
  /** Who asked, as far as somebody was signed in. */
  userId?: string | undefined
}

/** Of a request that is answered in front of all routes. */
export const NO_ROUTE: Answered['route'] = { url: undefined, config: { url: '', method: '' } }

const TELLING_LEVELS = new Set(['info', 'debug', 'trace'])

/** Counts every answered request from now on and gives it, at level info, a line in the log; the result is told of those that the framework does not see. */
export function watchAnswers(
  app: FastifyInstance,
  requests: RequestFigures,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
): (answered: Answered) => void {
  const isTelling = TELLING_LEVELS.has(settings.logLevel)
  const watch = (answered: Answered) => {
    requests.count(answered)
    const { id, method, route, status, ms, userId } = answered
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
