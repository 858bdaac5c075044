import { pino, type Logger } from 'pino'
import { connect } from '#database/connect.ts'
import { FolderInUse, PrivateServerError } from '#database/embedded/errors.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { buildApp, type Extensions } from './app.ts'
import { chooseImageStore, chooseMailTransport, choosePayments, mailFolder } from './choose-services.ts'
import { closeGracefully, type Closing } from './close-gracefully.ts'
import { grantFirstAdmin } from './identity/grant-first-admin.ts'
import { createIdentity } from './identity/identity.ts'
import { folderImageStore, pictureFolder } from './images/image-store.ts'
import { sweepImages } from './images/sweep-images.ts'
import { startJobs } from './jobs.ts'
import { deliverMails } from './mail/deliver-mails.ts'
import { DatabaseUnreachable, openDatabase, type OpenedDatabase } from './open-database.ts'
import { releaseExpiredHolds } from './orders/release-holds.ts'
import { handlePaymentEvents } from './payments/payment-inbox.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import { addSampleAccounts, sampleAccounts } from './sample-accounts.ts'
import { fillEmptyShop } from './sample-shop.ts'
import type { Services } from './services.ts'
import { readSettings, SettingsError, type Settings } from './settings/settings.ts'

/** Longest that open requests, running jobs and the database may take once the shop was asked to end. */
const GRACE_MS = 15_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Starts the shop: settings, database, schema, services, HTTP; the sample shop in trial mode.
 * SIGTERM and Ctrl-C end it in the opposite order, the database last, also while it is still starting.
 */
async function start(settings: Settings, log: Logger, closing: Closing): Promise<void> {
  const database = await openDatabaseFirst(settings, closing)
  await migrateDatabase(database.connection)
  const db = connect(database.connection, { onError: (err) => log.warn({ err }, 'a database connection was lost') })
  closing.onClose(() => db.$client.end())
  const payments = await choosePayments({ db, log, settings })
  const services: Services = {
    db,
    settings,
    log,
    identity: await createIdentity({ db, settings, log }),
    payments: payments.provider,
    images: chooseImageStore(settings),
    mailTransport: chooseMailTransport(settings, say),
  }
  if (settings.mode === 'trial') {
    // The sample pictures stay on this machine, wherever later ones go.
    await fillEmptyShop(db, folderImageStore(pictureFolder(settings.dataDir)))
    await addSampleAccounts(db, services.identity)
  }
  await grantFirstAdmin(services)

  const app = await buildApp(services, { api: payments.routes, storefront: await chooseStorefront(services) })
  const jobs = startJobs(
    [
      { name: 'mails', everyMs: 1_000, run: () => deliverMails(services) },
      { name: 'payment events', everyMs: 5_000, run: () => handlePaymentEvents(services) },
      { name: 'expired holds', everyMs: 30_000, run: () => releaseExpiredHolds(db) },
      { name: 'payments', everyMs: 60_000, run: () => reconcilePayments(services) },
      { name: 'unused pictures', everyMs: 3_600_000, run: () => sweepImages(services) },
    ],
    log,
  )
  closing.onClose(() => jobs.stop())
  closing.onClose(() => app.close())
  const address = await app.listen({ host: settings.host, port: settings.port })
  closing.onClose(payments.start(address))
  greet(settings, address, database)
}

/** A server that is still starting when the shop is asked to end is stopped as soon as it has started. */
async function openDatabaseFirst(settings: Settings, closing: Closing): Promise<OpenedDatabase> {
  const opening = openDatabase(settings, say)
  closing.onClose(async () => {
    const database = await opening.catch(() => undefined)
    await database?.stop()
  })
  return opening
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
  const shown = settings.port === 0 ? address : settings.shopUrl
  const facts = [
    ...(settings.mode === 'trial' ? trialFacts(settings) : []),
    ['Database', database.description],
    ['API', `${shown}/api/docs`],
  ]
  const state = settings.mode === 'trial' ? '  (trial: nothing is charged or delivered)' : ''
  const lines = facts.map(([name = '', fact = '']) => `  ${name.padEnd(17)}${fact}`)
  say(['', `${settings.shopName} is open at ${shown}${state}`, '', ...lines, ''].join('\n'))
}

function trialFacts(settings: Settings): string[][] {
  const { admin, customer } = sampleAccounts
  return [
    ['Sample admin', `${admin.email}  ${admin.password}`],
    ['Sample customer', `${customer.email}  ${customer.password}`],
    ...(settings.mail.transport === 'folder' ? [['Mails', mailFolder(settings)]] : []),
    ...(settings.payments.provider === 'sandbox' ? [['Test card', '4242 4242 4242 4242, any later month, any CVC']] : []),
  ]
}

/** What went wrong, in words where the person at the terminal can do something about it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const explained = [SettingsError, FolderInUse, PrivateServerError, DatabaseUnreachable]
  if (explained.some((kind) => error instanceof kind)) return error.message
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'Another program listens on this port already. Choose another one, for example PORT=3001 npm start.'
  }
  return error.stack ?? error.message
}

try {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const closing = closeGracefully(GRACE_MS, log)
  await start(settings, log, closing).catch((error: unknown) => {
    // What a start still does while its ground is taken away is no news.
    if (!closing.isClosing()) process.stderr.write(`${explain(error)}\n`)
    closing.close(1)
  })
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
