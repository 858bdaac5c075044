import type { FastifyPluginAsync } from 'fastify'
import { refundCalls } from '#contract/refunds.ts'
import { crashAfterAnswer } from '../platform/crash-point.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { refundOrder } from './refund-order.ts'

export const refundRoutes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, refundCalls.order, ({ params, body, caller, reply }) => {
      crashAfterAnswer(reply, 'refund order: answered')
      return refundOrder(services, caller, params.id, body.reason)
    })
  }
