import type { FastifyPluginAsync } from 'fastify'
import { mailCalls } from '#contract/mails.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findMailQueue } from './find-mail-queue.ts'
import { listMails } from './list-mails.ts'
import { retryMail } from './retry-mail.ts'
import { tryMailsNow } from './try-mails-now.ts'

export const mailRoutes =
  ({ db }: Services): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, mailCalls.all, () => listMails(db))
    registerCall(app, mailCalls.retry, async ({ params, caller }) => ({ modifiedCount: await retryMail(db, caller, params.id) }))
    registerCall(app, mailCalls.queue, () => findMailQueue(db))
    registerCall(app, mailCalls.tryNow, async ({ caller }) => ({ modifiedCount: await tryMailsNow(db, caller) }))
  }
