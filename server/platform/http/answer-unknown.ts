import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shopErrors } from '#contract/errors.ts'
import { ShopError } from '../../errors.ts'
import { nextRequestId } from './request-id.ts'
import type { DeclaredRoute } from './require-policies.ts'

/** Answers requests that no route takes as every refusal is answered, before their bodies are read. */
export function answerUnknown(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(request, reply)
  })
  // For routes that find nothing to send, such as a file.
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply))
}

/**
 * @param others methods of the path that no route of its own tells.
 * @throws ShopError METHOD_NOT_ALLOWED, with `Allow`, for a path that takes other methods; UNKNOWN_CALL for any other path.
 */
export function refuseUnknown({ server, url, method }: FastifyRequest, reply: FastifyReply, others: readonly string[] = []): never {
  const allowed = [...new Set([...methodsOf(server.declaredRoutes(), url.split('?', 1)[0]!), ...others])] // a text has a first part
  if (allowed.length === 0 || allowed.includes(method)) throw new ShopError('UNKNOWN_CALL')
  reply.header('allow', allowed.toSorted().join(', '))
  throw new ShopError('METHOD_NOT_ALLOWED')
}

/** Methods of the routes that have exactly this path; those for everything below a path have no say. */
function methodsOf(routes: readonly DeclaredRoute[], path: string): string[] {
  const segments = path.split('/')
  const isOf = (pattern: string[]) =>
    pattern.length === segments.length && pattern.every((part, index) => part === segments[index] || part.startsWith(':'))
  return routes.filter(({ url }) => isOf(url.split('/'))).map(({ method }) => method)
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what is no request by HTTP, or is none in time, in the same form, and ends its connection. */
export function answerNoRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify({ code: 'INVALID_INPUT', message: shopErrors.INVALID_INPUT.message, requestId: nextRequestId() })
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
  socket.destroy(error)
}
