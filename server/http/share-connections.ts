import type { FastifyInstance } from 'fastify'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { takeTurns, type TakeTurn } from './take-turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is read from the database while it is sent, at the pace of its reader. */
    streamed?: true
    /** Connections that the handler uses at the same moment, where it is more than one. */
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
  const forRequests = turnsByAccount(() => takeTurns({ ...LINE, places, refusal }))
  const forStreams = turnsByAccount(() => takeTurns({ ...LINE, places: Math.ceil(places / 2), refusal }))

  app.addHook('onRoute', (route) => {
    const { handler, config } = route
    route.handler = function (request, reply) {
      if (!request.caller) return handler.call(this, request, reply)
      const { userId } = request.caller
      const needed = Math.min(config?.connections ?? 1, places)
      const answer = () => forRequests(userId, async () => handler.call(this, request, reply), needed)
      return config?.streamed ? forStreams(userId, answer) : answer()
    }
  })
}

/** Turns for each account, forgotten when nothing of it runs or waits. */
function turnsByAccount(open: () => TakeTurn) {
  const accounts = new Map<string, TakeTurn>()
  return async <T>(userId: string, work: () => Promise<T>, places = 1): Promise<T> => {
    const turn = accounts.get(userId) ?? open()
    accounts.set(userId, turn)
    try {
      return await turn(work, places)
    } finally {
      if (turn.isIdle()) accounts.delete(userId)
    }
  }
}
