import { connect } from 'node:net'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

/** The answer, byte for byte. `status` is 0 without one. */
export type RawAnswer = { status: number; text: string }

/**
 * Sends raw bytes, which no HTTP client would send, and reads until the server closes the connection.
 * @param until this side then closes it; by default only after as long as a hang
 */
export function sendRaw(port: number, bytes: string | Buffer, until?: Promise<unknown>): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const received: Buffer[] = []
    socket.setTimeout(HANG_LIMIT_MS, () => socket.destroy())
    void until?.then(() => socket.destroy())
    socket.on('data', (chunk) => void received.push(chunk))
    socket.on('error', () => {}) // a refusal may come before everything was sent
    socket.on('close', () => {
      const text = Buffer.concat(received).toString('latin1')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    })
    socket.write(bytes)
  })
}

/** A GET of exactly this target, in a separate connection. */
export const getRaw = (port: number, target: string | Buffer) =>
  sendRaw(
    port,
    Buffer.concat([Buffer.from('GET '), Buffer.from(target), Buffer.from(' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')]),
  )
