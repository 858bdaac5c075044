import type { FastifyInstance } from 'fastify'
import { refundCalls } from '#contract/refunds.ts'
import { crashAfterAnswer } from '../platform/crash-point.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { refundOrder } from './refund-order.ts'

export async function refundRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerCall(app, refundCalls.order, ({ params, body, caller, reply }) => {
    crashAfterAnswer(reply, 'refund order: answered')
    return refundOrder(services, caller, params.id, body.reason)
  })
}
