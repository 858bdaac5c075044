import type { FastifyInstance } from 'fastify'

/**
 * Answers that say nothing about caches are for the one who asked: no browser and no cache in between keeps them. Public answers say
 * how long they may be kept (`send-ready-answer.ts`, pictures, built files).
 */
export function keepNoAnswer(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}
