import type { FastifyInstance } from 'fastify'
import { relatedCalls } from '#contract/parts/related-parts.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { stopWaiting, waitForPart } from './back-in-stock.ts'
import { findRelated } from './find-related.ts'
import { findRelations, relateParts, separateParts } from './relate-parts.ts'

export async function relatedPartRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, relatedCalls.ofPart, ({ params, caller }) => findRelated(db, caller, params.id))
  registerCall(app, relatedCalls.atDesk, ({ params }) => findRelations(db, params.id))
  registerCall(app, relatedCalls.relate, ({ params, body, caller }) => relateParts(db, caller, params.id, body))
  registerCall(app, relatedCalls.separate, async ({ params, caller }) => ({
    deletedCount: await separateParts(db, caller, params.id, params.otherId),
  }))
  registerCall(app, relatedCalls.wait, ({ params, caller }) => waitForPart(db, caller, params.id))
  registerCall(app, relatedCalls.stopWaiting, async ({ params, caller }) => ({ deletedCount: await stopWaiting(db, caller, params.id) }))
}
