import type { FastifyInstance } from 'fastify'
import { ShopError } from '../../errors.ts'
import { turnsByKey } from '../../http/turns-by-key.ts'
import { networkOf } from '../../identity/limit-attempts.ts'

const RETRY_AFTER_SECONDS = 2
const refusal = () => new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
/** PDF and XLSX files of one account: one is written, one waits. */
const OF_ACCOUNT = { places: 1, waiting: 1, refusal }
/** Of one network that follows private links: a whole office may stand behind it. */
const OF_NETWORK = { places: 2, waiting: 8, refusal }

/**
 * The routes that are registered after it, in its scope, write PDF and XLSX files: of one account one at a time. A waiting
 * request takes nothing of the account's share of connections, and no longer waits when its reader hangs up.
 * @throws ShopError TOO_MANY_REQUESTS with Retry-After, when as many wait as may wait.
 */
export function takeDocumentTurns(app: FastifyInstance): void {
  const ofAccounts = turnsByKey(OF_ACCOUNT)
  const ofNetworks = turnsByKey(OF_NETWORK)
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      const answer = async () => handler.call(this, request, reply)
      const { format } = request.query as { format: unknown }
      if (format === 'csv') return answer()
      const hungUp = new AbortController()
      reply.raw.once('close', () => hungUp.abort(new ShopError('BUSY')))
      const { caller } = request
      return caller ? ofAccounts(caller.userId, answer, hungUp) : ofNetworks(networkOf(request.ip), answer, hungUp)
    }
  })
}
