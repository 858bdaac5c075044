import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shops/shop-process.ts'

const DISK_MB = 220
const SPARE_BYTES = 131_072
const RECOVERY_LIMIT_MS = 60_000

let disk: string
let isMounted = false
let shop: ShopProcess
let authorization: string

const made = await mkdtemp(join(tmpdir(), 'teleforge-disk-'))
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', made]).status === 0
const title = canMount
  ? 'on a full disk writes answer 503, reads go on, nothing acknowledged is lost, and with space it goes on (55)'
  : 'cannot be tried here, because mounting a small disk is not allowed (55)'

beforeAll(async () => {
  disk = made
  isMounted = canMount
  if (!canMount) return
  await chmod(disk, 0o755)
  shop = await startShopProcess({ DATA_DIR: join(disk, 'data') })
  authorization = await signIn()
}, 120_000)

afterAll(async () => {
  if (shop) {
    shop.process.kill('SIGTERM')
    await shop.exit
  }
  if (isMounted) spawnSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

test.skipIf(!canMount)(title, async () => {
  const part = await firstPart()
  await fillDisk()
  const seen = new Map<number, number>()
  while ((seen.get(503) ?? 0) < 20 && count(seen) < 5_000) {
    const status = await addPiece(part._id)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  const reads = await Promise.all(['/api/allPartsCount', '/api/pagesParts?page=0&size=9', '/'].map(statusAt))

  await freeDisk()
  const begun = performance.now()
  let last: number
  do last = await addPiece(part._id)
  while (last !== 200 && performance.now() - begun < RECOVERY_LIMIT_MS)
  const recoveryMs = performance.now() - begun
  const added = (await firstPart()).available - part.available

  const statuses = [...seen].map(([status, times]) => `${times} x ${status}`).join(', ')
  reportFigure(
    'row 55',
    `writes ${statuses}; reads meanwhile ${reads.join(' ')}; served again after ${Math.round(recoveryMs)} ms; ${added} pieces added`,
    'only 200 and 503',
  )
  expect([...seen.keys()].toSorted()).toEqual([200, 503])
  expect(reads).toEqual([200, 200, 200])
  expect(last).toBe(200)
  expect(added).toBe(seen.get(200)! + 1)
})

const count = (seen: Map<number, number>) => [...seen.values()].reduce((sum, times) => sum + times, 0)

async function firstPart(): Promise<{ _id: string; available: number }> {
  const answer = await fetch(`${shop.url}/api/pagesParts?page=0&size=9`)
  return ((await answer.json()) as { _id: string; available: number }[])[0]! // the sample shop has some
}

async function statusAt(path: string): Promise<number> {
  const answer = await fetch(`${shop.url}${path}`)
  await answer.arrayBuffer()
  return answer.status
}

const ballast = () => join(disk, 'ballast')

/** Leaves a little, so that the first writes still find a place, and the last of them a full table. */
async function fillDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  const file = await open(ballast(), 'w')
  const block = Buffer.alloc(1_048_576)
  for (let left = bavail * bsize - SPARE_BYTES; left > 0; left -= block.length) {
    await file.write(block.subarray(0, Math.min(left, block.length)))
  }
  await file.close()
}

const freeDisk = () => rm(ballast())

async function signIn(): Promise<string> {
  const { email, password } = sampleAccounts.admin
  const headers = { 'content-type': 'application/json', origin: shop.url }
  const signedIn = await fetch(`${shop.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const answer = await fetch(`${shop.url}/api/user/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  })
  return `Bearer ${((await answer.json()) as { token: string }).token}`
}

/** An admin adds one piece; each is a row in the ledger. */
async function addPiece(partId: string): Promise<number> {
  const answer = await fetch(`${shop.url}/api/inventory/${partId}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ newAvailable: { available: 1 }, added: 1 }),
  })
  await answer.arrayBuffer()
  return answer.status
}
