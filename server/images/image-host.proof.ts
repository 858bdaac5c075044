import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault } from '#tests/support/doubles/faulty-server.ts'
import { imageHostKey, openImageHost, type ImageHostDouble } from '#tests/support/doubles/image-host-double.ts'
import { skipWaits } from '#tests/support/doubles/skip-waits.ts'
import { openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'

let host: ImageHostDouble
let shop: PictureShop

beforeAll(async () => {
  host = await openImageHost()
  shop = await openPictureShop(host.env)
  return () => host.close()
})

beforeEach(() => {
  host.always = undefined
  host.next = []
  host.answer = undefined
  host.requests.length = 0
})

const png = (width?: number) => picture(width).png().toBuffer()
const inForm = new URLSearchParams({ '': imageHostKey }).toString().slice(1)
const secrets = [imageHostKey, encodeURIComponent(imageHostKey), inForm]

test('the host gets the largest WebP, and its address becomes the picture of a part', async () => {
  const { success, data } = (await shop.upload(await png(2_000))).json()

  expect(success).toBe(true)
  expect(data.url).toMatch(/^https:\/\/i\.pictures\.example\/\d+\/[0-9a-f]{32}\.webp$/)
  const taken = host.taken.at(-1)
  expect(taken).toMatchObject({ type: 'image/webp', keyIn: 'query', fileName: data.url.split('/').at(-1) })
  expect(await sharp(taken?.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600 })
  expect((await shop.addPartWith(data.url)).statusCode).toBe(200)
})

test('the key is sent in the form where the host expects it there, under the configured name', async () => {
  const other = await openPictureShop({ ...host.env, IMAGE_HOST_KEY_IN: 'form', IMAGE_HOST_KEY_NAME: 'key' })

  expect((await other.upload(await png())).json().success).toBe(true)
  expect(host.taken.at(-1)?.keyIn).toBe('form')
  expect(host.requests.at(-1)?.url).toBe('/1/upload')
})

test('only the metadata-free picture leaves the shop', async () => {
  const bytes = await picture()
    .withExif({ IFD0: { Copyright: 'MARKER-IN-EXIF' } })
    .jpeg()
    .toBuffer()

  await shop.upload(Buffer.concat([bytes, Buffer.from('MARKER-AT-END')]))

  expect(host.taken.at(-1)?.bytes.toString('latin1')).not.toContain('MARKER')
})

test.each([
  'https://i.pictures.example/1/somebody-elses.webp',
  'https://elsewhere.example/a.webp',
  'http://i.pictures.example/a.webp',
  'javascript:alert(1)',
])('a part cannot have %s, which no upload has answered with', async (img) => {
  expect((await shop.addPartWith(img)).json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'img' }] })
})

test('a picture at the host has no address in the shop itself', async () => {
  const { url } = (await shop.upload(await png())).json().data
  const name = url.split('/').at(-1)

  expect((await shop.addPartWith(`/images/${name}`)).statusCode).toBe(400)
  expect((await shop.app.inject(`/images/${name}`)).statusCode).toBe(404)
})

const took = (url: unknown) => JSON.stringify({ success: true, data: { url } })

test.each([
  ['no success', 200, JSON.stringify({ success: false, data: { url: 'https://i.pictures.example/a.webp' } })],
  ['no address', 200, JSON.stringify({ success: true, data: {} })],
  ['no data', 200, JSON.stringify({ success: true })],
  ['an address that is no text', 200, took(7)],
  ['a script', 200, took('javascript:alert(1)')],
  ['an unencrypted address', 200, took('http://i.pictures.example/a.webp')],
  ['another host', 200, took('https://evil.example/a.webp')],
  ['a host that only looks alike', 200, took('https://i.pictures.example.evil.example/a.webp')],
  ['another port', 200, took('https://i.pictures.example:8443/a.webp')],
  ['an address with a password', 200, took('https://user:word@i.pictures.example/a.webp')],
  ['a path of ours', 200, took('/images/a.webp')],
  ['an endless address', 200, took(`https://i.pictures.example/${'a'.repeat(600)}`)],
  ['a page', 200, '<!doctype html><p>Welcome'],
  ['nothing', 200, ''],
  ['far too much', 200, `${took('https://i.pictures.example/a.webp')}${' '.repeat(100_000)}`],
  ['success with status 400', 400, took('https://i.pictures.example/a.webp')],
  ['an error', 500, '{}'],
])('an answer with %s is no picture', async (_what, status, body) => {
  const before = await shop.usablePictures()
  host.answer = { status, body }

  const answer = await shop.upload(await png())

  expect(answer.statusCode).toBe(503)
  expect(answer.json().code).toBe('IMAGE_STORE_UNAVAILABLE')
  expect(await shop.usablePictures()).toBe(before)
})

test('a redirect is not followed, so that the key reaches no other host', async () => {
  host.answer = { status: 307, body: '', headers: { location: `${host.url}/elsewhere` } }

  expect((await shop.upload(await png())).statusCode).toBe(503)
  expect(host.requests).toHaveLength(1)
})

test.each<[Fault]>([['refusal'], ['reset'], ['truncated'], ['half taken']])(
  'an upload that ends in %s answers 503 and is not sent twice',
  async (fault) => {
    const before = await shop.usablePictures()
    host.always = fault

    expect((await shop.upload(await png())).statusCode).toBe(503)
    expect(host.requests).toHaveLength(1)
    expect(await shop.usablePictures()).toBe(before)
  },
)

test('a request to an unresponsive host is ended within 10 s', async () => {
  host.always = 'hang'
  const bytes = await png()
  const passedMs = skipWaits()

  expect((await shop.upload(bytes)).statusCode).toBe(503)
  expect(passedMs()).toBe(8_000)
})

test("a wrong key is logged with the host's sentence and without the key", async () => {
  const wrongKey = 'WRONG key/with+signs'
  const misled = await openPictureShop({ ...host.env, IMAGE_HOST_KEY: wrongKey })

  const answer = await misled.upload(await png())

  expect(answer.statusCode).toBe(503)
  expect(misled.logged.join('')).toContain('the image host did not take a picture (400): Invalid API key: (the key)')
  expect(misled.logged.join('') + answer.body).not.toContain('WRONG')
})

test('neither logs nor answers contain the key', () => {
  expect(shop.logged.join('')).toContain('the image host')
  for (const secret of secrets) expect(shop.logged.join('')).not.toContain(secret)
})
