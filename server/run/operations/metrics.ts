import { statfs } from 'node:fs/promises'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, type Aggregator, type Registry } from 'prom-client'
import type { Database } from '#database/connect.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { JobFigures } from '../../platform/jobs/job-figures.ts'
import type { Readiness } from '../../platform/http/readiness.ts'
import type { Overload } from '../../platform/limits/overload.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { OwnFigures } from '../processes/part.ts'
import { readShopFigures, type ShopFigures } from './shop-figures.ts'

export type Metrics = {
  contentType: string
  /** Of this process. */
  expose(): Promise<string>
  own(): Promise<OwnFigures>
  /** Of all processes: counters are added up, figures of the whole shop appear once. */
  exposeAll(all: OwnFigures[]): Promise<string>
}

/** `registry` has the figures of requests. */
type MetricsSources = {
  registry: Registry
  db: Database
  settings: Settings
  readiness: Readiness
  jobs: JobFigures
  overload: Overload | undefined
}

/** Collects figures from their sources when they are requested. Process and event loop are measured from now on. */
export function createMetrics({ registry, db, settings, readiness, jobs, overload }: MetricsSources): Metrics {
  collectDefaultMetrics({ register: registry })
  const gaugeOf =
    (aggregator: Aggregator) =>
    (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name: `teleforge_${name}`, help, labelNames, aggregator, registers: [registry] })
  const gauge = gaugeOf('sum')

  gaugeOf('max')('build_info', 'The release of the shop, in its label; always 1.', ['version']).set({ version: packageJson.version }, 1)
  const processes = gauge('processes', 'Processes of the shop that tell their figures.')
  const wanted = gaugeOf('max')('processes_wanted', 'Processes that tell their figures while all of them run.')
  const ready = gaugeOf('min')('ready', 'Whether /readyz answers 200: 1 or 0.')
  const disk = gaugeOf('max')('data_disk_used_ratio', 'Used part of the disk that DATA_DIR is on, 0 to 1.')
  const database = gaugeOf('min')('database_up', 'Whether the database returned the figures of the shop: 1 or 0.')
  const ofShop = shopGauges(gaugeOf('max'))
  const connections = gauge('database_connections', 'Connections to the database.', ['state'])
  const writesFailed = gauge('database_writes_failed', 'Writes that failed because the database did not answer in time, since the start.')
  const runs = gauge('job_runs', 'Runs of a job since the start.', ['job'])
  const failures = gauge('job_failures', 'Failed runs of a job since the start.', ['job'])
  const seconds = gauge('job_seconds', 'Time spent in a job since the start, in seconds.', ['job'])
  const lastSuccess = gaugeOf('max')('job_last_success_timestamp_seconds', 'When a job last succeeded; 0 for never.', ['job'])
  const shed = gauge('requests_turned_away', 'Requests answered with 503 because of overload, since the start.')
  const readShop = readShopFigures(db)

  async function update(): Promise<void> {
    const [figures, state, used] = await Promise.all([readShop(), readiness.look(), usedPartOfDisk(settings.dataDir)])
    processes.set(1)
    wanted.set(wantedProcesses(settings))
    ready.set(state === 'ready' ? 1 : 0)
    if (used === undefined) disk.remove()
    else disk.set(used)
    database.set(figures ? 1 : 0)
    for (const show of ofShop) show(figures)
    const { totalCount, idleCount, waitingCount } = db.$client.driver
    connections.set({ state: 'open' }, totalCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waited_for' }, waitingCount)
    writesFailed.set(db.$client.failedWrites)
    for (const { job, ...done } of jobs.each()) {
      runs.set({ job }, done.runs)
      failures.set({ job }, done.failures)
      seconds.set({ job }, done.seconds)
      lastSuccess.set({ job }, done.lastSuccess)
    }
    shed.set(overload?.shedRequests() ?? 0)
  }

  return {
    contentType: registry.contentType,
    async expose() {
      await update()
      return registry.metrics()
    },
    async own() {
      await update()
      return registry.getMetricsAsJSON()
    },
    exposeAll: (all) => AggregatorRegistry.aggregate(all).metrics(),
  }
}

/** Several processes that answer have one more, which runs the jobs. */
const wantedProcesses = ({ processes, development }: Settings) => (processes === 1 || development ? 1 : processes + 1)

/** As `df` counts it: of what programs may fill. Undefined while the folder cannot be read. */
async function usedPartOfDisk(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return undefined
  const used = disk.blocks - disk.bfree
  return used / (used + disk.bavail)
}

/** Unknown figures are left out: a stale one would look current. */
function shopGauges(gauge: (name: string, help: string, labelNames?: string[]) => Gauge): ((figures: ShopFigures | undefined) => void)[] {
  const one = (name: string, help: string, read: (figures: ShopFigures) => number) => {
    const shown = gauge(name, help)
    return (figures: ShopFigures | undefined) => (figures ? shown.set(read(figures)) : shown.remove())
  }
  const orders = gauge('orders', 'Orders by state of payment.', ['state'])
  return [
    one('mails_waiting', 'Mails to be sent, and those being sent.', ({ mails }) => mails.waiting),
    one('mails_oldest_seconds', 'Age of the oldest mail to be sent.', ({ mails }) => mails.oldestSeconds),
    one('mails_unknown', 'Mails that may have been sent.', ({ mails }) => mails.unknown),
    one('mails_failed', 'Mails that were given up.', ({ mails }) => mails.failed),
    one('mails_held_back', 'Mails beyond what their address may get in a day.', ({ mails }) => mails.heldBack),
    one('mails_stopped', 'Whether the mail server refuses the shop, so that no mails are sent: 1 or 0.', ({ mails }) =>
      mails.stop ? 1 : 0,
    ),
    one('payment_events_open', 'Messages about payments not acted on yet.', ({ paymentEvents }) => paymentEvents.open),
    one('payment_events_oldest_seconds', 'Age of the oldest of them.', ({ paymentEvents }) => paymentEvents.oldestSeconds),
    one('refunds_open', 'Payments that still have to go back.', ({ refundsOpen }) => refundsOpen),
    one('holds_live', 'Reservations of buyers who have not ordered yet.', ({ liveHolds }) => liveHolds),
    one(
      'set_aside_never_paid_pieces',
      'Pieces that accounts which have never paid have set aside.',
      ({ jointlyAside }) => jointlyAside.pieces,
    ),
    one(
      'set_aside_never_paid_largest_share',
      'Their largest share of the pieces of one part, 0 to 1.',
      ({ jointlyAside }) => jointlyAside.largestShare,
    ),
    one('set_aside_pieces', 'Pieces that all accounts have set aside without paying.', ({ aside }) => aside.pieces),
    one(
      'set_aside_largest_share',
      'The largest share of the pieces of one part that is set aside, 0 to 1.',
      ({ aside }) => aside.largestShare,
    ),
    one(
      'set_aside_largest_share_of_one_account',
      'The largest share of the pieces of one part that one account has set aside, 0 to 1.',
      ({ aside }) => aside.largestShareOfOne,
    ),
    one('wal_archive_failing', 'Whether the last file of the write-ahead log could not be archived: 1 or 0.', ({ archive }) =>
      archive?.failing ? 1 : 0,
    ),
    one('clock_ahead_seconds', "This process's clock before the database's.", ({ clockAheadSeconds }) => clockAheadSeconds),
    (figures) => {
      orders.reset()
      for (const [state, count] of Object.entries(figures?.orders ?? {})) orders.set({ state }, count)
    },
  ]
}
