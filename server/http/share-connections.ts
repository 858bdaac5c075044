import type { FastifyInstance } from 'fastify'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { turnsByKey } from './turns-by-key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is read from the database while it is sent, at the pace of its reader. */
    streamed?: true
    /** Connections that the handler uses at the same moment; 1 unless said, 0 for one that waits for other things and has its own bound. */
    connections?: number
  }
}

/** Of the connections to the database, so many of a hundred for one account at most. */
const SHARE_PERCENT = 25
/** Requests of one account that wait for their turn, and how long. */
const LINE = { waiting: 250, patienceMs: 10_000 }
const RETRY_AFTER_SECONDS = 2

/** How many requests of one account are worked on at a time: no more than its share of the connections. */
export const requestsAtOnce = (connections: number) => Math.max(Math.floor((connections * SHARE_PERCENT) / 100), 1)

/**
 * Lets one account have a quarter of the connections at most: the handlers of its requests, whether they come from its
 * browsers or its programs, run a few at a time, and the others wait in line. Of these few at most half send streamed
 * answers, so that slow downloads do not stop everything else of the account. Public calls are not concerned.
 *
 * A place is held until the handler has ended, also when its client hung up.
 * @throws ShopError TOO_MANY_REQUESTS with Retry-After when the line is full, or a request waited in it too long.
 */
export function shareConnections(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  const places = requestsAtOnce(db.$client.options.max)
  const refusal = () => new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  const forRequests = turnsByKey({ ...LINE, places, refusal })
  const forStreams = turnsByKey({ ...LINE, places: Math.ceil(places / 2), refusal })

  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const { connections = 1, streamed } = request.routeOptions.config
      if (!request.caller || connections === 0) return handler.call(this, request, reply)
      const { userId } = request.caller
      const needed = { places: Math.min(connections, places) }
      const answer = () => forRequests(userId, async () => handler.call(this, request, reply), needed)
      return streamed ? forStreams(userId, answer) : answer()
    }
  })
}
