import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { images } from '#database/tables/images.ts'
import { encoder } from './store-image.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { bombs, damaged, laden, MARKER, refusedFiles, type HostileFile } from '#tests/support/hostile/hostile-files.ts'
import { limitDecoder } from '#tests/support/hostile/limit-decoder.ts'
import { multipartOf, openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'

/** Twice of what two pictures of the largest size take. */
const DECODER_MB = 400

let shop: PictureShop
let address: string
let files: Record<'refused' | 'laden' | 'damaged' | 'bombs', HostileFile[]>

beforeAll(async () => {
  shop = await openPictureShop()
  address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  files = { refused: await refusedFiles(), laden: await laden(), damaged: await damaged(), bombs: await bombs() }
  const small = await picture(100, 100).png().toBuffer()
  await limitDecoder(encoder, () => send({ what: 'a small picture', bytes: small }), DECODER_MB)
})

afterAll(() => reportFigure('G11', `${Object.values(files).flat().length} hostile files`, '>= 200 files, nothing kept but pixels'))

async function send({ bytes, ...options }: HostileFile): Promise<{ status: number; url: string }> {
  const { headers, payload } = multipartOf(bytes, options)
  const answer = await fetch(`${address}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.uploader.token}`, ...headers },
    body: new Uint8Array(payload),
  })
  const body = (await answer.json()) as { data?: { url: string } }
  return { status: answer.status, url: body.data?.url ?? '' }
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

test('a file that is not a picture is refused, whatever its name, and leaves nothing (46)', async () => {
  const before = await shop.db.$count(images)

  for (const file of files.refused) {
    const { status } = await send(file)
    expect([413, 422], file.what).toContain(status)
  }
  expect(await shop.db.$count(images)).toBe(before)
})

test('of a picture with metadata or appended data only the pixels are kept (46)', async () => {
  for (const file of files.laden) {
    const { status, url } = await send(file)
    expect(status, file.what).toBe(200)
    await expectOnlyPixels(url)
  }
})

test('a damaged picture is refused, or only its pixels are kept (46)', async () => {
  const before = await shop.db.$count(images)
  let kept = 0

  for (const file of files.damaged) {
    const { status, url } = await send(file)
    expect([200, 413, 422], file.what).toContain(status)
    if (status !== 200) continue
    kept += 1
    await expectOnlyPixels(url)
  }
  expect(await shop.db.$count(images)).toBe(before + kept)
})

test('a picture with something that unpacks to gigabytes is decoded in little memory (47)', async () => {
  for (const file of files.bombs) {
    const { status, url } = await send(file)
    expect(status, file.what).toBe(200)
    await expectOnlyPixels(url)
  }
})

test('two pictures of the largest size are decoded in this memory too (47)', async () => {
  const bytes = await picture(6_000, 4_000).png().toBuffer()

  const answers = await Promise.all([1, 2].map((nth) => send({ what: `largest ${nth}`, bytes })))

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('the hostile files are more than two hundred (46) (47)', () => {
  expect(Object.values(files).flat().length).toBeGreaterThanOrEqual(200)
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

test('of nine concurrent uploads one is refused with a retry time, and the other eight are stored (47)', async () => {
  const bytes = await picture(800, 600).png().toBuffer()
  const nine = Array.from({ length: 9 }, () => beginUpload(bytes))

  const first = await Promise.race(nine.map(({ status }) => status))
  for (const { finish } of nine) finish()
  const statuses = await Promise.all(nine.map(({ status }) => status))

  expect(first).toBe(503)
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 8 }, () => 200), 503])
  expect((await send({ what: 'a later one', bytes })).status).toBe(200)
})

test('an upload that the browser cancels leaves nothing and occupies no place (47)', async () => {
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
  const next = await picture().png().toBuffer()
  // What has arrived of the others counts until their decoders have ended.
  await expect.poll(async () => (await send({ what: 'the next one', bytes: next })).status).toBe(200)
})

test('endless multipart headers and an endless body are refused (47)', async () => {
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
