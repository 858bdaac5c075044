import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, type Database } from '#database/connect.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { describeFinding } from '#server/run/invariants/describe-finding.ts'
import { sandboxBooks } from '#server/run/invariants/payment-books.ts'
import { addEndlessPart, startLoad, type Load } from '#tests/support/crash/crash-load.ts'
import { chargedTwice, lost } from '#tests/support/crash/what-was-lost.ts'
import { openS3Server } from '#tests/support/doubles/s3-server.ts'
import { signInCrowd, type Signed } from '#tests/support/load/crowd.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { startShopProcess, type ShopProcess } from '#tests/support/shops/shop-process.ts'
import type { NodeName } from './cluster-files.ts'
import { faultNames, faults, type FaultName } from './faults.ts'
import { openCluster, type Cluster } from './open-cluster.ts'
import { watchShop, type Seen } from './watch-shop.ts'

/**
 * `npm run try:cluster [-- --rounds 20] [--only WORDS]`: two shops on a cluster of PostgreSQL that promotes by itself, with buyers and
 * visitors, while its machines die, freeze and lose their network (docs/cluster.md). Ends with an error when anything that was confirmed
 * is lost or charged twice, a page fails, or an invariant does not hold. Needs root, and a network namespace of its own.
 */

const BUYERS_OF_A_SHOP = 2
/** A customer may hold pieces so often in an hour only, so each round has other ones. */
const CROWD = 200
/** Before and after a fault, so that a gap has two ends. */
const QUIET_MS = 5_000
const PROMOTION_LOOK_MS = 50
const SETTLE_LIMIT_MS = 120_000

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** @throws Error that names the Debian packages that are missing */
function findPrograms(): { patroni: string[]; postgres: string } {
  const missing = Object.entries({ etcd: 'etcd-server', haproxy: 'haproxy', ip: 'iproute2', setpriv: 'util-linux', patroni: 'patroni' })
    .filter(([program]) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program))))
    .map(([, debianPackage]) => debianPackage)
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const newest = versions.map(Number).toSorted((a, b) => b - a)[0]
  if (newest === undefined) missing.push('postgresql')
  if (missing.length > 0) throw new Error(`Missing here: apt-get install -y --no-install-recommends ${missing.join(' ')}`)

  const named = process.env['PATRONI']
  // Debian's Python, for which its package of Patroni brings the libraries.
  const patroni = ['/usr/bin/python3', named === undefined ? '/usr/bin/patroni' : join(named, 'patroni.py')]
  say(execFileSync(patroni[0]!, [patroni[1]!, '--version'], { encoding: 'utf8' }).trim())
  return { patroni, postgres: `/usr/lib/postgresql/${newest}/bin` }
}

type Trial = { cluster: Cluster; db: Database; ways: Record<string, { shop: ShopProcess; load: Load }> }

/** Plays one fault under load; what each shop saw, and when another node was promoted. */
async function play(trial: Trial, fault: FaultName): Promise<{ seen: Record<string, Seen>; promotedAt: number | undefined }> {
  const { cluster, ways } = trial
  const watches = Object.entries(ways).map(([way, { shop, load }]) => ({ way, watch: watchShop(shop.url, load) }))
  const promotion = watchPromotion(cluster, await cluster.leader())
  await delay(QUIET_MS)
  await faults[fault](cluster)
  await cluster.healthy()
  await delay(QUIET_MS)
  const seen = await Promise.all(watches.map(async ({ way, watch }) => [way, await watch.stop()] as const))
  return { seen: Object.fromEntries(seen), promotedAt: await promotion.stop() }
}

/** When a node other than this one first led. */
function watchPromotion(cluster: Cluster, before: NodeName | undefined): { stop(): Promise<number | undefined> } {
  const state = { stopping: false }
  const looking = (async () => {
    while (!state.stopping) {
      const leader = await cluster.leader()
      if (leader !== undefined && leader !== before) return performance.now()
      await delay(PROMOTION_LOOK_MS)
    }
    return undefined
  })()
  return {
    stop() {
      state.stopping = true
      return looking
    },
  }
}

const describe = (seen: Seen, promotedAt: number | undefined): string => {
  const gaps = seen.purchases.map((time, index) => (seen.purchases[index + 1] ?? seen.endedAt) - time)
  const again = promotedAt === undefined ? undefined : seen.purchases.find((time) => time > promotedAt)
  const after = again === undefined ? '' : `, again ${seconds(again - promotedAt!)} after the promotion`
  const pages = `${seen.pages} pages, slowest ${seconds(seen.slowestPageMs)}`
  const failed = seen.failedPages.length === 0 ? '' : `, failed: ${seen.failedPages.join(', ')}`
  return `${seconds(Math.max(...gaps))} without a purchase${after}; ${pages}${failed}`
}

