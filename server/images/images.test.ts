import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { IMAGE_MAX_BYTES } from '#contract/basics/limits.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { picture, uploadPicture, type UploadOptions } from '#tests/support/shops/picture-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const upload = (bytes: Buffer, { token = admin.token, ...options }: UploadOptions & { token?: string } = {}) =>
  uploadPicture(shop.app, token, bytes, options)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s becomes WebP in several widths', async (format) => {
  const answer = await upload(await picture().toFormat(format).toBuffer())

  expect(answer.json()).toMatchObject({ success: true, data: { url: expect.stringMatching(/^\/images\/[0-9a-f]{32}\.webp$/) } })
  const name = answer.json().data.url.split('/').at(-1)
  const small = await shop.app.inject(`/images/480/${name}`)
  expect(small.headers['content-type']).toBe('image/webp')
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 })
})

/** The same picture with bytes that belong to nothing behind its first segment. */
const withStrayBytes = (jpeg: Buffer, count: number) => {
  const end = 4 + jpeg.readUInt16BE(4)
  return Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(count, 0x41), jpeg.subarray(end)])
}

test.each([1, 7, 500])('a JPEG with %i stray bytes between its segments is stored, one that is cut off is not', async (count) => {
  for (const progressive of [false, true]) {
    const jpeg = withStrayBytes(await picture().jpeg({ progressive }).toBuffer(), count)

    expect((await upload(jpeg)).json()).toMatchObject({ success: true })
    expect((await upload(jpeg.subarray(0, jpeg.length - 40))).json()).toMatchObject({ code: 'IMAGE_UNREADABLE' })
  }
})

test.each([
  ['heic', ['mif1', 'heic']],
  ['mif1', ['mif1', 'heic']],
  ['heix', []],
  ['hevc', ['msf1']],
])('a HEIC picture of the brand %s is refused by this name', async (brand, others) => {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from(`ftyp${brand}`), Buffer.alloc(4), Buffer.from(others.join(''))])
  box.writeUInt32BE(box.length)

  const answer = (await upload(Buffer.concat([box, randomBytes(2_000)]))).json()

  expect(answer).toMatchObject({ code: 'IMAGE_UNREADABLE', message: expect.stringContaining('HEIC') })
})

test('a file of exactly the largest size is accepted, and one byte more is refused (47)', async () => {
  const bytes = await picture().jpeg().toBuffer()
  const ofSize = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])

  const [largest, tooLarge] = [await upload(ofSize(IMAGE_MAX_BYTES)), await upload(ofSize(IMAGE_MAX_BYTES + 1))]

  expect([largest.statusCode, tooLarge.statusCode]).toEqual([200, 413])
})

test('nothing but the pixels of a picture is kept (46)', async () => {
  const bytes = await picture()
    .withExif({ IFD0: { Copyright: 'MARKER-IN-EXIF' } })
    .jpeg()
    .toBuffer()

  const { url } = (await upload(Buffer.concat([bytes, Buffer.from('<script>MARKER-AT-END</script>')]))).json().data

  const stored = (await shop.app.inject(url)).rawPayload.toString('latin1')
  expect(stored).not.toContain('MARKER')
})

test('a picture is served so that no browser executes it (46)', async () => {
  const { url } = (await upload(await picture().png().toBuffer())).json().data

  const { headers } = await shop.app.inject(url)

  expect(headers).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['nothing', Buffer.alloc(0)],
  ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('%s is refused as a picture, whatever its name (46)', async (_what, bytes) => {
  const answer = await upload(bytes)

  expect(answer.statusCode).toBe(422)
  expect(answer.json().code).toBe('IMAGE_UNREADABLE')
})

test('a picture of more than 24 megapixels is refused before it is decoded (47)', async () => {
  const answer = await upload(await picture(8_000, 4_000).png().toBuffer())

  expect(answer.json().code).toBe('IMAGE_TOO_LARGE')
})

test('a file of more than 8 MB is refused (47)', async () => {
  expect((await upload(randomBytes(9 * 1024 * 1024))).statusCode).toBe(413)
})

test('another field, a missing file, and a body that is not multipart are refused with a message', async () => {
  expect((await upload(await picture().png().toBuffer(), { field: 'file' })).statusCode).toBe(400)
  expect((await admin.post('/images', { image: 'x' })).statusCode).toBe(415)
})

test('only admins upload', async () => {
  const buyer = await shop.customer()

  expect((await upload(await picture().png().toBuffer(), { token: buyer.token })).statusCode).toBe(403)
})

test.each([
  '/images/..%2f..%2fpackage.json',
  '/images/%2e%2e/auth-secret',
  '/images/480/..%2fx.webp',
  '/images/7/x.webp',
  '/images/a%00.webp',
  `/images/${'0'.repeat(32)}.webp`,
])('there is no picture at %s (48)', async (path) => {
  expect((await shop.app.inject(path)).statusCode).toBe(404)
})
