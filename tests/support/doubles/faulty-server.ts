import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What goes wrong with a request: an error answer, no answer at all, a lost connection, an answer that breaks off, or a
 * request that is taken only half.
 */
export type Fault = 'refusal' | 'hang' | 'reset' | 'truncated' | 'half taken'

export type FaultyServer = {
  url: string
  /** For the next requests, in order; undefined lets one pass. Then `always`. */
  next: (Fault | undefined)[]
  always: Fault | undefined
  /** Method, address and headers of all requests, faults included. */
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/** A server on loopback that fails on demand and otherwise behaves like `listener`. */
export async function openFaultyServer(listener: RequestListener): Promise<FaultyServer> {
  const http = createServer((request, response) => {
    server.requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    const fault = server.next.length > 0 ? server.next.shift() : server.always
    if (fault) misbehave(fault, request, response)
    else listener(request, response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server: FaultyServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    next: [],
    always: undefined,
    requests: [],
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
  return server
}

function misbehave(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'hang') return
  if (fault === 'reset') return void request.socket.resetAndDestroy()
  if (fault === 'half taken') return void request.once('data', () => request.socket.destroy())
  request.resume().on('end', () => {
    if (fault === 'refusal') return response.writeHead(500, { 'content-type': 'text/plain' }).end('out of order')
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    return response.write('{"success": true, "data": {"url": "https://', () => request.socket.destroy())
  })
}