/** Waits until the shop's own jobs have brought everything to its end. */
async function settledFindings(db: Database): Promise<string[]> {
  const deadline = performance.now() + SETTLE_LIMIT_MS
  for (;;) {
    const broken = (await checkInvariants(db, { books: sandboxBooks })).filter(({ count }) => count > 0)
    if (broken.length === 0 || performance.now() > deadline) return broken.map(describeFinding)
    await delay(1_000)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } } })
  const played = faultNames.filter((name) => name.includes(values.only))
  if (played.length === 0) throw new Error(`No fault's name contains '${values.only}'; there are: ${faultNames.join(', ')}.`)
  const programs = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-cluster-'))
  await chmod(folder, 0o755)
  const cluster = await openCluster(folder, programs)
  await cluster.healthy()
  say('The cluster stands: three nodes, one of them the synchronous standby.')

  const pictures = await openS3Server()
  const secret = randomBytes(32).toString('hex')
  const openAt = async (way: keyof Cluster['urls']) =>
    startShopProcess({
      ...pictures.env,
      DATABASE_URL: cluster.urls[way],
      DATA_DIR: join(folder, way),
      AUTH_SECRET: secret,
      SANDBOX_DATABASE_URL: 'off',
      LOG_LEVEL: 'info',
    })
  const shops = { hosts: await openAt('hosts'), proxy: await openAt('proxy') }
  const db = connect({ connectionString: cluster.urls.hosts })
  const parts = await Promise.all(['First', 'Second', 'Third'].map((name) => addEndlessPart(db, `${name} part`)))
  let crowd: Signed[] = await signInCrowd(db, CROWD)
  let turn = 0
  const random = chanceOf(chosenSeed()).next
  const loadOf = (shop: ShopProcess) =>
    startLoad({ url: shop.url, parts, buyers: BUYERS_OF_A_SHOP, nextPerson: () => crowd[turn++ % crowd.length]!, random, restMs: 20 })
  const trial: Trial = {
    cluster,
    db,
    ways: {
      'several hosts': { shop: shops.hosts, load: loadOf(shops.hosts) },
      HAProxy: { shop: shops.proxy, load: loadOf(shops.proxy) },
    },
  }

  const failed = new Set<string>()
  for (let round = 0; round < Number(values.rounds); round++) {
    const fault = played[round % played.length]!
    const printed = Object.fromEntries(Object.entries(trial.ways).map(([way, { shop }]) => [way, shop.printed().length]))
    const { seen, promotedAt } = await play(trial, fault)
    say(`\n${round + 1}. ${fault}`)
    for (const [way, { shop }] of Object.entries(trial.ways)) {
      const lines = shop.printed().slice(printed[way]).split('\n')
      const alarming = lines.filter((line) => /"level":(?:[4-6]0)/.test(line)).length
      say(`   ${way}: ${describe(seen[way]!, promotedAt)}; ${alarming} lines of the log above info`)
    }
    for (const { failedPages } of Object.values(seen)) for (const page of failedPages) failed.add(page)
    crowd = await signInCrowd(db, CROWD)
  }

  const loads = Object.values(trial.ways).map(({ load }) => load)
  await Promise.all(loads.map((load) => load.stop()))
  const findings = await settledFindings(db)
  const gone = (await Promise.all(loads.map(({ confirmed }) => lost(db, confirmed)))).flat()
  const twice = await chargedTwice(db)
  const count = (kind: keyof Load['confirmed']) => loads.reduce((sum, { confirmed }) => sum + confirmed[kind].length, 0)
  say(
    `\n${gone.length} of ${count('orders')} orders, ${count('paid')} payments and ${count('cancelled')} cancellations lost, ${twice.length} charged twice.`,
  )
  say(failed.size === 0 ? 'Every page was answered.' : `Pages failed: ${[...failed].join(', ')}`)
  say(findings.length === 0 ? 'Everything that must hold holds.' : findings.join('\n'))

  for (const { process: child, exit } of Object.values(shops)) {
    child.kill('SIGTERM')
    await exit
  }
  await db.$client.end()
  await pictures.close()
  await cluster.stop()
  await rm(folder, { recursive: true })
  if (gone.length > 0 || twice.length > 0 || findings.length > 0 || failed.size > 0) process.exitCode = 1
}

await main()
