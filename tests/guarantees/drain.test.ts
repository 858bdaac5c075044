import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { databaseAddress } from '#tests/support/real-world-database.ts'
import { restartUnderLoad } from '#tests/support/rolling-restarts.ts'
import { startShopProcess } from '#tests/support/shop-process.ts'

const ROUNDS = 2
const throwsOnSignal = `data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error(['CAN','ARY@example.com'].join(''))}))`

let env: NodeJS.ProcessEnv

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'teleforge-drain-'))
  env = { DATA_DIR: dataDir, DATABASE_URL: await databaseAddress(), LOG_LEVEL: 'info' }
  return () => rm(dataDir, { recursive: true, force: true })
})

test('row 57 (G15): while shops behind a balancer are restarted in turn, no visitor notices', async () => {
  const { answered, failed, exitCodes } = await restartUnderLoad({ ...env, DRAIN_MS: '1500' }, (round) => round < ROUNDS, 200)

  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(100)
  expect(exitCodes).toEqual(Array<number>(ROUNDS).fill(0))
}, 180_000)

test('row 57: a shop that ends says so first, answers what still comes, and closes the connections with their answers', async () => {
  const shop = await startShopProcess({ ...env, DRAIN_MS: '3000' })

  shop.process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { interval: 20 }).toBe(503)
  const answer = await fetch(`${shop.url}/api/allPartsCount`)
  const alive = await fetch(`${shop.url}/healthz`)

  expect([answer.status, alive.status]).toEqual([200, 200])
  expect(alive.headers.get('connection')).toBe('close')
  expect(await shop.exit).toBe(0)
}, 120_000)

test('row 58: an error that nobody caught is logged, the shop ends in order, and its exit code says so', async () => {
  const shop = await startShopProcess({ ...env, NODE_OPTIONS: `--import="${throwsOnSignal}"`, DRAIN_MS: '1000' })

  shop.process.kill('SIGUSR2')
  await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { interval: 20 }).toBe(503)
  const exitCode = await shop.exit

  expect(exitCode).toBe(1)
  const line = shop.printed().split('\n').find((text) => text.includes('"level":60'))
  expect(JSON.parse(line!)).toMatchObject({ msg: 'the shop ends because of an error that nobody caught', err: { type: 'Error' } })
  expect(shop.printed()).not.toContain('CANARY')
}, 120_000)

test('row 58: a request that throws is answered with the number under which the log has it', async () => {
  const shop = await openShop({
    api: [async (api) => void api.get('/broken', { config: { policy: 'public' } }, () => Promise.reject(new Error('CANARY')))],
  })

  const answer = await shop.visitor.get('/broken')

  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'INTERNAL', requestId: answer.headers['x-request-id'] })
  expect(answer.body).not.toContain('CANARY')
})
