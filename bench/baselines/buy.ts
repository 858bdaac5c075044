import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Buyer } from './world.ts'

/** A request turned away because of other load on the machine is retried. */
const ATTEMPTS = 20
const PAUSE_MS = 50
const BUSY = 503

type Answer = { status: number; text: string }

/** Sends JSON and returns the JSON answer. @throws Error unless the last attempt is answered with 200. */
async function send<T>(method: string, url: string, token: string, body: unknown): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { status, text } = await sendOnce(method, url, token, JSON.stringify(body))
    if (status === 200) return JSON.parse(text) as T
    if (status !== BUSY || attempt === ATTEMPTS) throw new Error(`${method} ${url} was answered ${status}: ${text}`)
    await delay(PAUSE_MS)
  }
}

/** Idle connections by host and port. */
const idle = new Map<string, Socket[]>()

/**
 * One request on a kept connection. Written for the shop's answers alone, which have a length: each client of Node takes a
 * third of the processor time that the whole order takes in the shop, on the same cores.
 */
async function sendOnce(method: string, url: string, token: string, body: string): Promise<Answer> {
  const { host, hostname, port, pathname } = new URL(url)
  const sockets = idle.get(host) ?? []
  idle.set(host, sockets)
  const socket = sockets.pop() ?? connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  const head = `${method} ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`
  const answer = readAnswer(socket)
  socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  const read = await answer
  sockets.push(socket)
  return read
}

function readAnswer(socket: Socket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (settle: () => void) => {
      socket.removeAllListeners()
      settle()
    }
    socket.on('data', (chunk: string) => {
      text += chunk
      const bodyAt = text.indexOf('\r\n\r\n') + 4
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (bodyAt < 4 || text.length < bodyAt + Number(length)) return
      end(() => resolve({ status: Number(text.slice(9, 12)), text: text.slice(bodyAt) }))
    })
    socket.once('error', (error) => end(() => reject(error)))
    socket.once('close', () => end(() => reject(new Error(`the connection was closed after: ${text}`))))
  })
}

/** A whole order as the screens send it: hold 1,000 pieces, then order them. @throws Error on a refusal. */
export async function buy(shopUrl: string, { token }: Buyer, partId: string): Promise<void> {
  const held = await send<{ modifiedCount: number; holdId: string; totalPrice: number }>(
    'PUT',
    `${shopUrl}/api/inventory/${partId}`,
    token,
    { restAvailable: { available: 0 }, orderQuantity: 1_000 },
  )
  if (held.modifiedCount !== 1) throw new Error('nothing was held')
  await send('POST', `${shopUrl}/api/inventory`, token, {
    orderItem: {
      name: 'Part',
      partsId: partId,
      holdId: held.holdId,
      totalPrice: held.totalPrice,
      orderQuantity: 1_000,
      phone: '+49 30 1234567',
      address: 'Dock Road 1, 20457 Hamburg',
    },
  })
}
