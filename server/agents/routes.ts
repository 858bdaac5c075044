import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../errors.ts'
import { answerError, toRefusal } from '../platform/http/answer-error.ts'
import { withOneDeadline } from '../platform/limits/one-deadline.ts'
import { readJsonBodies } from '../platform/http/read-json-bodies.ts'
import type { Services } from '../services.ts'
import { PARSE_ERROR, ProtocolError, readMessage } from './read-message.ts'
import type { ServeAgent } from './serve-agent.ts'

const BODY_LIMIT_BYTES = 512 * 1024

/**
 * The shop for agents, by the Model Context Protocol over HTTP, at `/mcp`. Requests are stateless: the process keeps no session. Policies,
 * limits of keys and shares of the database are those of all calls.
 */
export async function agentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  /** Loaded for the first agent: the library takes 30 MB, and most shops have no agents. */
  let loading: Promise<ServeAgent> | undefined
  const load = () => (loading ??= import('./serve-agent.ts').then(({ agentServer }) => agentServer(services.log)))

  readJsonBodies(app)
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const isUnreadable = toRefusal(error).code === 'MALFORMED_BODY'
    const refused = isUnreadable ? new ProtocolError(PARSE_ERROR, 'The body is no valid JSON.') : error
    if (!(refused instanceof ProtocolError)) return answerError(error, request, reply)
    return reply.code(400).send({ jsonrpc: '2.0', error: { code: refused.code, message: refused.message }, id: null })
  })
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { policy: 'session', scopes: 'any' },
    bodyLimit: BODY_LIMIT_BYTES,
    schema: { hide: true },
    onRequest: async (request) => requireOwnOrigin(request, services.settings.shopUrl),
    handler: async (request, reply) => {
      const { caller, ip } = request
      if (caller?.apiKeyId === undefined) throw new ShopError('SIGN_IN_NEEDED') // people use the pages
      const message = readMessage(request.body)
      const serve = await load()
      const answer = await withOneDeadline(() => serve(request, message, { services, caller, ip }))
      for (const [name, value] of answer.headers) reply.header(name, value)
      reply.header('cache-control', 'no-store')
      return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
    },
  })
}

/**
 * A page of another site that makes a browser call this address (DNS rebinding) sends its own origin.
 * @throws ShopError NOT_ALLOWED
 */
function requireOwnOrigin({ headers }: FastifyRequest, shopUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== new URL(shopUrl).origin) throw new ShopError('NOT_ALLOWED')
}
