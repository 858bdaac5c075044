import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Quote } from '#contract/quotes/quotes.ts'
import { sweepDeletedQuotes } from '#server/quotes/sweep-deleted-quotes.ts'
import { getByHttp } from '#tests/support/shops/get-by-http.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { saveLongQuote } from '#tests/support/shops/quotes.ts'

const MEGABYTE = 1024 * 1024
/** Of a network, as the settings have it. */
const LIMIT = 24 * MEGABYTE
const BODY = 6 * MEGABYTE

const endless: (() => void)[] = []
const endlessCall: FastifyPluginAsync = async (app) => {
  app.get('/endless', { config: { policy: 'public' } }, (request, reply) => {
    app.holdBytes(request, reply, MEGABYTE)
    const stream = new Readable({ read: () => void stream.push(Buffer.alloc(64 * 1024)) })
    stream.once('close', () => endless.pop()?.())
    return reply.send(stream)
  })
}

const shop = await openShop({ api: [endlessCall] })
const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = shop.app.server.address() as AddressInfo

let open: Sender[] = []
afterEach(async () => {
  for (const { socket } of open) socket.destroy()
  open = []
})

/** A connection that sends given bytes, and its answers. */
type Sender = { socket: Socket; answer(): string; closed: Promise<unknown> }

function send(text: string): Sender {
  const socket = connect({ host: '127.0.0.1', port })
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {}) // the shop may hang up while bytes are on their way
  socket.write(text)
  const sender = { socket, answer: () => answer, closed: new Promise((resolve) => socket.once('close', resolve)) }
  open.push(sender)
  return sender
}

const head = (path: string, headers: string[]) =>
  [`POST /api${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers, '', ''].join('\r\n')
const slowUpload = (...more: string[]) => send(`${head('/quotes/price', [`Content-Length: ${BODY}`, ...more])}{"lines":[`)
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
const answered = (senders: Sender[]) => senders.filter((sender) => sender.answer() !== '')

test('slow uploads of one network take the room of what has arrived, and a long list is priced beside them (70) (G20)', async () => {
  const uploads = Array.from({ length: 60 }, () => slowUpload())
  const chunked = Array.from({ length: 10 }, () => send(`${head('/quotes/price', ['Transfer-Encoding: chunked'])}5\r\n{"lin\r\n`))
  const buyer = await shop.customer()

  const others = [
    await getByHttp(`${address}/api/order?customer=${buyer.email}`, { authorization: `Bearer ${buyer.token}` }),
    await getByHttp(`${address}/api/allPartsCount`),
  ]
  const [small, long] = [await price(''), await price(' '.repeat(BODY - 100))]

  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect([small.status, long.status]).toEqual([200, 200])
  expect(answered([...uploads, ...chunked])).toEqual([])
})

test('of bodies that have nearly arrived, one network has half of what it may hold, and the others are told when to come again (70) (G20)', async () => {
  const uploads = Array.from({ length: 6 }, () => slowUpload())

  for (const { socket } of uploads) socket.write(' '.repeat(BODY - 100))

  await expect.poll(() => answered(uploads).length).toBe(4)
  for (const refused of answered(uploads)) {
    expect(statusOf(refused.answer())).toBe(429)
    expect(refused.answer()).toMatch(/\r\nretry-after: 2\r\n/i)
  }
  for (const { socket } of uploads) socket.destroy()
  await expect.poll(async () => (await price(' '.repeat(BODY - 100))).status).toBe(200)
})

/** Prices a line, in a body that is as long as what is put behind it. */
const price = (filling: string) =>
  fetch(`${address}/api/quotes/price`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"lines":[{"text":"any"}]}${filling}`,
  })

test('who may not call is told so before the body is read, and who goes on sending is cut off (70)', async () => {
  const stranger = send(head('/images', ['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${1_000 * MEGABYTE}`]))
  const customer = await shop.customer()
  const notAllowed = send(
    head('/images', [
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${1_000 * MEGABYTE}`,
      `Authorization: Bearer ${customer.token}`,
    ]),
  )
  const drips = [stranger, notAllowed].map(({ socket }) => setInterval(() => socket.write('x'), 50))

  await Promise.all([stranger.closed, notAllowed.closed])
  for (const drip of drips) clearInterval(drip)

  expect([stranger, notAllowed].map(({ answer }) => statusOf(answer()))).toEqual([401, 403])
})

test('a reader who takes nothing is cut off, one who reads is not (70)', async () => {
  const connected = once(shop.app.server, 'connection')
  const ended = new Promise<void>((resolve) => endless.push(resolve))
  const reader = send('GET /api/endless HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [connection]: Socket[] = await connected
  await expect.poll(() => reader.answer().length).toBeGreaterThan(MEGABYTE)
  const usual = connection!.timeout

  reader.socket.pause()
  connection!.setTimeout(100)
  await ended

  reader.socket.resume()
  await reader.closed
  expect(usual).toBe(30_000)
})

test('of answers that a network takes slowly as many are sent as fit, the others are told when to come again (70) (G20)', async () => {
  const readers = Array.from({ length: LIMIT / MEGABYTE + 8 }, () => send('GET /api/endless HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  for (const { socket } of readers) socket.once('data', () => socket.pause())

  await expect.poll(() => answered(readers).length).toBe(readers.length)

  const statuses = readers.map(({ answer }) => statusOf(answer()))
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT / MEGABYTE)
  expect(statuses.filter((status) => status === 429)).toHaveLength(8)
})

test('a long quote is sent while it is read, and is whole (70)', async () => {
  const buyer = await shop.customer()
  const { _id } = await saveLongQuote(shop, buyer, 1_000)

  const answer = await getByHttp(`${address}/api/quotes/${_id}`, { authorization: `Bearer ${buyer.token}` })

  const { lines, lineCount, orderable } = answer.json<Quote>()
  expect(answer.headers['transfer-encoding']).toBe('chunked')
  expect([lineCount, orderable]).toEqual([1_000, false])
  expect(lines.map(({ row }) => row)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
})

test('a long quote that is deleted while it is read is cut off, never shorter (70)', async () => {
  const buyer = await shop.customer()
  const { _id } = await saveLongQuote(shop, buyer, 10_000)
  const reader = send(`GET /api/quotes/${_id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${buyer.token}\r\n\r\n`)
  await once(reader.socket, 'data')
  reader.socket.pause()

  await buyer.delete(`/quotes/${_id}`)
  await sweepDeletedQuotes(shop.db)
  reader.socket.resume()
  await Promise.race([reader.closed, expect.poll(reader.answer).toContain('\r\n0\r\n\r\n')])

  const isWhole = reader.answer().includes('\r\n0\r\n\r\n')
  expect(isWhole).toBe(reader.answer().includes('"row":10000,'))
})
