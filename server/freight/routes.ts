import type { FastifyInstance } from 'fastify'
import { freightCalls } from '#contract/freight/methods.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { addMethod, changeMethod, endMethod } from './change-methods.ts'
import { findFreightTable } from './list-methods.ts'
import { offerChoices } from './offer-choices.ts'

export async function freightRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, freightCalls.methods, () => findFreightTable(db))
  registerCall(app, freightCalls.addMethod, ({ body, caller }) => addMethod(db, caller, body))
  registerCall(app, freightCalls.changeMethod, ({ body, caller, params }) => changeMethod(db, caller, params.id, body))
  registerCall(app, freightCalls.endMethod, async ({ caller, params }) => ({ endedCount: await endMethod(db, caller, params.id) }))
  registerCall(app, freightCalls.choices, ({ body, caller }) => offerChoices(services, caller, body))
}
