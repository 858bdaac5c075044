import type { FastifyInstance } from 'fastify'
import { contactCalls } from '#contract/people/contact.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findMessage, listMessages } from './list-messages.ts'
import { markMessage } from './mark-message.ts'
import { receiveMessage } from './receive-message.ts'

export async function contactRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, contactCalls.send, ({ body, request }) => receiveMessage(services, request.ip, body))
  registerCall(app, contactCalls.page, async (call) => linkNext(call, 'messages', await listMessages(db, call.query)))
  registerCall(app, contactCalls.one, ({ params }) => findMessage(db, params.id))
  registerCall(app, contactCalls.mark, ({ params, body, caller }) => markMessage(db, caller, params.id, body.answered))
}
