import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Requests that two shops, or one before and after a restart, count alike are told apart by this. */
const RUN = randomBytes(5).toString('hex')

let lastRequest = 0

/** The id of one request: in its lines of the log, in `X-Request-Id`, and in the answer to a failed call. */
export const nextRequestId = (): string => `${RUN}-${(++lastRequest).toString(36)}`

/** Gives each answer its `X-Request-Id`. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
