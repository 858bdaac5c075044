import type { FastifyInstance } from 'fastify'
import { SANDBOX_HEADER } from '#contract/people/api-keys.ts'

/** Answers of the sandbox have the same addresses as the shop's: no cache may store them, and a header marks them. */
export function markAsSandbox(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header(SANDBOX_HEADER, 'true')
  })
}
