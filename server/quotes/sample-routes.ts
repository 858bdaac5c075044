import type { FastifyInstance } from 'fastify'
import { unitPriceToDollars } from '#contract/basics/money.ts'
import { sampleCalls } from '#contract/parts/samples.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { samplesLeft } from '../parts/samples-left.ts'
import { askSamples } from './ask-samples.ts'

export async function sampleRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerCall(app, sampleCalls.ofPart, async ({ params, caller }) => {
    const left = await samplesLeft(services.db, caller.userId, params.id)
    return left ? { pieces: left.pieces, price: unitPriceToDollars(left.priceAt(left.pieces)) } : { pieces: 0 }
  })
  registerCall(app, sampleCalls.ask, ({ params, body, caller, request }) => askSamples(services, request, caller, params.id, body.quantity))
}
