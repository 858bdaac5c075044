import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { images } from '#database/tables/images.ts'
import { startStopwatch } from '#tests/support/load/stopwatch.ts'
import { encoder } from './store-image.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { bombs, damaged, laden, MARKER, refusedFiles, type HostileFile } from '#tests/support/hostile/hostile-files.ts'
import { multipartOf, openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'

/** Longest time in ms for which a hostile file may occupy the shop and its decoder. */
const ANSWER_MS = 2_000
const LARGE_BYTES = 100_000
const RSS_GROWTH_BYTES = 150 * 1024 * 1024

let shop: PictureShop
let address: string
let files: Record<'refused' | 'laden' | 'damaged' | 'bombs', HostileFile[]>
let memoryBefore: number
let watch: NodeJS.Timeout
const figures = { files: 0, slowestMs: 0, grownBytes: 0 }

/** This process also makes and sends the files; their garbage does not count as the shop's memory. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function noteMemory(bytes: number): void {
  figures.grownBytes = Math.max(figures.grownBytes, bytes - memoryBefore)
}

beforeAll(async () => {
  shop = await openPictureShop()
  address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  files = { refused: await refusedFiles(), laden: await laden(), damaged: await damaged(), bombs: await bombs() }
  // Starts the decoder, so that its own memory does not count as growth.
  await send({ what: 'a first picture', bytes: await picture(100, 100).png().toBuffer() })
  collectGarbage()
  memoryBefore = await memory()
  watch = setInterval(() => void memory().then(noteMemory), 10)
})

afterAll(() => {
  const { slowestMs, grownBytes } = figures
  const measured = `${figures.files} hostile files, slowest answer ${Math.round(slowestMs)} ms, memory grew ${Math.round(grownBytes / 1024 ** 2)} MB`
  reportFigure('G11', measured, '>= 200 files, each <= 2 s, < 150 MB, nothing kept but pixels')
})

/** As `send`, with a timeout. */
async function sendHostile(file: HostileFile): Promise<{ status: number; url: string }> {
  const { status, url, ms } = await send(file)
  if (file.bytes.length > LARGE_BYTES) collectGarbage()
  figures.files += 1
  figures.slowestMs = Math.max(figures.slowestMs, ms)
  expect(ms, file.what).toBeLessThan(ANSWER_MS)
  return { status, url }
}

async function send({ bytes, ...options }: HostileFile): Promise<{ status: number; url: string; ms: number }> {
  const { headers, payload } = multipartOf(bytes, options)
  const stopwatch = startStopwatch(() => encoder.pid)
  const answer = await fetch(`${address}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.uploader.token}`, ...headers },
    body: new Uint8Array(payload),
  })
  const ms = stopwatch()
  const body = (await answer.json()) as { data?: { url: string } }
  return { status: answer.status, url: body.data?.url ?? '', ms }
}

/** Fails unless the stored file is WebP without metadata in all widths. */
async function expectOnlyPixels(url: string): Promise<void> {
  const name = url.replace('/images/', '')
  for (const key of [name, `480/${name}`, `960/${name}`]) {
    const stored = Buffer.from(await (await fetch(`${address}/images/${key}`)).arrayBuffer())
    const found = await sharp(stored).metadata()
    expect(found.format).toBe('webp')
    const { exif, xmp, icc, iptc, pages } = found
    expect([exif, xmp, icc, iptc, pages].filter((it) => it !== undefined)).toEqual([])
    expect(stored.includes(MARKER)).toBe(false)
    expect(stored.includes('<script')).toBe(false)
    await sharp(stored).raw().toBuffer()
  }
}

