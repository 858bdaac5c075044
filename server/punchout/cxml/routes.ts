import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shopErrors, type ErrorCode } from '#contract/basics/errors.ts'
import { Refusal } from '#readers/refusal.ts'
import { explainError } from '../../platform/http/answer-error.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import { withOneDeadline } from '../../platform/limits/one-deadline.ts'
import type { Services } from '../../services.ts'
import { findSender } from '../admit-connection.ts'
import { HEADER_BYTES, readMessage } from './read-message.ts'
import { CxmlRefusal, toCxmlRefusal } from './refusal.ts'
import { setUpPunchout } from './setup.ts'
import { takeOrder } from './take-order.ts'
import { cxmlDocument, statusElement, xml, type CxmlStatus } from './write-xml.ts'
import { answersMessages } from '../described-answers.ts'

/** Of 500 items, each of about a kilobyte. */
const BODY_LIMIT_BYTES = 1024 * 1024
const XML = 'text/xml; charset=utf-8'

/**
 * Messages of procurement systems. As cXML requires, an answer has the HTTP status 200 and the result of the message in its `Status`;
 * HTTP errors are only for a busy shop and a message that is too large.
 */
export async function cxmlRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: FastifyError | Error, request, reply) => answerRefusal(services, error, request, reply))
  app.route({
    method: 'POST',
    url: '/punchout/cxml',
    config: { policy: 'public' },
    bodyLimit: BODY_LIMIT_BYTES,
    schema: {
      operationId: 'punchoutCxml',
      tags: ['Punch-out'],
      summary: 'Take a message of cXML 1.2 (PunchOutSetupRequest, OrderRequest, ProfileRequest); what it says of its sender is checked',
      security: [],
      takesXml: true,
      ...answersMessages,
    },
    handler: async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      reply.header('cache-control', 'no-store').type(XML)
      return withOneDeadline(() => answer(services, request, body))
    },
  })
}

async function answer(services: Services, { ip }: FastifyRequest, body: Buffer): Promise<string> {
  const beginning = body.subarray(0, HEADER_BYTES)
  // Whoever knows no secret is counted by the network, which may send for many buyers.
  const sender = (await findSender(services.db, beginning)) ?? networkOf(ip)
  await services.identity.countAttempt('punch-out-message', sender)
  const { request, ...message } = await readMessage(services, { ip, sender }, body, beginning)
  if (request.kind === 'setup') return setUpPunchout(services, { ...message, request })
  if (request.kind === 'order') return takeOrder(services, { ...message, request }, { ip })
  return profile(services)
}

/** The supported messages and their addresses; procurement systems ask for it when they are set up. */
function profile({ settings }: Services): string {
  const transactions = ['PunchOutSetupRequest', 'OrderRequest'].map(
    (name) => xml`<Transaction requestName="${name}"><URL>${settings.shopUrl}/api/punchout/cxml</URL></Transaction>`,
  )
  const effective = new Date().toISOString()
  return cxmlDocument(
    settings,
    xml`<Response>${statusElement(200)}<ProfileResponse effectiveDate="${effective}">${transactions}</ProfileResponse></Response>`,
  )
}

/** HTTP statuses that are kept: a sender that retries later or with a smaller message needs no cXML. */
const KEPT = new Set([413, 429, 500, 503])

function answerRefusal({ settings }: Services, error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const send = (status: CxmlStatus, sentence: string) =>
    reply.type(XML).send(cxmlDocument(settings, xml`<Response>${statusElement(status, sentence)}</Response>`))
  const refused = error instanceof Refusal ? toCxmlRefusal(error) : error
  if (refused instanceof CxmlRefusal) return send(refused.status, refused.message)
  const { code, message } = explainError(error, request, reply)
  if (!KEPT.has(reply.statusCode)) reply.code(200).removeHeader('www-authenticate')
  return send(statusOf(code), message)
}

function statusOf(code: ErrorCode): CxmlStatus {
  const { status } = shopErrors[code]
  if (status === 401) return 401
  if (status === 403) return 403
  if (status === 404 || status === 409 || status === 410) return 409
  if (status === 429 || status === 503) return 560
  return status >= 500 ? 500 : 400
}
