import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAuthSecret } from './keep-auth-secret.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-secret-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

test('the secret is random, stays the same, and is readable only by the shop', async () => {
  const first = await keepAuthSecret(join(dataDir, 'new'))

  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await keepAuthSecret(join(dataDir, 'new'))).toBe(first)
  expect((await stat(join(dataDir, 'new', 'auth-secret'))).mode & 0o777).toBe(0o600)
})

test('processes that start concurrently share one secret and leave no other files', async () => {
  const secrets = await Promise.all(Array.from({ length: 10 }, () => keepAuthSecret(dataDir)))

  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['auth-secret'])
})

test('a file without a secret is not used', async () => {
  await writeFile(join(dataDir, 'auth-secret'), '\n')

  await expect(keepAuthSecret(dataDir)).rejects.toThrow('holds no usable secret')
})
