import { connect, type AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { images } from '#database/tables/images.ts'
import { multipartOf, openPictureShop, picture } from '#tests/support/picture-shop.ts'
import { startStopwatch } from '#tests/support/stopwatch.ts'
import { encoder } from './store-image.ts'

/** As many as are received at once. */
const PLACES = 8
const DRIP_MS = 50
/** In the place of the shop's own limits, which would take half a minute. */
const LIMIT_MS = 3_000
const SHORT_LIMITS = { requestTimeout: LIMIT_MS, headersTimeout: LIMIT_MS / 2, connectionsCheckingInterval: 100 }

const shop = await openPictureShop()

/** An upload of which a byte comes now and then; answers with what the shop said when it ended the connection. */
function drip(port: number, bytes: Buffer): Promise<{ answer: string; ms: number }> {
  const { headers, payload } = multipartOf(bytes)
  const stopwatch = startStopwatch()
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const head = { host: 'localhost', authorization: `Bearer ${shop.uploader.token}`, ...headers, 'content-length': payload.length }
    socket.write(`POST /api/images HTTP/1.1\r\n${Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
    let sent = 200 // the form's own head, so that the file has begun
    socket.write(payload.subarray(0, sent))
    const drops = setInterval(() => socket.write(payload.subarray(sent, (sent += 1))), DRIP_MS)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {}) // the shop may hang up while a byte is on its way
    socket.on('close', () => {
      clearInterval(drops)
      resolve({ answer, ms: stopwatch() })
    })
  })
}

test('row 47: a request has 30 seconds, which Node keeps to only where its headers have no longer', () => {
  const { requestTimeout, headersTimeout } = shop.app.server

  expect([requestTimeout, headersTimeout]).toEqual([30_000, 15_000])
  expect(shop.app.server).toHaveProperty('connectionsCheckingInterval', 5_000)
})

test('row 47: uploads that drip in are ended at the limit of a request, and leave no place taken and nothing behind', async () => {
  const { app } = shop
  const { requestTimeout, headersTimeout } = app.server
  Object.assign(app.server, SHORT_LIMITS)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const bytes = await picture(800, 600).png().toBuffer()
  const decoder = encoder.pid

  const drips = Array.from({ length: PLACES }, () => drip((app.server.address() as AddressInfo).port, bytes))
  await delay(LIMIT_MS / 2)
  const ninth = await shop.upload(bytes)
  const ended = await Promise.all(drips)
  const left = {
    rows: await shop.db.$count(images),
    files: await filesOf(shop.services.settings.dataDir),
    // One of an earlier test may still be there, or end meanwhile.
    startedDecoder: encoder.pid !== undefined && encoder.pid !== decoder,
  }
  Object.assign(app.server, { requestTimeout, headersTimeout })
  const later = await Promise.all(Array.from({ length: PLACES }, () => shop.upload(bytes)))

  expect(ninth.statusCode).toBe(503)
  for (const { answer, ms } of ended) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(ms).toBeLessThan(5 * LIMIT_MS)
  }
  expect(left).toEqual({ rows: 0, files: [], startedDecoder: false })
  expect(later.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: PLACES }, () => 200))
  expect(await filesOf(shop.services.settings.dataDir)).not.toEqual([])
})

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
