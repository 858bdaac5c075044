import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { NOBODY } from '#tests/support/nobody.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { commandEnvironment } from '#tests/support/shops/command-environment.ts'
import { openAddress } from '#tests/support/shops/open-address.ts'

/** The shop as a process: `node server/main.ts` on a separate folder. */
type Started = { process: ChildProcess; output: () => string; exit: Promise<number | null> }
type Shop = Started & { url: string }

let room: string
const started: ChildProcess[] = []
/** The shop on the folder of this file, while it runs. Tests that do not end it share one start. */
let serving: Shop | undefined

/** What the first start on the folder of this file printed. Filling a shop takes long, so later tests start a filled one. */
let firstOutput: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-process-'))
  await chmod(room, 0o755)
  const first = await open()
  firstOutput = first.output()
  await end(first)
})

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(room, { recursive: true, force: true })
})

function run(env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(room, 'data'), ...env },
  })
  started.push(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(String(chunk)))
  return {
    process: child,
    output: () => lines.join(''),
    exit: once(child, 'exit').then(([code]) => code as number | null),
  }
}

async function open(env: NodeJS.ProcessEnv = {}): Promise<Shop> {
  const shop = run(env)
  return { ...shop, url: await openAddress(shop.process, shop.output) }
}

/** The running shop, or a new start of it. */
const openOnce = async () => (serving ??= await open())

/** The running shop, which the test ends. */
async function openToEnd(): Promise<Shop> {
  const shop = await openOnce()
  serving = undefined
  return shop
}

async function end(shop: Shop): Promise<void> {
  shop.process.kill('SIGTERM')
  expect(await shop.exit).toBe(0)
}

const countOf = async (shop: Shop) => (await fetch(`${shop.url}/api/allPartsCount`)).json()

test('a first start fills the shop, prints accounts and places, and a second start keeps everything', async () => {
  for (const { email, password } of Object.values(sampleAccounts)) expect(firstOutput).toContain(`${email}  ${password}`)
  expect(firstOutput).toContain(join(room, 'data', 'mail'))
  expect(await databaseProcesses()).toEqual([])

  const second = await openOnce()
  expect(await countOf(second)).toEqual({ count: 24 })
  expect(await (await fetch(`${second.url}/api/reviews`)).json()).toHaveLength(14)
})

test('signals that come twice, as from a terminal through npm, still end everything in order (57)', async () => {
  const shop = await openToEnd()

  shop.process.kill('SIGINT')
  shop.process.kill('SIGINT')
  shop.process.kill('SIGTERM')

  expect(await shop.exit).toBe(0)
  expect(await databaseProcesses()).toEqual([])
})

test.each(['.', 'postgres', 'postgres/cluster/postmaster.pid', 'images'])(
  'a shop that is told to end while it starts, as there was %s, leaves no process behind (57)',
  async (begun) => {
    const folder = await mkdtemp(join(room, 'start-'))
    await chmod(folder, 0o755)
    const shop = run({ DATA_DIR: join(folder, 'data') })
    await expect.poll(() => existsSync(join(folder, 'data', begun)), { interval: 5, timeout: HANG_LIMIT_MS }).toBe(true)
    shop.process.kill('SIGTERM')

    await shop.exit
    // What makes a new database ends by itself, on a slow disk after the shop.
    await expect.poll(databaseProcesses, { timeout: HANG_LIMIT_MS }).toEqual([])
  },
)

test('after kill -9 in the middle of work the next start has every acknowledged person and part (64)', async () => {
  const shop = await openToEnd()
  const email = 'ann@example.com'
  const answer = await fetch(`${shop.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ann', email, password: 'Process-pass-1' }),
  })
  shop.process.kill('SIGKILL')
  await shop.exit

  const again = await openOnce()

  expect(answer.status).toBe(200)
  expect(await countOf(again)).toEqual({ count: 24 })
  const signIn = await fetch(`${again.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Process-pass-1' }),
  })
  expect(signIn.status).toBe(200)
})

test('a second shop on the same folder is refused in words, and the first goes on (64)', async () => {
  const first = await openOnce()
  const second = run()

  expect(await second.exit).toBe(1)
  expect(second.output()).toContain('is in use by another shop')
  expect(await countOf(first)).toEqual({ count: 24 })
})

test('the command line grants admin and blocks an account beside a running shop', async () => {
  await openOnce()
  const shop = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['server/run/commands/shop.ts', ...words], {
      env: commandEnvironment({ DATA_DIR: join(room, 'data') }),
    })

  expect((await shop('admin', 'grant', sampleAccounts.customer.email)).stdout).toContain('is an admin now.')
  expect((await shop('admin', 'list')).stdout.trim().split('\n')).toHaveLength(2)
  expect((await shop('account', 'block', sampleAccounts.customer.email)).stdout).toContain('is blocked now.')
  expect((await shop('account', 'unblock', sampleAccounts.customer.email)).stdout).toContain('is not blocked now.')
  await expect(shop('admin', 'grant', 'nobody@example.com')).rejects.toThrow('No account is registered as nobody@example.com.')
  await expect(shop('open', 'sesame')).rejects.toThrow('Usage:')
})

test('what is wrong with the surroundings is said in one sentence', async () => {
  await end(await openToEnd())
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const onTakenPort = run({ PORT: String((taken.address() as AddressInfo).port) })
  const withoutDatabase = run({ DATABASE_URL: `postgres://nobody@${NOBODY}/none` })

  expect(await onTakenPort.exit).toBe(1)
  expect(onTakenPort.output()).toContain('Another program listens on this port already.')
  expect(await withoutDatabase.exit).toBe(1)
  expect(withoutDatabase.output()).toMatch(
    /^The PostgreSQL at 127\.0\.0\.1:\d+ does not answer yet: .* Waiting for 20 s\.\nThe PostgreSQL at \S+ \(DATABASE_URL\) cannot be used: /,
  )
  taken.close()
})

/** Command lines of the database processes of this test's folder. */
async function databaseProcesses(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes('postgres') && command.includes(room))
}
