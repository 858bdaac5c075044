import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../platform/settings/settings.ts'
import { checkPictures } from './check-pictures.ts'
import { imageHostKey, openImageHost, type ImageHostDouble } from '#tests/support/doubles/image-host-double.ts'
import { openS3Server, s3Account, type S3Server } from '#tests/support/doubles/s3-server.ts'

let s3: S3Server
let host: ImageHostDouble
let folder: string

beforeAll(async () => {
  s3 = await openS3Server()
  host = await openImageHost()
  folder = await mkdtemp(join(tmpdir(), 'teleforge-check-'))
  return async () => {
    await s3.close()
    await host.close()
    await rm(folder, { recursive: true })
  }
})

beforeEach(() => {
  s3.always = undefined
})

const check = (env: NodeJS.ProcessEnv) => checkPictures(readSettings({ DATA_DIR: folder, ...env }))

test('folder, bucket and image host pass the check, and no probe is left', async () => {
  expect(await check({})).toBeUndefined()
  expect(await check(s3.env)).toBeUndefined()
  expect(await check({ ...s3.env, S3_PUBLIC_URL: `${s3.url}/${s3.bucket}` })).toBeUndefined()
  expect(await check(host.env)).toBeUndefined()

  expect(await s3.keys()).toEqual([])
  expect(await readdir(join(folder, 'images'))).toEqual([])
})

test.each([
  [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY'],
  [{ S3_ACCESS_KEY_ID: 'NOBODY' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'elsewhere' }, 'S3_BUCKET'],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, 'could not be reached'],
])('with %j it says in one line what is wrong', async (wrong, words) => {
  const line = await check({ ...s3.env, ...wrong })

  expect(line).toContain(words)
  expect(line).not.toContain('\n')
  expect(line).not.toContain(s3Account.secretAccessKey)
})

test('a public address that does not serve the files is detected', async () => {
  expect(await check({ ...s3.env, S3_PUBLIC_URL: host.url })).toContain('S3_PUBLIC_URL')
  expect(await s3.keys()).toEqual([])
})

test('a wrong key of the image host is reported without the key', async () => {
  const line = await check({ ...host.env, IMAGE_HOST_KEY: `${imageHostKey}-wrong` })

  expect(line).toContain('Invalid API key')
  expect(line).not.toContain(imageHostKey)
})

test('a folder that is not usable is detected', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')

  expect(await check({ DATA_DIR: file })).toContain('The folder of pictures cannot be used')
})
