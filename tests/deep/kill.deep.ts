import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { usePrivateServer } from '#database/embedded.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { openDoor } from '#tests/support/doubles/door.ts'
import { addEndlessPart, startLoad } from '#tests/support/crash/crash-load.ts'
import { moments } from '#tests/support/crash/crash-process.ts'
import { openCrashShop, playRound } from '#tests/support/crash/crash-rounds.ts'
import { dieAtEach } from '#tests/support/crash/die-at-each.ts'
import { chargedTwice, lost } from '#tests/support/crash/what-was-lost.ts'
import { signInCrowd, type Signed } from '#tests/support/load/crowd.ts'
import { median, reportFigure } from '#tests/support/load/figures.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { openAddress } from '#tests/support/shops/open-address.ts'

/** Kills of the running shop, and passings of each kind of commit and answer at which a process dies. */
const KILLS = Number(process.env['DEEP_KILLS'] ?? 500)
const PASSES = Number(process.env['DEEP_CRASH_ROUNDS'] ?? 10)

const BUYERS_AT_ONCE = 6
const CROWD = 400
/** A customer may hold pieces so often in an hour only, so new ones come from time to time. */
const KILLS_PER_CROWD = 25
const READY_LIMIT_MS = 120_000
/** How long the shop's own jobs may take to bring everything to its end. */
const SETTLE_LIMIT_MS = 75_000

/** What dies: the shop's process, its database's postmaster, or both at once. */
type Victim = 'shop' | 'database' | 'both'

test.each(moments)('a process that dies %s of a purchase leaves nothing lost and nobody charged twice (G2)', async (moment) => {
  const shop = await openShop()
  const crashShop = await openCrashShop(shop)
  onTestFinished(() => crashShop.stop())

  const deaths = await dieAtEach(moment, (at) => playRound(shop, crashShop, at), PASSES)

  expect(deaths).toBeGreaterThanOrEqual(PASSES)
  reportFigure('G2', `${deaths} deaths ${moment}, 0 lost, 0 charged twice`, 'before and after each commit, after each answer')
})

test(`${KILLS} kills of the shop and its database under load lose nothing that was acknowledged (G2) (G13)`, async () => {
  const random = chanceOf(chosenSeed()).next
  const shop = await startRealShop()
  onTestFinished(() => shop.close())
  const parts = await Promise.all(['First', 'Second', 'Third'].map((name) => addEndlessPart(shop.db, `${name} part`)))
  let crowd: Signed[] = []
  let turn = 0
  const nextPerson = () => crowd[turn++ % crowd.length]!
  crowd = await signInCrowd(shop.db, CROWD)
  const load = startLoad({ url: shop.url, parts, buyers: BUYERS_AT_ONCE, nextPerson, random })
  const readyMs: Record<Victim, number[]> = { shop: [], database: [], both: [] }
  const settleMs: number[] = []

  for (let kill = 1; kill <= KILLS; kill++) {
    if (kill % KILLS_PER_CROWD === 0) crowd = await signInCrowd(shop.db, CROWD)
    await delay(100 + random() * 1_400)
    const chance = random()
    const victim: Victim = chance < 0.7 ? 'shop' : chance < 0.85 ? 'database' : 'both'

    load.pause()
    readyMs[victim].push(await shop.kill(victim))
    settleMs.push(await settled(shop.db))
    expect(await lost(shop.db, load.confirmed), `after kill ${kill} of the ${victim}`).toEqual([])
    load.resume()
  }
  await load.stop()
  await settled(shop.db)

  expect(await lost(shop.db, load.confirmed)).toEqual([])
  expect(await chargedTwice(shop.db)).toEqual([])
  const { confirmed } = load
  expect(confirmed.paid.length).toBeGreaterThan(0)
  const kills = Object.entries(readyMs).map(([victim, times]) => `${times.length} of the ${victim}`)
  reportFigure(
    'G2',
    `${KILLS} kills under load (${kills.join(', ')}): 0 of ${confirmed.orders.length} orders, ${confirmed.paid.length} payments and ` +
      `${confirmed.cancelled.length} cancellations that were acknowledged lost, 0 charged twice, invariants clean after each`,
    '500 kills, all 0',
  )
  for (const [victim, times] of Object.entries(readyMs)) {
    if (times.length === 0) continue
    const worst = Math.max(...times).toFixed(0)
    reportFigure('G13', `ready after a kill of the ${victim}: median ${median(times).toFixed(0)} ms, worst ${worst} ms`, '<= 3000 ms')
  }
  reportFigure(
    'G2',
    `everything settled after a restart: median ${median(settleMs).toFixed(0)} ms, worst ${Math.max(...settleMs).toFixed(0)} ms`,
    '<= 60 s',
  )
})

type RealShop = {
  url: string
  db: Database
  /** Kills and waits until the shop answers again; milliseconds from the kill to the first answer. */
  kill(victim: Victim): Promise<number>
  close(): Promise<void>
}

/** `node server/main.ts` with its own private PostgreSQL, as `npm start` runs it; ends with the test. */
async function startRealShop(): Promise<RealShop> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-kill-'))
  await chmod(room, 0o755)
  const dataDir = join(room, 'data')
  const door = await openDoor()
  const { url } = door
  const run = () => {
    const started = spawn(process.execPath, ['server/main.ts'], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    started.stdout.on('data', (chunk) => (printed += String(chunk)))
    // `ready` notices one that does not open.
    openAddress(started, () => printed).then(
      (address) => door.leadTo(Number(new URL(address).port)),
      () => {},
    )
    return started
  }
  let child = run()
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    door.close()
    await rm(room, { recursive: true, force: true })
  }
  onTestFinished(stop, 60_000)
  await ready(url, child)
  const connection = await usePrivateServer({ folder: join(dataDir, 'postgres'), log: () => {} }, async (found) => found)
  const db = connect(connection)
  const killDatabase = async () => {
    const pid = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(pid, 10), 'SIGKILL')
  }
  /** Ends the shop and starts it again. */
  const startAgain = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    child = run()
  }

  return {
    url,
    db,
    async kill(victim) {
      const killed = performance.now()
      if (victim !== 'shop') await killDatabase()
      // A shop that has lost its database is stopped and started again by its operator.
      await startAgain(victim === 'database' ? 'SIGTERM' : 'SIGKILL')
      await ready(url, child)
      return performance.now() - killed
    },
    close: () => db.$client.end(),
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS
  for (;;) {
    // A question to the database, so that it is not answered from memory.
    const answer = await fetch(`${url}/api/sandbox/payment-intents/pi_none?clientSecret=none`).catch(() => undefined)
    if (answer && answer.status < 500) return
    if (child.exitCode !== null) throw new Error(`The shop has ended with ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error('The shop does not get ready')
    await delay(20)
  }
}

/** Waits until the shop's own jobs have brought everything to its end; milliseconds that they took. */
async function settled(db: Database): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const broken = await checkInvariants(db, { books: sandboxBooks }).then(
      (findings) => findings.filter(({ count }) => count > 0),
      () => undefined, // the database is still recovering
    )
    if (broken?.length === 0) return performance.now() - begun
    if (performance.now() - begun > SETTLE_LIMIT_MS) expect(broken).toEqual([])
    await delay(100)
  }
}
