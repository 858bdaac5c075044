import type { FastifyInstance } from 'fastify'
import { parcelCalls } from '#contract/orders/parcels.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { correctParcel } from './correct-parcel.ts'
import { deliverParcel } from './deliver-parcel.ts'
import { findParcels } from './find-parcels.ts'
import { sendParcel } from './send-parcel.ts'
import { trackOrder } from './track-order.ts'

export async function parcelRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerCall(app, parcelCalls.ofOrder, async ({ params, caller }) => ({ parcels: await findParcels(services, caller, params.id) }))
  registerCall(app, parcelCalls.send, ({ params, body, caller, request }) => sendParcel(services, request, caller, params.id, body))
  registerCall(app, parcelCalls.correct, async ({ params, body, caller }) => ({
    parcel: await correctParcel(services, caller, params.id, body),
  }))
  registerCall(app, parcelCalls.deliver, ({ params, caller }) => deliverParcel(services, caller, params.id))
  registerCall(app, parcelCalls.track, ({ params, reply }) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer')
    return trackOrder(services, params.token)
  })
}
