import type { FastifyInstance } from 'fastify'
import { ErrorAnswer } from '#contract/basics/errors.ts'
import { paymentCalls } from '#contract/payments/payments.ts'
import type { Services } from '../services.ts'
import { handlePaymentEvents, receivePaymentEvent } from './payment-inbox.ts'

/** The webhook of the payment provider. Its body parser keeps the raw bytes, because the signature covers them and not the parsed JSON. */
export async function paymentEventRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { method, path, policy, operationId, summary, tag, response } = paymentCalls.webhook
  const { payments, log } = services
  const underWay = new Set<Promise<unknown>>()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method,
    url: path,
    config: { policy },
    schema: { operationId, summary, tags: [tag], security: [], response: { 200: response, '4xx': ErrorAnswer, '5xx': ErrorAnswer } },
    handler: async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers[payments.signatureHeader]
      const isNew = await receivePaymentEvent(services, body, typeof signature === 'string' ? signature : undefined)
      if (isNew) handleSoon()
      return { received: true }
    },
  })
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })

  /** The provider is answered as soon as the message is stored; a timer retries what fails here. */
  function handleSoon(): void {
    const work = handlePaymentEvents(services)
      .catch((error: unknown) => log.warn({ err: error }, 'payment messages could not be handled'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }
}
