import type { FastifyInstance } from 'fastify'
import { IdParams } from '#contract/basics/fields.ts'
import { mailCalls, mailPagePath } from '#contract/shop/mails.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findMailQueue } from './find-mail-queue.ts'
import { findMail, findMails, listMails } from './list-mails.ts'
import { readMail, readMailPage } from './read-mail.ts'
import { retryMail } from './retry-mail.ts'
import { tryMailsNow } from './try-mails-now.ts'

export async function mailRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, mailCalls.all, () => listMails(db))
  registerCall(app, mailCalls.page, async (call) => linkNext(call, 'mails', await findMails(db, call.query)))
  registerCall(app, mailCalls.one, ({ params }) => findMail(db, params.id))
  registerCall(app, mailCalls.text, ({ params }) => readMail(db, params.id))
  registerCall(app, mailCalls.retry, async ({ params, caller }) => ({ modifiedCount: await retryMail(db, caller, params.id) }))
  registerCall(app, mailCalls.queue, () => findMailQueue(db))
  registerCall(app, mailCalls.tryNow, async ({ caller }) => ({ modifiedCount: await tryMailsNow(db, caller) }))
}

/**
 * A mail is HTML with texts of customers. Even if it had a script, an image or a form of theirs, it could do nothing: no origin, no
 * scripts, nothing loaded, nothing sent. A pressed link leads nowhere in the frame of the screen, by the policy of other pages.
 */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The HTML of mails, outside of the API: a frame has no access token. */
export async function mailPageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const route = { config: { policy: 'public' }, schema: { hide: true, params: IdParams } } as const
  app.get<{ Params: { id: string } }>(mailPagePath(':id'), route, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const page = await readMailPage(services, request, request.params.id)
    reply.type('text/html; charset=utf-8').header('content-security-policy', MAIL_POLICY).header('referrer-policy', 'no-referrer')
    return reply.send(page)
  })
}
