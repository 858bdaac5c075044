import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ConnectionShare, withinShares } from '#database/connection-shares.ts'
import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { standingOf } from '../http/caller.ts'
import { limitByKey } from './limit-by-key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is read from the database while it is sent, at the speed of its reader. */
    streamed?: true
    /** Connections that the handler uses concurrently; 1 by default, 0 for one that mostly waits for other things and has its own limit. */
    connections?: number
  }
}

/** Maximum share of the database connections for one account. */
const SHARE_PERCENT = 25
/** Maximum share of all who do not work for the shop, and of those of them who have never paid, visitors included. */
const CUSTOMERS_PERCENT = 75
const UNPROVEN_PERCENT = 50
/** Maximum of queued requests of one account. */
const WAITING = 250
/** Their maximum wait. */
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 2

export const requestsAtOnce = (connections: number) => percentOf(connections, SHARE_PERCENT)

const percentOf = (connections: number, percent: number) => Math.max(Math.floor((connections * percent) / 100), 1)

/**
 * Limits one account to a quarter of the connections: its requests, from browsers and programs, run a few at a time, and the
 * others are queued. At most half of the running ones may send streamed answers, so that slow downloads do not block the
 * account's other calls. Public calls are not queued.
 *
 * All customers and visitors together leave a quarter of the connections to the people of the shop, and those who have never paid
 * another quarter to those who have: their statements wait for each other, not those of the others.
 *
 * A place is occupied until the handler has ended, also when the client has disconnected.
 * @throws ShopError TOO_MANY_REQUESTS with Retry-After when the queue is full, or a request has waited too long.
 */
export function shareConnections(app: FastifyInstance, { db }: Pick<Services, 'db'>, maxWaitMs = MAX_WAIT_MS): void {
  const connectionsInAll = db.$client.driver.options.max
  const places = requestsAtOnce(connectionsInAll)
  const refusal = () => new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  const limits = { waiting: WAITING, maxWaitMs, refusal }
  const forRequests = limitByKey({ ...limits, places })
  const forStreams = limitByKey({ ...limits, places: Math.ceil(places / 2) })

  const customers = new ConnectionShare(percentOf(connectionsInAll, CUSTOMERS_PERCENT))
  const unproven = new ConnectionShare(percentOf(connectionsInAll, UNPROVEN_PERCENT))
  const sharesOf = (request: FastifyRequest): ConnectionShare[] => {
    const { policy, probe } = request.routeOptions.config
    const standing = standingOf(request.caller)
    // What a payment provider or a health check asks is the shop's own business; a sign-in may be that of a clerk.
    if (standing === 'staff' || policy === 'webhook' || probe) return []
    return standing === 'paid' || policy === 'identity' ? [customers] : [unproven, customers]
  }

  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const { connections = 1, streamed } = request.routeOptions.config
      const work = () => withinShares(sharesOf(request), () => handler.call(this, request, reply))
      if (!request.caller || connections === 0) return work()
      const { userId } = request.caller
      const needed = { places: Math.min(connections, places) }
      const answer = () => forRequests(userId, async () => work(), needed)
      return streamed ? forStreams(userId, answer) : answer()
    }
  })
}
