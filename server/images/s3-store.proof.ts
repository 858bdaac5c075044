import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DOCUMENT_PIECE_BYTES } from '#contract/parts/part-media.ts'
import { buildApp } from '#server/app.ts'
import { chooseDocumentStore } from '#server/part-media/document-store.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { sendDocument } from '#tests/support/shops/documents.ts'
import { skipWaits } from '#tests/support/doubles/skip-waits.ts'
import { folderImageStore, pictureFolder } from './image-store.ts'
import { encoder, newPictureName, storeEncoded } from './store-image.ts'
import type { Fault } from '#tests/support/doubles/faulty-server.ts'
import { openPictureShop, picture, type PictureShop } from '#tests/support/shops/picture-shop.ts'
import { openS3Server, s3Account, type S3Server } from '#tests/support/doubles/s3-server.ts'

let s3: S3Server
let shop: PictureShop

beforeAll(async () => {
  s3 = await openS3Server()
  shop = await openPictureShop(s3.env)
  return () => s3.close()
})

beforeEach(() => {
  s3.always = undefined
  s3.next = []
  s3.requests.length = 0
})

const png = () => picture().png().toBuffer()
const secrets = [s3Account.secretAccessKey, encodeURIComponent(s3Account.secretAccessKey)]

test('a picture is in the bucket in all widths, and the shop serves it', async () => {
  const { url } = (await shop.upload(await png())).json().data

  const name = url.split('/').at(-1)
  const keys = (await s3.keys()).filter((key) => key.endsWith(name))
  expect(keys.toSorted()).toEqual([`480/${name}`, `960/${name}`, name].toSorted())
  const served = await shop.app.inject(`/images/480/${name}`)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480 })
})

test('a document is in the bucket in pieces, below a name of its own, and the shop sends it', async () => {
  const documents = chooseDocumentStore(shop.services.settings)
  const app = await buildApp({ ...shop.services, documents })
  afterTheFile(() => app.close())
  const part = await shop.addPart()
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(DOCUMENT_PIECE_BYTES, ' '), Buffer.from('%%EOF\n')])

  const { _id } = (await sendDocument({ app }, shop.uploader, part._id, bytes)).json<{ _id: string }>()

  const keys = (await s3.keys()).filter((key) => key.startsWith('documents/'))
  expect(keys.map((key) => key.replace(/^documents\/[0-9a-f]{32}/, ''))).toEqual(['-0', '-1'])
  const direct = await fetch(`${s3.url}/${s3.bucket}/${keys[0]}`)
  expect(direct.headers.get('content-type')).toBe('application/octet-stream')
  const sent = await app.inject({ url: `/api/partDocuments/${_id}`, headers: { authorization: `Bearer ${shop.uploader.token}` } })
  expect(sent.rawPayload.equals(bytes)).toBe(true)
  for (const key of keys) await documents.remove(key.replace('documents/', ''))
  expect((await s3.keys()).filter((key) => key.startsWith('documents/'))).toEqual([])
})

