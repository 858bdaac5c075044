import type { FastifyInstance } from 'fastify'
import { INBOUND_SIGNATURE, inboundMailCalls } from '#contract/quotes/inbound-mails.ts'
import { routeOf } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { receiveMail } from './receive-mail.ts'

export async function inboundMailRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (webhook) => serveMails(webhook, services))
}

/** The body stays raw bytes, because the signature covers them. */
function serveMails(app: FastifyInstance, services: Services): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    ...routeOf(inboundMailCalls.receive),
    handler: async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers[INBOUND_SIGNATURE]
      await receiveMail(services, body, typeof signature === 'string' ? signature : undefined)
      return { received: true }
    },
  })
}
