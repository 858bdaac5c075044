import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A body that was refused is thrown away for so long, in ms, so that its sender can read the refusal. */
const REFUSED_BODY_MS = 2_000

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
      const end = setTimeout(() => request.socket.destroy(), REFUSED_BODY_MS).unref()
      request.once('end', () => clearTimeout(end)).once('close', () => clearTimeout(end))
    })
  })
}
