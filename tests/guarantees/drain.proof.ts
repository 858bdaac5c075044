import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { IN_FLIGHT_MS } from '#server/platform/http/close-http.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { answeredMore, restartUnderLoad } from '#tests/support/crash/rolling-restarts.ts'
import { drainUntilSignal, signalToContinue, waitUntilSignal } from '#tests/support/crash/until-signal.ts'
import { startShopProcess, statusOf } from '#tests/support/shops/shop-process.ts'

const ROUNDS = 2
/** Answers to visitors after each restart. */
const ANSWERS = 50
const throwsOnSignal = `data:text/javascript,process.on('SIGALRM',()=>setTimeout(()=>{throw new Error(['CAN','ARY@example.com'].join(''))}))`

let env: NodeJS.ProcessEnv

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'teleforge-drain-'))
  env = { DATA_DIR: dataDir, DATABASE_URL: await databaseAddress(), LOG_LEVEL: 'info' }
  return () => rm(dataDir, { recursive: true, force: true })
})

test('while shops behind a balancer are restarted in turn, no visitor notices (57) (G15)', async () => {
  const { failed, exitCodes } = await restartUnderLoad(
    { ...env, ...drainUntilSignal },
    (round) => round < ROUNDS,
    (seen) => answeredMore(seen, ANSWERS),
  )

  expect(failed).toEqual([])
  expect(exitCodes).toEqual(Array<number>(ROUNDS).fill(0))
})

test('a shop that ends says so first, answers what still comes, and closes the connections with their answers (57)', async () => {
  const shop = await startShopProcess({ ...env, ...drainUntilSignal })

  shop.process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { interval: 20 }).toBe(503)
  const answer = await fetch(`${shop.url}/api/allPartsCount`)
  const alive = await fetch(`${shop.url}/healthz`)
  signalToContinue(shop)

  expect([answer.status, alive.status]).toEqual([200, 200])
  expect(alive.headers.get('connection')).toBe('close')
  expect(await shop.exit).toBe(0)
})

test('what is half sent when the shop ends is read to its end and answered (57)', async () => {
  const { shop, answer, socket } = await halfSend()

  shop.process.kill('SIGTERM')
  await expect.poll(() => statusOf(`${shop.url}/healthz`), { interval: 20 }).toBeUndefined()
  socket.write(BODY.slice(10))

  expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*"lines":/i)
  expect(await shop.exit).toBe(0)
})

test('whoever never sends the rest is cut off in time, and the shop ends in order (57)', async () => {
  const { shop, answer } = await halfSend()

  shop.process.kill('SIGTERM')
  await expect.poll(() => statusOf(`${shop.url}/healthz`), { interval: 20 }).toBeUndefined()
  signalToContinue(shop)

  expect(await answer).toBe('')
  expect(await shop.exit).toBe(0)
})

const BODY = JSON.stringify({ lines: [{ text: 'panel' }] })

/**
 * A shop that has received the first half of a request and, during shutdown, waits for the rest until a signal; `answer`
 * is all that comes until it ends the connection.
 */
async function halfSend() {
  const shop = await startShopProcess({ ...env, DRAIN_MS: '0', ...waitUntilSignal(IN_FLIGHT_MS) })
  const socket = connect({ host: '127.0.0.1', port: shop.port })
  const head = [
    'POST /api/quotes/price HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data') // the server has the head and says so
  socket.write(BODY.slice(0, 10))
  return { shop, socket, answer: text(socket) }
}

test('an error that nobody caught is logged, the shop ends in order, and its exit code says so (58)', async () => {
  const shop = await startShopProcess({
    ...env,
    ...drainUntilSignal,
    NODE_OPTIONS: `${drainUntilSignal.NODE_OPTIONS} --import="${throwsOnSignal}"`,
  })

  shop.process.kill('SIGALRM')
  await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { interval: 20 }).toBe(503)
  signalToContinue(shop)
  const exitCode = await shop.exit

  expect(exitCode).toBe(1)
  const line = shop
    .printed()
    .split('\n')
    .find((printed) => printed.includes('"level":60'))
  expect(JSON.parse(line!)).toMatchObject({ msg: 'shutting down because of an uncaught error', err: { type: 'Error' } })
  expect(shop.printed()).not.toContain('CANARY')
})

test('a request that throws is answered with the number under which the log has it (58)', async () => {
  const shop = await openShop({
    api: [async (api) => void api.get('/broken', { config: { policy: 'public' } }, () => Promise.reject(new Error('CANARY')))],
  })

  const answer = await shop.visitor.get('/broken')

  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'INTERNAL', requestId: answer.headers['x-request-id'] })
  expect(answer.body).not.toContain('CANARY')
})
