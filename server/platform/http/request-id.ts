import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Distinguishes requests with the same number in two processes, or before and after a restart. */
const RUN = randomBytes(5).toString('hex')

let lastRequest = 0

/** The id of one request: in the log, in `X-Request-Id`, and in the answer to a failed call. */
export const nextRequestId = (): string => `${RUN}-${(++lastRequest).toString(36)}`

export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
