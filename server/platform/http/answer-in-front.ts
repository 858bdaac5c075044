import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { nextRequestId } from './request-id.ts'
import type { Answered } from './watch-answers.ts'

/** An answer that bypasses the framework; `headers` are alternating names and values, without length and request id. */
export type FrontAnswer = Pick<Answered, 'route' | 'status'> & { headers: string[]; body: Buffer | ((requestId: string) => string) }

/**
 * Calls `find` with each network request before the framework sees it, and sends the answer it returns, with an
 * `X-Request-Id`; it is counted and logged like any other. The last registered `find` is called first. Injected requests
 * bypass it.
 */
export function answerInFront(
  server: Server,
  watch: (answered: Answered) => void,
  find: (request: IncomingMessage, response: ServerResponse) => FrontAnswer | undefined,
): void {
  const ordinaryWay = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const found = find(request, response)
    if (!found) return ordinaryWay.forEach((next) => next.call(server, request, response))
    const { route, status, headers, body } = found
    const id = nextRequestId()
    const startedAt = performance.now()
    response.once('finish', () => watch({ id, method: request.method!, route, status, ms: performance.now() - startedAt })) // requests to a server have a method
    const content = typeof body === 'function' ? body(id) : body
    response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(content)), 'x-request-id', id]).end(content)
  })
}
