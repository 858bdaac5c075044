import { connect, type AddressInfo, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { answerError } from '../http/answer-error.ts'
import { boundBytesInFlight } from './bytes-in-flight.ts'
import type { SignedIn } from '../http/caller.ts'

const KB = 1024
/** In all, and of one account or network. */
const [ALL, OF_ONE] = [600 * KB, 240 * KB]
/** What a network that has proved nothing may leave unfinished. */
const UNFINISHED = 120 * KB
const BODY = 40 * KB
/** As much as must come between two checks. */
const PIECE = 16 * KB

const person = { userId: 'a', email: 'a@example.com', displayName: '', role: '', permissions: [], sessionId: 's', hasPaid: false } as const
const callers: Record<string, SignedIn> = {
  newcomer: { ...person, permissions: [] },
  buyer: { ...person, permissions: [], hasPaid: true },
  second: { ...person, userId: 'b', permissions: [], hasPaid: true },
  third: { ...person, userId: 'c', permissions: [], hasPaid: true },
  clerk: { ...person, userId: 'd', permissions: ['orders'] },
  admin: { ...person, userId: 'e', permissions: [], role: 'admin' },
}

let tick = () => {}
/** The timer of the pace fires, and the event loop goes round once. */
async function check(): Promise<void> {
  tick()
  await setImmediate()
}
const app = fastify({ bodyLimit: 300 * KB, trustProxy: true })
app.decorateRequest('caller', null)
app.addHook('onRequest', async (request) => {
  request.caller = callers[String(request.headers.who)] ?? null
})
app.setErrorHandler(answerError)
boundBytesInFlight(app, { bytesInFlight: ALL, bytesInFlightOfNetwork: OF_ONE }, (_ms, work) => {
  tick = work
  return () => {}
})
let arrived = 0
app.post('/', async (request) => ({ bytes: JSON.stringify(request.body).length }))
app.server.on('connection', (socket) => socket.on('data', (piece) => (arrived += piece.length)))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

type Sender = { socket: Socket; answer(): string }
let open: Sender[] = []
let sent = 0
afterEach(async () => {
  for (const { socket } of open) socket.destroy()
  open = []
  // Nothing is held any more: what one may hold fits again.
  await expect.poll(async () => (await whole('newcomer', '192.0.2.1', UNFINISHED)).status).toBe(200)
  for (const { socket } of open) socket.destroy()
  ;[open, sent, arrived] = [[], 0, 0]
})

function write(socket: Socket, text: string): void {
  sent += text.length
  socket.write(text)
}

/** Sends as much of a body of `declared` bytes as `now` says; undefined for a body without a length. */
function send(who: string, address: string, now: number, declared: number | undefined = BODY): Sender {
  const socket = connect({ host: '127.0.0.1', port })
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {}) // the server may hang up while bytes are on their way
  const length = declared === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${declared}`
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nWho: ${who}\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
  const body = '"'.padEnd(now, 'x')
  write(socket, head + (declared === undefined ? `${now.toString(16)}\r\n${body}\r\n` : body.slice(0, now)))
  const sender = { socket, answer: () => answer }
  open.push(sender)
  return sender
}

/** A body that is sent as a whole, until it is answered. */
async function whole(who: string, address: string, bytes: number): Promise<{ status: number }> {
  const sender = send(who, address, bytes - 1, bytes)
  write(sender.socket, '"')
  await expect.poll(() => statusOf(sender)).toBeGreaterThan(0)
  return { status: statusOf(sender) }
}

const statusOf = ({ answer }: Sender) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer())?.[1] ?? 0)
const statuses = (senders: Sender[]) => senders.map(statusOf).filter((status) => status !== 0)
/** All that was sent has come, or was refused. */
const allArrived = () => expect.poll(() => arrived).toBeGreaterThanOrEqual(sent)

test('a body that is declared and does not come takes no room from anybody (70)', async () => {
  const slow = Array.from({ length: 60 }, (_, index) => send('newcomer', `198.51.${index % 3}.${index}`, 100, 250 * KB))
  slow.push(...Array.from({ length: 20 }, (_, index) => send('newcomer', `198.51.100.${index}`, 100, undefined)))
  await allArrived()

  const answers = [
    await whole('newcomer', '198.51.0.1', BODY),
    await whole('buyer', '198.51.0.1', OF_ONE),
    await whole('', '192.0.2.9', UNFINISHED),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(statuses(slow)).toEqual([])
})

test.each(['newcomer', ''])(
  "a network whose '%s' has proved nothing leaves little unfinished, by any of its addresses (70)",
  async (who) => {
    const addresses = ['203.0.113.1', '203.0.113.77', '203.0.113.250', '203.0.113.9', '203.0.113.10']

    const senders = addresses.map((address) => send(who, address, BODY - 1))

    await expect.poll(() => statuses(senders)).toHaveLength(addresses.length - Math.floor(UNFINISHED / BODY))
    expect(new Set(statuses(senders))).toEqual(new Set([429]))
    expect((await whole(who, '192.0.2.7', BODY)).status).toBe(200)
  },
)

test('many networks that have proved nothing leave half of the memory to who has paid and to the people of the shop (70)', async () => {
  const networks = Array.from({ length: 12 }, (_, index) => `2001:db8:${index + 1}:`)
  const senders = networks.flatMap((network) => [1, 2].map((address) => send('newcomer', `${network}${address}::1`, BODY - 1)))
  await allArrived()
  await expect.poll(() => statuses(senders).length).toBeGreaterThanOrEqual(senders.length - Math.ceil(ALL / 2 / BODY))

  const refused = await whole('newcomer', '2001:db8:99::1', BODY)
  const served = await Promise.all(['buyer', 'clerk', 'admin'].map((who) => whole(who, '2001:db8:1:1::1', OF_ONE / 4)))

  expect(refused.status).toBe(503)
  expect(served.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('accounts that have paid leave a quarter of the memory to the people of the shop (70)', async () => {
  const payers = ['buyer', 'second', 'third']
  const senders = payers.flatMap((who) => Array.from({ length: OF_ONE / BODY }, () => send(who, '192.0.2.5', BODY - 1)))
  await allArrived()
  await expect.poll(() => statuses(senders).length).toBeGreaterThanOrEqual(senders.length - Math.floor((ALL * 3) / 4 / BODY))

  const served = await Promise.all(['clerk', 'admin'].map((who) => whole(who, '192.0.2.5', ALL / 10)))

  expect(new Set(statuses(senders))).toEqual(new Set([503]))
  expect(served.map(({ status }) => status)).toEqual([200, 200])
})

test('an account that has paid has its own limit (70)', async () => {
  const senders = Array.from({ length: 8 }, () => send('buyer', '192.0.2.5', BODY - 1))

  await expect.poll(() => statuses(senders)).toEqual(Array.from({ length: 8 - Math.floor(OF_ONE / BODY) }, () => 429))
})

test('a body that comes too slowly is refused, one that keeps up is read (70)', async () => {
  const [slow, steady] = [send('buyer', '192.0.2.5', 20 * KB), send('buyer', '192.0.2.5', 20 * KB)]
  await allArrived()
  await check()
  write(slow.socket, 'x'.repeat(100))
  write(steady.socket, 'x'.repeat(16 * KB))
  await allArrived()
  await check()
  await expect.poll(() => statusOf(slow)).toBe(408)
  write(steady.socket, `${'x'.repeat(4 * KB - 1)}"`)

  await expect.poll(() => statusOf(steady)).toBe(200)
})

test('what has arrived while the event loop was blocked counts, though the timer runs before it is read (70)', async () => {
  const body = new PassThrough()
  const headers = { who: 'buyer', 'content-type': 'application/json', 'content-length': String(BODY) }
  const answer = app.inject({ method: 'POST', url: '/', headers, payload: body })
  body.write('"'.padEnd(PIECE, 'x'))
  await setImmediate()
  await check()

  tick()
  body.write('x'.repeat(PIECE))
  await setImmediate()
  body.end('"'.padStart(BODY - 2 * PIECE, 'x'))

  expect((await answer).statusCode).toBe(200)
})
