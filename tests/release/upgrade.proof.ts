import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { addEndlessPart, startLoad } from '#tests/support/crash/crash-load.ts'
import { answeredMore, visitShop, type Seen } from '#tests/support/crash/rolling-restarts.ts'
import { chargedTwice, lost } from '#tests/support/crash/what-was-lost.ts'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { openBalancer } from '#tests/support/doubles/balancer.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { signInCrowd } from '#tests/support/load/crowd.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { installRelease } from '#tests/support/shops/install-release.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shops/shop-process.ts'
import { git } from '../../scripts/release/green-commit.ts'

/** Archives, commits or tags: the release that runs, and the one that is installed. */
const OLD = process.env['OLD_RELEASE'] ?? newestRelease()
const NEW = process.env['NEW_RELEASE'] ?? 'the working tree'
/** How long both serve, each time. */
const BESIDE_MS = Number(process.env['UPGRADE_SECONDS'] ?? 60) * 1_000
/** A release is built and installed, each in a minute or two. */
const LIMIT_MS = 30 * 60_000
const BUYERS = 3
/** A customer may hold pieces so often in an hour only. */
const CROWD = 1_000
/** Answers to visitors after a release has gone. */
const ANSWERS = 100

test(
  'the release before sells while the next one starts beside it, both serve, and back again: no request fails and no order is lost',
  async () => {
    const room = await mkdtemp(join(tmpdir(), 'teleforge-upgrade-'))
    const [older, newer] = [await installRelease(room, 'old', OLD), await installRelease(room, 'new', NEW)]
    const { url } = await makeDatabase()
    const env = {
      DATABASE_URL: url,
      DATA_DIR: join(room, 'data'),
      SANDBOX_DATABASE_URL: 'off',
      DRAIN_MS: '2000',
    }
    const balancer = await openBalancer()
    const db = connect({ connectionString: url })
    const running = new Set<ShopProcess>()

    const start = async (folder: string) => {
      const shop = await startShopProcess(env, undefined, folder)
      running.add(shop)
      balancer.add(shop.url)
      await expect.poll(() => balancer.readyCount(), { interval: 20 }).toBe(running.size)
      return shop
    }
    const end = async (shop: ShopProcess) => {
      shop.process.kill('SIGTERM')
      expect(await shop.exit).toBe(0)
      running.delete(shop)
      balancer.remove(shop.url)
    }
    const verify = async (folder: string) => {
      const { stdout } = await promisify(execFile)(process.execPath, ['server/run/commands/shop.ts', 'verify'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...env },
      })
      return stdout
    }

    try {
      const before = await start(older)
      const parts = await Promise.all(['First part', 'Second part'].map((name) => addEndlessPart(db, name)))
      const crowd = await signInCrowd(db, CROWD)
      let turn = 0
      const nextPerson = () => crowd[turn++ % crowd.length]!
      const load = startLoad({ url: balancer.url, parts, buyers: BUYERS, nextPerson, random: chanceOf(chosenSeed()).next, restMs: 50 })
      const seen: Seen = { answered: 0, failed: [] }
      const leaving = new AbortController()
      const visitors = visitShop(balancer.url, leaving.signal, seen)

      await answeredMore(seen, ANSWERS)
      const next = await start(newer)
      await delay(BESIDE_MS)
      await end(before)
      await answeredMore(seen, ANSWERS)
      const again = await start(older)
      await delay(BESIDE_MS)
      await end(next)
      await answeredMore(seen, ANSWERS)
      await load.stop()
      leaving.abort()
      await visitors
      await end(again)

      const { orders, paid, cancelled } = load.confirmed
      reportFigure(
        'upgrade',
        `${seen.answered} requests of visitors, ${orders.length} orders, ${paid.length} paid, ${cancelled.length} cancelled; ${balancer.failed().length} failed`,
        '0 failed, 0 lost',
      )
      expect([...seen.failed, ...balancer.failed()]).toEqual([])
      expect(paid.length).toBeGreaterThan(0)
      expect(await lost(db, load.confirmed)).toEqual([])
      expect(await chargedTwice(db)).toEqual([])
      for (const folder of [older, newer]) await verify(folder)
    } finally {
      for (const shop of running) shop.process.kill('SIGKILL')
      await db.$client.end()
      await balancer.close()
      await rm(room, { recursive: true, force: true })
    }
  },
  LIMIT_MS,
)

/** The newest tag of a version; before there is one, the last commit. */
function newestRelease(): string {
  const root = join(import.meta.dirname, '../..')
  try {
    return git(root, 'describe', '--tags', '--abbrev=0', '--match', 'v*')
  } catch {
    return 'HEAD'
  }
}
