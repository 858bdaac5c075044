import type { ConnectionSettings } from '#database/connect.ts'
import { buildApp, type Extensions } from '../../app.ts'
import { leadToSandbox } from '../sandbox-shop/lead-to-sandbox.ts'
import { sandboxConnection } from '../sandbox-shop/sandbox-database.ts'
import type { SandboxShop } from '../sandbox-shop/sandbox-shop.ts'
import type { Services } from '../../services.ts'
import { scheduleBackups } from '../backup/schedule-backups.ts'
import type { OpenedDatabase } from '../../platform/database/open-database.ts'
import { announceClosing, closeHttp } from '../../platform/http/close-http.ts'
import { startJobs, type Job } from '../../platform/jobs/jobs.ts'
import { openOperations, type Operations } from '../operations/operations.ts'
import { obey } from '../processes/obey.ts'
import { greet } from './greet.ts'
import { openServices, type Start } from './open-services.ts'
import { jobsOfEachProcess, shopJobs } from '../../jobs.ts'
import { choosePlace } from './take-port.ts'

/** Opens the shop on its database: schema, services, HTTP, jobs; the sample shop in trial mode. Of several processes, each does its part. */
export async function serveShop(database: OpenedDatabase, start: Start): Promise<void> {
  const { settings, log, closing, part } = start
  const place = await choosePlace(settings)
  await keepTraces(start)
  const { services, payments } = await openServices(database, start)
  const operations = openOperations(services, { shedsLoad: true })
  const first = part && obey(closing, async () => (await operations.metrics()).own())
  if (first) operations.allFigures = first.allFigures
  if (part?.role === 'jobs') {
    runJobs(shopJobs(services), operations, start)
    keepBackups(services, operations, start)
    closing.onClose(payments.start(part.address))
    return first?.ready(part.address)
  }

  const app = await buildApp(services, {
    api: payments.routes,
    storefront: await chooseStorefront(services),
    operations,
  })
  closing.onClose(leadToSandbox(app.server, { db: services.db, log, open: sandboxOf(services, database.connection) }))
  runJobs(part ? jobsOfEachProcess(services) : shopJobs(services), operations, start)
  if (!part) keepBackups(services, operations, start)
  closing.onClose(() => closeHttp(app))
  const address = await app.listen(place)
  if (!part) closing.onClose(payments.start(address))
  closing.onClose(() => announceClosing(operations.readiness, settings.drainMs, first?.makesRoom() ?? false))
  if (first) first.ready(address)
  else greet(settings, address, database)
}

/** Before whatever tells of its work is opened. */
async function keepTraces({ settings, log, closing, part }: Start): Promise<void> {
  if (!settings.traces) return
  const { openTraces } = await import('../operations/open-traces.ts')
  const traces = openTraces(settings.traces, { role: part?.role ?? 'all', log })
  closing.onClose(() => traces.close())
}

function runJobs(jobs: Job[], operations: Operations, { log, closing }: Start): void {
  const running = startJobs(jobs, log, operations.jobs)
  closing.onClose(() => running.stop())
}

function keepBackups(services: Services, operations: Operations, { closing }: Start): void {
  const backups = scheduleBackups(services, operations.jobs)
  closing.onClose(() => backups.stop())
}

/** Loaded when it is needed: most processes never open it. */
function sandboxOf(shop: Services, connection: ConnectionSettings): (() => Promise<SandboxShop>) | undefined {
  const { sandboxDatabaseUrl } = shop.settings
  if (sandboxDatabaseUrl === 'off') return undefined
  return async () => {
    const { openSandboxShop } = await import('../sandbox-shop/sandbox-shop.ts')
    return openSandboxShop(shop, { shop: connection, sandbox: sandboxConnection(connection, sandboxDatabaseUrl) })
  }
}

async function chooseStorefront(services: Services): Promise<NonNullable<Extensions['storefront']>> {
  if (services.settings.development) {
    const { developmentStorefront } = await import('../storefront/development.ts')
    return developmentStorefront(services)
  }
  const { storefront } = await import('../storefront/storefront.ts')
  return storefront(services)
}
