import type { Logger } from 'pino'
import { connect, SILENCE_LIMIT_MS } from '#database/connect.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { scheduleBackups } from '../backup/schedule-backups.ts'
import { buildApp, type Extensions } from '../../app.ts'
import { announceClosing, closeHttp } from '../http/close-http.ts'
import { grantFirstAdmin } from '../../identity/grant-first-admin.ts'
import { createIdentity } from '../../identity/identity.ts'
import { folderImageStore, pictureFolder } from '../../images/image-store.ts'
import { checkInvariantsAtStart } from '../invariants/check-invariants-at-start.ts'
import { tryMailsNow } from '../../mail/try-mails-now.ts'
import { openOperations } from '../operations/operations.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../settings/settings.ts'
import { chooseImageStore, chooseMailTransport, choosePayments, mailFolder } from './choose-services.ts'
import type { Closing } from './close-gracefully.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { OpenedDatabase } from '../database/open-database.ts'
import { addSampleAccounts, sampleAccounts } from './sample-accounts.ts'
import { fillEmptyShop } from './sample-shop.ts'
import { shopJobs } from './shop-jobs.ts'

export type Start = { settings: Settings; log: Logger; closing: Closing }

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Opens the shop on its database: schema, services, HTTP, jobs; the sample shop in trial mode. */
export async function serveShop(database: OpenedDatabase, { settings, log, closing }: Start): Promise<void> {
  await migrateDatabase(database.connection)
  const db = connect(database.connection, {
    silenceLimitMs: SILENCE_LIMIT_MS,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
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
  await applySettings(services)
  if (settings.mode === 'trial') {
    // Sample pictures are local, wherever later ones are stored.
    await fillEmptyShop(db, folderImageStore(pictureFolder(settings.dataDir)))
    await addSampleAccounts(db, services.identity)
  }
  await grantFirstAdmin(services)
  await tryMailsNow(db, null) // the settings may have been corrected
  await checkInvariantsAtStart(services)

  const operations = openOperations(services, { turnAway: true })
  const app = await buildApp(services, {
    api: payments.routes,
    storefront: await chooseStorefront(services),
    operations,
  })
  const jobs = startJobs(shopJobs(services), log, operations.jobs)
  closing.onClose(() => jobs.stop())
  const backups = scheduleBackups(services)
  closing.onClose(() => backups.stop())
  closing.onClose(() => closeHttp(app))
  const address = await app.listen({ host: settings.host, port: settings.port })
  closing.onClose(payments.start(address))
  closing.onClose(() => announceClosing(operations.readiness, settings.drainMs))
  greet(settings, address, database)
}

async function chooseStorefront(services: Services): Promise<NonNullable<Extensions['storefront']>> {
  if (services.settings.development) {
    const { developmentStorefront } = await import('../storefront/development.ts')
    return developmentStorefront(services)
  }
  const { storefront } = await import('../storefront/storefront.ts')
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
