import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings/settings.ts'

const TELLING_LEVELS = new Set(['info', 'debug', 'trace'])
/** Requests that two shops, or one before and after a restart, count alike are told apart by this. */
const RUN = randomBytes(5).toString('hex')

let lastRequest = 0

/** The id of one request: in its lines of the log, in `X-Request-Id`, and in the answer to a failed call. */
export const nextRequestId = (): string => `${RUN}-${(++lastRequest).toString(36)}`

/**
 * Gives each answer its `X-Request-Id`, and at level info each answered request a line: what was asked for as the
 * route's pattern, because addresses of people stand in paths, and who asked as the user's id.
 */
export function logRequests(app: FastifyInstance, { logLevel }: Pick<Settings, 'logLevel'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  if (!TELLING_LEVELS.has(logLevel)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    if (!config.probe) {
      request.log.info(
        {
          method: request.method,
          route: url ?? 'none',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          user: request.caller?.userId,
        },
        'answered',
      )
    }
    done()
  })
}
