import type { FastifyInstance } from 'fastify'
import { listCalls } from '#contract/quotes/lists.ts'
import { ShopError } from '../../errors.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { limitByKey } from '../../platform/limits/limit-by-key.ts'
import type { Services } from '../../services.ts'
import { readList } from './read-list.ts'

const RETRY_AFTER_SECONDS = 2
/** Of one account: one is read or waits for the others, one waits for it. */
const OF_ACCOUNT = { places: 1, waiting: 1, refusal: () => new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }) }

export async function listRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const ofAccounts = limitByKey(OF_ACCOUNT)
  // It mostly waits for the reader, and an account reads one at a time.
  app.addHook('onRoute', (route) => void (route.config = { ...route.config, connections: 0 }))
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  registerCall(app, listCalls.read, ({ query, caller, request, reply }) => {
    const { body } = request
    if (!Buffer.isBuffer(body)) throw new ShopError('WRONG_CONTENT_TYPE')
    const hungUp = new AbortController()
    reply.raw.once('close', () => hungUp.abort(new ShopError('BUSY')))
    return ofAccounts(caller.userId, () => readList(services, caller, body, query, hungUp.signal), hungUp)
  })
}
