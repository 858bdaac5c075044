import type { FastifyInstance } from 'fastify'
import { orderMessageCalls } from '#contract/orders/order-messages.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findMessages } from './find-messages.ts'
import { findUnread } from './find-unread.ts'
import { markRead } from './mark-read.ts'
import { sendMessage } from './send-message.ts'

export async function messageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, orderMessageCalls.ofOrder, async ({ params, caller }) => ({ messages: await findMessages(db, caller, params.id) }))
  registerCall(app, orderMessageCalls.send, async ({ params, body, request, caller }) => ({
    message: await sendMessage(services, request, caller, params.id, body.text),
  }))
  registerCall(app, orderMessageCalls.markRead, async ({ params, caller }) => ({ modifiedCount: await markRead(db, caller, params.id) }))
  registerCall(app, orderMessageCalls.unread, ({ caller }) => findUnread(db, caller))
}
