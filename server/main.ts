import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { pino, type Logger } from 'pino'
import { connect } from '#database/connect.ts'
import { FolderInUse, PrivateServerError } from '#database/embedded/errors.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { buildApp, type Extensions } from './app.ts'
import { grantFirstAdmin } from './identity/grant-first-admin.ts'
import { createIdentity } from './identity/identity.ts'
import { keepAuthSecret } from './identity/keep-auth-secret.ts'
import { folderImageStore } from './images/image-store.ts'
import { startJobs } from './jobs.ts'
import { deliverMails } from './mail/deliver-mails.ts'
import { folderTransport } from './mail/folder-transport.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'
import { releaseExpiredHolds } from './orders/release-holds.ts'
import { handlePaymentEvents } from './payments/payment-inbox.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import { openSandbox } from './payments/sandbox.ts'
import { sandboxRoutes } from './payments/sandbox-routes.ts'
import { addSampleAccounts, sampleAccounts } from './sample-accounts.ts'
import { fillEmptyShop } from './sample-shop.ts'
import type { Services } from './services.ts'
import { readSettings, SettingsError, type Settings } from './settings.ts'

/** Longest that open requests and running jobs may take once the shop was asked to end. */
const GRACE_MS = 10_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Starts the shop: settings, database, schema, services, HTTP; the sample shop in trial mode.
 * SIGTERM and Ctrl-C end it in the opposite order, the database last.
 */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const database = await openDatabase(settings, say)
  try {
    await run(settings, log, database)
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function run(settings: Settings, log: Logger, database: OpenedDatabase): Promise<void> {
  await migrateDatabase(database.connection)
  const db = connect(database.connection, { onError: (err) => log.warn({ err }, 'a database connection was lost') })
  const sandbox = openSandbox({ db, log, secrets: [await sandboxWebhookSecret(settings)] })
  const services: Services = {
    db,
    settings,
    log,
    identity: await createIdentity({ db, settings, log }),
    payments: sandbox.provider,
    images: folderImageStore(join(settings.dataDir, 'images')),
    mailTransport: folderTransport(join(settings.dataDir, 'mail'), (to, path) => say(`Mail for ${to}: ${path}`)),
  }
  await fillEmptyShop(db, services.images)
  await addSampleAccounts(db, services.identity)
  await grantFirstAdmin(services)

  const app = await buildApp(services, { api: [sandboxRoutes(sandbox)], storefront: await chooseStorefront(services) })
  const address = await app.listen({ host: settings.host, port: settings.port })
  const stopDelivery = sandbox.startDelivery(`${address}/api/payment-webhook`)
  const jobs = startJobs(
    [
      { name: 'mails', everyMs: 1_000, run: () => deliverMails(services) },
      { name: 'payment events', everyMs: 5_000, run: () => handlePaymentEvents(services) },
      { name: 'expired holds', everyMs: 30_000, run: () => releaseExpiredHolds(db) },
      { name: 'payments', everyMs: 60_000, run: () => reconcilePayments(services) },
    ],
    log,
  )
  greet(settings, address, database)

  closeWithGrace({ delay: GRACE_MS, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the shop ends because of an error')
    await stopDelivery()
    await app.close()
    await jobs.stop()
    await db.$client.end()
    await database.stop()
  })
}

/** The same for every shop process with the same secret, and good for nothing else. */
async function sandboxWebhookSecret(settings: Settings): Promise<string> {
  const secret = settings.authSecret ?? (await keepAuthSecret(settings.dataDir))
  return createHmac('sha256', secret).update('sandbox webhook').digest('hex')
}

async function chooseStorefront(services: Services): Promise<NonNullable<Extensions['storefront']>> {
  if (services.settings.development) {
    const { developmentStorefront } = await import('./storefront/development.ts')
    return developmentStorefront(services)
  }
  const { storefront } = await import('./storefront/storefront.ts')
  return storefront(services)
}

function greet(settings: Settings, address: string, database: OpenedDatabase): void {
  const { admin, customer } = sampleAccounts
  const shown = settings.port === 0 ? address : settings.shopUrl
  say(
    [
      '',
      `${settings.shopName} is open at ${shown}  (trial: sandbox payments, no real mail)`,
      '',
      `  Sample admin     ${admin.email}  ${admin.password}`,
      `  Sample customer  ${customer.email}  ${customer.password}`,
      `  Mails            ${join(settings.dataDir, 'mail')}`,
      `  Test card        4242 4242 4242 4242, any later month, any CVC`,
      `  Database         ${database.description}`,
      `  API              ${shown}/api/docs`,
      '',
    ].join('\n'),
  )
}

try {
  await start()
} catch (error) {
  const isExplained = error instanceof SettingsError || error instanceof FolderInUse || error instanceof PrivateServerError
  process.stderr.write(`${isExplained ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
  // Open handles of a start that failed half-way must not keep the process.
  setTimeout(() => process.exit(1), 1_000).unref()
}
