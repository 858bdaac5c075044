import { connect } from 'node:net'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { startStopwatch } from '../load/stopwatch.ts'

/** What came back, byte for byte, and whether the server ended the connection. `status` is 0 when nothing did. */
export type RawAnswer = { status: number; text: string; ms: number }

/**
 * Sends bytes as they are, which no HTTP client would, and reads until the server ends the connection.
 * After `maxWaitMs` it is ended from this side.
 */
export function sendRaw(port: number, bytes: string | Buffer, maxWaitMs = 3_000): Promise<RawAnswer> {
  const stopwatch = startStopwatch()
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const received: Buffer[] = []
    socket.setTimeout(maxWaitMs, () => socket.destroy())
    socket.on('data', (chunk) => void received.push(chunk))
    socket.on('error', () => {}) // a refusal may come before everything was sent
    socket.on('close', () => {
      const text = Buffer.concat(received).toString('latin1')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: stopwatch() })
    })
    socket.write(bytes)
  })
}

/** A GET of exactly this target, in one connection of its own. */
export const getRaw = (port: number, target: string | Buffer) =>
  sendRaw(
    port,
    Buffer.concat([Buffer.from('GET '), Buffer.from(target), Buffer.from(' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')]),
    HANG_LIMIT_MS,
  )
