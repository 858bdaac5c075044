import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { images } from '#database/tables/images.ts'
import { multipartOf, openPictureShop, picture } from '#tests/support/picture-shop.ts'
import { encoder } from './store-image.ts'

/** As many as are received at once. */
const PLACES = 8
const DRIP_MS = 50
const shop = await openPictureShop()

/** An upload of which a byte comes now and then: what the shop begins to answer, and when it has ended the connection. */
function drip(port: number, bytes: Buffer): { answer: Promise<string>; ended: Promise<unknown> } {
  const { headers, payload } = multipartOf(bytes)
  const socket = connect({ host: '127.0.0.1', port })
  const head = { host: 'localhost', authorization: `Bearer ${shop.uploader.token}`, ...headers, 'content-length': payload.length }
  socket.write(`POST /api/images HTTP/1.1\r\n${Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  let sent = 200 // the form's own head, so that the file has begun
  socket.write(payload.subarray(0, sent))
  const drops = setInterval(() => socket.write(payload.subarray(sent, (sent += 1))), DRIP_MS)
  socket.on('error', () => {}) // the shop may hang up while a byte is on its way
  socket.once('close', () => clearInterval(drops))
  return { answer: once(socket, 'data').then(([chunk]) => String(chunk)), ended: once(socket, 'close') }
}

test('row 47: a request has 30 seconds, which Node keeps to only where its headers have no longer', () => {
  const { requestTimeout, headersTimeout } = shop.app.server

  expect([requestTimeout, headersTimeout]).toEqual([30_000, 15_000])
  expect(shop.app.server).toHaveProperty('connectionsCheckingInterval', 5_000)
})

test('row 47: uploads that drip in are ended at the limit of a request, and leave no place taken and nothing behind', async () => {
  const { app } = shop
  const { requestTimeout, headersTimeout } = app.server
  Object.assign(app.server, { connectionsCheckingInterval: 100 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const bytes = await picture(800, 600).png().toBuffer()
  const decoder = encoder.pid

  const drips = Array.from({ length: PLACES + 1 }, () => drip((app.server.address() as AddressInfo).port, bytes))
  const refused = await Promise.race(drips.map(({ answer }) => answer))
  // In the place of the shop's own limits, which would take half a minute.
  Object.assign(app.server, { requestTimeout: 1, headersTimeout: 1 })
  const answers = await Promise.all(drips.map(({ answer }) => answer))
  await Promise.all(drips.map(({ ended }) => ended))
  const left = {
    rows: await shop.db.$count(images),
    files: await filesOf(shop.services.settings.dataDir),
    // One of an earlier test may still be there, or end meanwhile.
    startedDecoder: encoder.pid !== undefined && encoder.pid !== decoder,
  }
  Object.assign(app.server, { requestTimeout, headersTimeout })
  const later = await Promise.all(Array.from({ length: PLACES }, () => shop.upload(bytes)))

  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(PLACES)
  expect(left).toEqual({ rows: 0, files: [], startedDecoder: false })
  expect(later.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: PLACES }, () => 200))
  expect(await filesOf(shop.services.settings.dataDir)).not.toEqual([])
})

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
