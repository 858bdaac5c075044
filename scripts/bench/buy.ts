import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Buyer } from './world.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** A request turned away because of other load on the machine is retried. */
const ATTEMPTS = 20
const PAUSE_MS = 50
const BUSY = 503

type Answer = { status: number; text: string }

/** Sends JSON and returns the JSON answer. @throws Error unless the last attempt is answered with 200. */
async function send<T>(method: string, url: string, token: string, body: unknown): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { status, text } = await sendOnce(method, url, token, Buffer.from(JSON.stringify(body)))
    if (status === 200) return JSON.parse(text) as T
    if (status !== BUSY || attempt === ATTEMPTS) throw new Error(`${method} ${url} was answered ${status}: ${text}`)
    await delay(PAUSE_MS)
  }
}

/** Uses less processor time than fetch, which would distort the figures. */
function sendOnce(method: string, url: string, token: string, body: Buffer): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() })) // an answer has its status
    })
    sent.once('error', reject)
    sent.end(body)
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
