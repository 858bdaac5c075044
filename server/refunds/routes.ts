import type { FastifyInstance } from 'fastify'
import { refundCalls } from '#contract/payments/refunds.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findRefunds } from './find-refunds.ts'
import { refundOrder } from './refund-order.ts'

export async function refundRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerCall(app, refundCalls.order, ({ request, params, body, caller }) => refundOrder(services, request, caller, params.id, body))
  registerCall(app, refundCalls.ofOrder, ({ params, caller }) => findRefunds(services.db, caller, params.id))
}
