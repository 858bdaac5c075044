import type { FastifyInstance } from 'fastify'
import { SANDBOX_HEADER } from '#contract/people/api-keys.ts'

/** Answers of the sandbox have the addresses of the shop's own: no cache may keep them, and their header says what they are. */
export function markAsSandbox(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header(SANDBOX_HEADER, 'true')
  })
}