test('the files have their content type and cache lifetime in the bucket', async () => {
  const { url } = (await shop.upload(await png())).json().data

  const direct = await fetch(`${s3.url}/${s3.bucket}${url.replace('/images', '')}`)

  expect(direct.headers.get('content-type')).toBe('image/webp')
  expect(direct.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('requests address the bucket by path and are signed together with their bytes', async () => {
  const { url } = (await shop.upload(await png())).json().data

  const put = s3.requests.find((request) => request.url === `/${s3.bucket}${url.replace('/images', '')}`)
  const bytes = (await shop.app.inject(url)).rawPayload
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(put).toMatchObject({ method: 'PUT', headers: { 'x-amz-content-sha256': sha256 } })
  expect(put?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 .*SignedHeaders=[^,]*x-amz-content-sha256/)
})

test.each<[Fault]>([['refusal'], ['reset'], ['truncated'], ['half taken']])(
  'while the store answers with %s, an upload answers 503 and leaves no usable picture',
  async (fault) => {
    const before = await shop.usablePictures()
    s3.always = fault

    const answer = await shop.upload(await png())

    expect(answer.json()).toMatchObject({
      code: 'IMAGE_STORE_UNAVAILABLE',
      message: expect.stringContaining('not reachable'),
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(await shop.usablePictures()).toBe(before)
  },
)

test('a request to an unresponsive store is ended within 10 s (60)', async () => {
  // One picture to be read: an upload writes several at once, and the skipped times of one would end another.
  const { url } = (await shop.upload(await png())).json().data
  s3.always = 'hang'
  const passedMs = skipWaits()

  const answer = await shop.app.inject(url)

  expect(answer.json().code).toBe('IMAGE_STORE_UNAVAILABLE')
  expect(passedMs()).toBe(8_000)
})

test('one width that cannot be stored makes the whole picture unusable (60)', async () => {
  const before = await shop.usablePictures()
  s3.next = [undefined, undefined]
  s3.always = 'refusal'

  expect((await shop.upload(await png())).statusCode).toBe(503)
  expect(await shop.usablePictures()).toBe(before)
})

test.each<[Fault]>([['refusal'], ['reset'], ['half taken']])('an upload survives a single %s', async (fault) => {
  s3.next = [fault, fault]

  const { url } = (await shop.upload(await png())).json().data

  expect((await shop.app.inject(url)).statusCode).toBe(200)
})

test.each<[Fault]>([['refusal'], ['reset'], ['truncated']])(
  'a picture that cannot be fetched because of %s answers 503, and is served again afterwards',
  async (fault) => {
    const { url } = (await shop.upload(await png())).json().data
    s3.always = fault

    const failed = await shop.app.inject(url)

    expect(failed.statusCode).toBe(503)
    expect(failed.headers['cache-control'] ?? '').not.toContain('immutable')
    s3.always = undefined
    expect((await shop.app.inject(url)).statusCode).toBe(200)
  },
)

test('a truncated picture is requested again, not served (60)', async () => {
  const { url } = (await shop.upload(await png())).json().data
  s3.next = ['truncated']

  const served = await shop.app.inject(url)

  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1_200 })
})

test('concurrent requests for a picture cost the store one request, and later ones none', async () => {
  const { url } = (await shop.upload(await png())).json().data
  s3.requests.length = 0

  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.app.inject(url)))
  answers.push(await shop.app.inject(url))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 21 }, () => 200))
  expect(s3.requests).toHaveLength(1)
})

test('a name that the bucket does not have is not found', async () => {
  expect((await shop.app.inject(`/images/${'0'.repeat(32)}.webp`)).statusCode).toBe(404)
})

test('pictures stored in the folder earlier are still shown', async () => {
  const folder = folderImageStore(pictureFolder(shop.services.settings.dataDir))
  const encoded = await encoder.encode(newPictureName(), await png())
  const url = await storeEncoded({ db: shop.db, store: folder }, encoded)

  expect((await shop.app.inject(url)).statusCode).toBe(200)
  expect(s3.requests).toHaveLength(0)
})

test.each([
  [{ S3_SECRET_ACCESS_KEY: `${s3Account.secretAccessKey}x` }, 'SignatureDoesNotMatch: S3_SECRET_ACCESS_KEY'],
  [{ S3_ACCESS_KEY_ID: 'NOBODY' }, 'InvalidAccessKeyId: the store does not know S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'elsewhere' }, 'NoSuchBucket: there is no S3_BUCKET'],
])('with a wrong %j the log says which variable is wrong and holds no secret', async (wrong, words) => {
  const misled = await openPictureShop({ ...s3.env, ...wrong })

  const answer = await misled.upload(await png())

  expect(answer.statusCode).toBe(503)
  expect(misled.logged.join('')).toContain(words)
  for (const secret of secrets) expect(misled.logged.join('') + answer.body).not.toContain(secret)
})

test('neither logs nor answers contain the secret', () => {
  for (const secret of secrets) expect(shop.logged.join('')).not.toContain(secret)
  expect(shop.logged.join('')).toContain('the S3 store')
})

test('with a public address of the bucket, browsers are redirected there', async () => {
  const open = await openPictureShop({ ...s3.env, S3_PUBLIC_URL: `${s3.url}/${s3.bucket}/` })
  const { url } = (await open.upload(await png())).json().data

  const answer = await open.app.inject(url.replace('/images/', '/images/480/'))

  expect(answer.statusCode).toBe(302)
  expect(answer.headers['cache-control']).toBe('public, max-age=3600')
  const direct = await fetch(String(answer.headers.location))
  expect(await sharp(await direct.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 480 })
})
