import type { FastifyInstance } from 'fastify'
import { mailCalls } from '#contract/shop/mails.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findMailQueue } from './find-mail-queue.ts'
import { listMails } from './list-mails.ts'
import { retryMail } from './retry-mail.ts'
import { tryMailsNow } from './try-mails-now.ts'

export async function mailRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, mailCalls.all, () => listMails(db))
  registerCall(app, mailCalls.retry, async ({ params, caller }) => ({ modifiedCount: await retryMail(db, caller, params.id) }))
  registerCall(app, mailCalls.queue, () => findMailQueue(db))
  registerCall(app, mailCalls.tryNow, async ({ caller }) => ({ modifiedCount: await tryMailsNow(db, caller) }))
}