/** Bytes in memory of the shop's process and of the decoder. Linux shows those of other processes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${encoder.pid}/status`, 'utf8').catch(() => '')
  return process.memoryUsage.rss() + 1_024 * Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0)
}

test('row 46: a file that is not a picture is refused in time, whatever its name, and leaves nothing', async () => {
  const before = await shop.db.$count(images)

  for (const file of files.refused) {
    const { status } = await sendHostile(file)
    expect([413, 422], file.what).toContain(status)
  }
  expect(await shop.db.$count(images)).toBe(before)
})

test('row 46: of a picture with metadata or appended data only the pixels are kept', async () => {
  for (const file of files.laden) {
    const { status, url } = await sendHostile(file)
    expect(status, file.what).toBe(200)
    await expectOnlyPixels(url)
  }
})

test('row 46: a damaged picture is refused, or only its pixels are kept', async () => {
  const before = await shop.db.$count(images)
  let kept = 0

  for (const file of files.damaged) {
    const { status, url } = await sendHostile(file)
    expect([200, 413, 422], file.what).toContain(status)
    if (status !== 200) continue
    kept += 1
    await expectOnlyPixels(url)
  }
  expect(await shop.db.$count(images)).toBe(before + kept)
})

test('row 47: files that unpack to far more than their size do not delay the shop', async () => {
  const huge = files.refused.filter(({ what }) => /50,000|16,000|65,500/.test(what))

  for (const file of [...files.bombs, ...huge]) {
    const { status, url } = await sendHostile(file)
    if (status === 200) await expectOnlyPixels(url)
    else expect([413, 422], file.what).toContain(status)
  }
})

test('row 47: all hostile files together make the shop grow by less than 150 MB', async () => {
  clearInterval(watch)
  noteMemory(await memory())

  expect(figures.files).toBeGreaterThanOrEqual(200)
  expect(figures.grownBytes).toBeLessThan(RSS_GROWTH_BYTES)
})

/** Sends the first half of an upload; `finish` sends the rest. */
function beginUpload(bytes: Buffer) {
  const { headers, payload } = multipartOf(bytes)
  const upload = request(`${address}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.uploader.token}`, ...headers, 'content-length': payload.length },
  })
  upload.on('error', () => {}) // the test itself disconnects
  const half = payload.length / 2
  upload.write(payload.subarray(0, half))
  const status = once(upload, 'response').then(([answer]: IncomingMessage[]) => answer!.resume().statusCode)
  status.catch(() => {}) // the test itself disconnects
  return { upload, status, finish: () => upload.end(payload.subarray(half)) }
}

test('row 47: of nine concurrent uploads one is refused with a retry time, and the other eight are stored', async () => {
  const bytes = await picture(800, 600).png().toBuffer()
  const nine = Array.from({ length: 9 }, () => beginUpload(bytes))

  const first = await Promise.race(nine.map(({ status }) => status))
  for (const { finish } of nine) finish()
  const statuses = await Promise.all(nine.map(({ status }) => status))

  expect(first).toBe(503)
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 8 }, () => 200), 503])
  expect((await send({ what: 'a later one', bytes })).status).toBe(200)
})

test('row 47: an upload that the browser cancels leaves nothing and occupies no place', async () => {
  const before = await shop.db.$count(images)
  const bytes = await picture(2_000, 2_000).jpeg({ quality: 100 }).toBuffer()

  for (let round = 0; round < 12; round += 1) {
    const received = once(shop.app.server, 'request')
    const { upload } = beginUpload(bytes)
    const [half]: IncomingMessage[] = await received
    await expect.poll(() => half!.socket.bytesRead).toBeGreaterThan(bytes.length / 2)
    upload.destroy()
  }

  await expect.poll(() => shop.db.$count(images)).toBe(before)
  expect((await send({ what: 'the next one', bytes: await picture().png().toBuffer() })).status).toBe(200)
})

test('row 47: endless multipart headers and an endless body are refused', async () => {
  const boundary = 'b'
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n`
  const sent = (payload: Buffer) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: {
        authorization: `Bearer ${shop.uploader.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload,
    })

  expect((await sent(Buffer.from(part.repeat(10_000)))).statusCode).toBe(400)
  expect((await send({ what: '100 MB', bytes: Buffer.alloc(100 * 1024 * 1024) })).status).toBe(413)
})
