import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shopErrors } from '#contract/basics/errors.ts'
import { ShopError } from '../../errors.ts'
import { nextRequestId } from './request-id.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods of the routes that have exactly this path; those for everything below a path are not counted. */
    methodsOf: (path: string) => string[]
  }
}

/** Answers requests without a route like every refusal, before their bodies are read. */
export function answerUnknown(app: FastifyInstance): void {
  /** Routes by the number of their parts, once all of them are there. */
  let routes: Map<number, { method: string; parts: string[] }[]> | undefined
  app.decorate('methodsOf', (path) => {
    routes ??= Map.groupBy(
      app.declaredRoutes().map(({ method, url }) => ({ method, parts: url.split('/') })),
      ({ parts }) => parts.length,
    )
    const asked = path.split('/')
    const isMeant = (part: string, index: number) => part === asked[index] || part.startsWith(':')
    return (routes.get(asked.length) ?? []).filter(({ parts }) => parts.every(isMeant)).map(({ method }) => method)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(request, reply)
  })
  // For routes that find nothing to send, such as a file.
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply))
}

/**
 * @param others methods of the path besides those of its routes.
 * @throws ShopError METHOD_NOT_ALLOWED, with `Allow`, for a path that takes other methods; UNKNOWN_CALL for any other path.
 */
export function refuseUnknown({ server, url, method }: FastifyRequest, reply: FastifyReply, others: readonly string[] = []): never {
  const allowed = [...new Set([...server.methodsOf(url.split('?', 1)[0]!), ...others])] // a text has a first part
  if (allowed.length === 0 || allowed.includes(method)) throw new ShopError('UNKNOWN_CALL')
  reply.header('allow', allowed.toSorted().join(', '))
  throw new ShopError('METHOD_NOT_ALLOWED')
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers malformed or late HTTP requests in the same form, and closes their connection. */
export function answerNoRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify({ code: 'INVALID_INPUT', message: shopErrors.INVALID_INPUT.message, requestId: nextRequestId() })
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
  socket.destroy(error)
}
