import type { FastifyInstance } from 'fastify'
import { ShopError } from '../../errors.ts'
import { limitByKey } from '../limits/limit-by-key.ts'
import { networkOf } from '../limits/network-of.ts'

const RETRY_AFTER_SECONDS = 2
const refusal = () => new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
/** Files of one account: one is written, one waits. */
const OF_ACCOUNT = { places: 1, waiting: 1, refusal }
/** Per network, for requests by private link: an office may share one network. */
const OF_NETWORK = { places: 2, waiting: 8, refusal }

/**
 * Limits the routes registered after it in its scope, which write files, to one file per account at a time. CSV is not limited, unless
 * `alsoCsv`: then reading the data takes long. A waiting request takes no connection from the account's share, and stops waiting when
 * its reader disconnects.
 * @throws ShopError TOO_MANY_REQUESTS with Retry-After, when the queue is full.
 */
export function limitDocuments(app: FastifyInstance, { alsoCsv = false } = {}): void {
  const ofAccounts = limitByKey(OF_ACCOUNT)
  const ofNetworks = limitByKey(OF_NETWORK)
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      const answer = async () => handler.call(this, request, reply)
      const { format } = request.query as { format: unknown }
      if (format === 'csv' && !alsoCsv) return answer()
      const hungUp = new AbortController()
      reply.raw.once('close', () => hungUp.abort(new ShopError('BUSY')))
      const { caller } = request
      return caller ? ofAccounts(caller.userId, answer, hungUp) : ofNetworks(networkOf(request.ip), answer, hungUp)
    }
  })
}
