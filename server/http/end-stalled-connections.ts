import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The sender of a body that was refused has so long, in ms, to read the refusal. */
const REFUSED_BODY_MS = 2_000
/** A body of so many bytes is read to its end and thrown away, and the connection kept. */
const SHORT_BODY_BYTES = 256 * 1024

/**
 * Ends connections that take memory or time for nothing: of a reader who has taken nothing of its answer for
 * `writeTimeoutMs`, and of a sender who goes on sending a body that was answered before it was read.
 */
export function endStalledConnections(server: Server, writeTimeoutMs: number): void {
  server.timeout = writeTimeoutMs
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Without bytes to send it is the shop that takes its time.
    response.on('timeout', (socket) => void (socket.writableLength > 0 && socket.destroy()))
    response.once('finish', () => {
      if (request.complete) return
      if (!(Number(request.headers['content-length']) <= SHORT_BODY_BYTES)) request.socket.pause()
      const end = setTimeout(() => request.socket.destroy(), REFUSED_BODY_MS).unref()
      request.once('end', () => clearTimeout(end)).once('close', () => clearTimeout(end))
    })
  })
}
