import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../run/storefront/content-security-policy.ts'
import { pictureHosts } from './services.ts'
import { readSettings, SettingsError } from './settings.ts'

const s3 = { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
const host = { IMAGE_HOST_URL: 'https://api.example.com/1/upload', IMAGE_HOST_KEY: 'secret' }

test('without variables pictures are in the folder and pages show none from other hosts', () => {
  const settings = readSettings({})

  expect(settings.pictures).toEqual({ store: 'folder', hosts: [] })
  expect(contentSecurityPolicy([], settings)).toContain("img-src 'self' data: blob:;")
})

test('an image host shows its pictures from its own address, unless set otherwise', () => {
  expect(readSettings(host).pictures).toMatchObject({ store: 'host', keyName: 'key', keyIn: 'query', hosts: ['api.example.com'] })

  const elsewhere = readSettings({ ...host, IMAGE_HOST_SERVES_FROM: 'i.Example.com, img.example.com' })
  expect(pictureHosts(elsewhere)).toEqual(['https://i.example.com', 'https://img.example.com'])
  expect(contentSecurityPolicy([], elsewhere)).toContain("img-src 'self' data: blob: https://i.example.com https://img.example.com;")
})

test('pages may show pictures from the public address of the bucket, and from a host used earlier', () => {
  const settings = readSettings({ ...s3, S3_PUBLIC_URL: 'https://cdn.example.com/pictures', IMAGE_HOST_SERVES_FROM: 'i.example.com' })

  expect(pictureHosts(settings)).toEqual(['https://i.example.com', 'https://cdn.example.com'])
})

test("a bucket without a public address adds no host to the pages' policy", () => {
  expect(pictureHosts(readSettings(s3))).toEqual([])
})

test.each([
  [{ ...s3, ...host }, 'not to both'],
  [{ ...s3, S3_BUCKET: '' }, 'S3_BUCKET'],
  [{ ...s3, S3_BUCKET: 'a/b' }, 'S3_BUCKET'],
  [{ ...s3, S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT'],
  [{ ...s3, S3_ENDPOINT: 'https://user:word@s3.example.com' }, 'S3_ENDPOINT'],
  [{ ...s3, S3_PUBLIC_URL: 'http://cdn.example.com' }, 'S3_PUBLIC_URL'],
  [{ ...s3, S3_PUBLIC_URL: 'https://cdn.example.com/?a=b' }, 'S3_PUBLIC_URL'],
  [{ ...host, IMAGE_HOST_URL: 'http://api.example.com/upload' }, 'IMAGE_HOST_URL'],
  [{ ...host, IMAGE_HOST_URL: 'upload' }, 'IMAGE_HOST_URL'],
  [{ ...host, IMAGE_HOST_KEY_IN: 'header' }, 'IMAGE_HOST_KEY_IN'],
  [{ ...host, IMAGE_HOST_SERVES_FROM: "i.example.com; script-src 'unsafe-inline'" }, 'IMAGE_HOST_SERVES_FROM'],
  [{ ...host, IMAGE_HOST_SERVES_FROM: 'https://i.example.com' }, 'IMAGE_HOST_SERVES_FROM'],
])('%j is refused by name and without its secrets', (env, words) => {
  try {
    readSettings(env)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    expect(String(error)).toContain(words)
    expect(String(error)).not.toContain('word')
  }
})
