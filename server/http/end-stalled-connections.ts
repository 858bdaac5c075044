import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The sender of a body that was refused has so long, in ms, to read the refusal. */
const REFUSED_BODY_MS = 2_000
/** A body of so many bytes is read to its end and thrown away, and the connection kept. */
const SHORT_BODY_BYTES = 256 * 1024

/**
 * Ends connections that take memory or time for nothing: of a reader who has taken nothing of its answer for
 * `writeTimeoutMs`, and of a sender whose body was answered before it was read. Of a long body nothing more is taken from the
 * network than came with its headers, until somebody reads it.
 */
export function endStalledConnections(server: Server, writeTimeoutMs: number): void {
  server.timeout = writeTimeoutMs
  // Before all others, because whoever reads the body begins to take it again.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const isLong = hasLongBody(request)
    if (isLong) request.socket.pause()
    // Without bytes to send it is the shop that takes its time.
    response.on('timeout', (socket) => void (socket.writableLength > 0 && socket.destroy()))
    response.once('finish', () => {
      if (request.complete) return
      // Node begins to throw the rest away in the next tick. Where that was all, the connection goes on to its next request.
      if (isLong) setImmediate(() => void (request.complete || request.socket.pause()))
      const end = setTimeout(() => request.socket.destroy(), REFUSED_BODY_MS).unref()
      request.once('end', () => clearTimeout(end)).once('close', () => clearTimeout(end))
    })
  })
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SHORT_BODY_BYTES
}
