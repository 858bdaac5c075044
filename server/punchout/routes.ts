import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { punchoutCalls } from '#contract/quotes/punchout.ts'
import { ShopError } from '../errors.ts'
import { explainError } from '../platform/http/answer-error.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { withOneDeadline } from '../platform/limits/one-deadline.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { answerTo } from './answers/answer-to.ts'
import { listAnswers, sendAgain } from './answers/list-answers.ts'
import { createConnection } from './create-connection.ts'
import { cxmlRoutes } from './cxml/routes.ts'
import { findSession } from './find-session.ts'
import { listConnections } from './list-connections.ts'
import { ociRoutes } from './oci/routes.ts'
import { openSession } from './open-session.ts'
import { presentReturn } from './present-return.ts'
import { removeConnection } from './remove-connection.ts'
import { returnCart } from './return-cart.ts'
import { refusalPage, transferPage } from './transfer-page.ts'
import { answersPages } from './described-answers.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES = 64 * 1024

/** The fields of a form; files are left out. @throws ShopError MALFORMED_BODY */
async function readForm({ headers }: FastifyRequest, body: Buffer): Promise<URLSearchParams> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type']! } }).formData().catch(() => {
    throw new ShopError('MALFORMED_BODY')
  })
  return new URLSearchParams([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** Connections are for browsers: none of their calls has a scope, so that no key can make another credential. */
export async function punchoutRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services
  /** Counts wrong secrets of one network. They have 256 bits and are looked up by an index: the limit needs not shut out a right one. */
  const guarded = async <T>({ ip }: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ShopError) await identity.countAttempt('punch-out-network', networkOf(ip))
      throw error
    }
  }

  registerCall(app, punchoutCalls.mine, ({ caller }) => listConnections(db, caller.userId))
  registerCall(app, punchoutCalls.create, async ({ body, caller, reply }) => {
    await identity.countAttempt('punch-out-connection', caller.userId)
    reply.header('cache-control', 'no-store')
    return createConnection(services, caller, body)
  })
  registerCall(app, punchoutCalls.remove, ({ params, caller }) => removeConnection(db, caller, params.id))
  registerCall(app, punchoutCalls.answerTo, ({ params, body, caller }) => answerTo(services, caller, params.id, body))
  registerCall(app, punchoutCalls.answers, async ({ params, caller }) => ({ answers: await listAnswers(db, caller, params.id) }))
  registerCall(app, punchoutCalls.sendAgain, ({ params, caller }) => sendAgain(db, caller, params.id))
  registerCall(app, punchoutCalls.open, ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return guarded(request, () => openSession(db, body.secret))
  })
  registerCall(app, punchoutCalls.return, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    await guarded(request, () => findSession(db, body.token))
    return returnCart(services, body)
  })
  await app.register(async (messages) => cxmlRoutes(messages, services))
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser<string>(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, new URLSearchParams(body)),
    )
    pages.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer', bodyLimit: FORM_BYTES }, readForm)
    // These answers are shown to a person.
    pages.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const { message } = explainError(error, request, reply)
      return reply.send(refusalPage(reply, message))
    })
    ociRoutes(pages, services)
    pages.route({
      method: 'POST',
      url: '/punchout/transfer',
      config: { policy: 'public' },
      schema: {
        operationId: 'punchoutTransfer',
        tags: ['Punch-out'],
        summary: 'The page that posts the cart of a session (form field `token`) to its procurement system; for browsers',
        security: [],
        ...answersPages,
      },
      handler: async (request, reply) => {
        const token = request.body instanceof URLSearchParams ? (request.body.get('token') ?? '') : ''
        const session = await guarded(request, () => findSession(db, token))
        const { action, fields } = await withOneDeadline(() => presentReturn(services, session))
        return transferPage(reply, { action, fields, target: session.returnTarget })
      },
    })
  })
}
