import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Time in ms for the sender of a refused body to read the refusal. */
const REFUSED_BODY_MS = 2_000
/** Up to this size, a refused body is read and discarded, and the connection is kept. */
const SHORT_BODY_BYTES = 256 * 1024

/**
 * Closes connections that use memory or time for nothing: those whose client has read nothing of its answer for
 * `writeTimeoutMs`, and those whose body was refused before it was read. A long body is not read from the network, beyond
 * what arrives with its headers, until a handler reads it.
 */
export function endStalledConnections(server: Server, writeTimeoutMs: number): void {
  server.timeout = writeTimeoutMs
  // Must be the first listener, because reading the body resumes the socket.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const isLong = hasLongBody(request)
    if (isLong) request.socket.pause()
    // Without pending bytes the delay is the shop's own.
    response.on('timeout', (socket) => void (socket.writableLength > 0 && socket.destroy()))
    response.once('finish', () => {
      if (request.complete) return
      // Node discards the rest in the next tick. If that was all, the connection continues with its next request.
      if (isLong) setImmediate(() => void (request.complete || request.socket.pause()))
      const end = setTimeout(() => request.socket.destroy(), REFUSED_BODY_MS).unref()
      request.once('end', () => clearTimeout(end)).once('close', () => clearTimeout(end))
    })
  })
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SHORT_BODY_BYTES
}
