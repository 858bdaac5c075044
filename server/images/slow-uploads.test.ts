import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { images } from '#database/tables/images.ts'
import { multipartOf, openPictureShop, picture } from '#tests/support/shops/picture-shop.ts'
import { encoder } from './store-image.ts'

/** Uploads received at the same time. */
const PLACES = 8
const DROPS = 3
const shop = await openPictureShop()

type SlowUpload = { socket: Socket; answer: Promise<string>; ended: Promise<unknown>; sendByte: () => void }

/** Sends the head of an upload; `sendByte` sends one more byte. */
function startUpload(port: number, bytes: Buffer): SlowUpload {
  const { headers, payload } = multipartOf(bytes)
  const socket = connect({ host: '127.0.0.1', port })
  const head = { host: 'localhost', authorization: `Bearer ${shop.uploader.token}`, ...headers, 'content-length': payload.length }
  socket.write(
    `POST /api/images HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  let sent = 200 // the head of the form and the start of the file
  socket.write(payload.subarray(0, sent))
  return {
    socket,
    answer: once(socket, 'data').then(([chunk]) => String(chunk)),
    ended: once(socket, 'close'),
    sendByte: () => void socket.write(payload.subarray(sent, (sent += 1))),
  }
}

test('a request has 30 seconds, which Node enforces only where the headers have no longer timeout (47)', () => {
  const { requestTimeout, headersTimeout } = shop.app.server

  expect([requestTimeout, headersTimeout]).toEqual([30_000, 15_000])
  expect(shop.app.server).toHaveProperty('connectionsCheckingInterval', 5_000)
})

test('uploads that drip in are ended at the request timeout, and leave no place taken and nothing behind (47)', async () => {
  const { app } = shop
  const { requestTimeout, headersTimeout } = app.server
  Object.assign(app.server, { connectionsCheckingInterval: 100 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const bytes = await picture(800, 600).png().toBuffer()
  const decoder = encoder.pid
  const connections: Socket[] = []
  app.server.on('connection', (socket) => void connections.push(socket))
  const hasArrived = ({ socket }: SlowUpload) =>
    connections.find(({ remotePort }) => remotePort === socket.localPort)?.bytesRead === socket.bytesWritten

  const uploads = Array.from({ length: PLACES + 1 }, () => startUpload((app.server.address() as AddressInfo).port, bytes))
  const refused = await Promise.race(uploads.map(async (upload) => ({ upload, answer: await upload.answer })))
  const dripping = uploads.filter((upload) => upload !== refused.upload)
  // A byte sent to a closed connection would discard the answer, so the bytes stop before the timeout.
  for (let drop = 0; drop < DROPS; drop++) {
    await expect.poll(() => dripping.every(hasArrived)).toBe(true)
    for (const upload of dripping) upload.sendByte()
  }
  await expect.poll(() => dripping.every(hasArrived)).toBe(true)
  // Replaces the shop's own timeouts, which take half a minute.
  Object.assign(app.server, { requestTimeout: 1, headersTimeout: 1 })
  const answers = await Promise.all(uploads.map(({ answer }) => answer))
  await Promise.all(uploads.map(({ ended }) => ended))
  const left = {
    rows: await shop.db.$count(images),
    files: await filesOf(shop.services.settings.dataDir),
    // A decoder of an earlier test may still run, or end in the meantime.
    startedDecoder: encoder.pid !== undefined && encoder.pid !== decoder,
  }
  Object.assign(app.server, { requestTimeout, headersTimeout })
  const small = await picture(8, 6).png().toBuffer()
  const later = await Promise.all(Array.from({ length: PLACES }, () => shop.upload(small)))

  expect(refused.answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(PLACES)
  expect(left).toEqual({ rows: 0, files: [], startedDecoder: false })
  expect(later.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: PLACES }, () => 200))
  expect(await filesOf(shop.services.settings.dataDir)).not.toEqual([])
})

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
