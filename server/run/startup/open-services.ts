import { connect, SILENCE_LIMIT_MS } from '#database/connect.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { renewChanges } from '#database/renew-changes.ts'
import { grantFirstAdmin } from '../../identity/grant-first-admin.ts'
import { createIdentity } from '../../identity/identity.ts'
import { folderImageStore, pictureFolder } from '../../images/image-store.ts'
import { tryMailsNow } from '../../outbox/try-mails-now.ts'
import { chooseDocumentStore } from '../../part-media/document-store.ts'
import type { Services } from '../../services.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import { chooseTaxes } from '../../taxes/choose-taxes.ts'
import { logOutages } from '../../platform/database/log-outages.ts'
import type { OpenedDatabase } from '../../platform/database/open-database.ts'
import { checkInvariantsAtStart } from '../invariants/check-invariants-at-start.ts'
import { chooseImageStore, chooseMailTransport, choosePayments, type ChosenPayments } from './choose-services.ts'
import { addSampleAccounts } from './sample-accounts.ts'
import { addSampleSeller } from './sample-seller.ts'
import { fillEmptyShop } from './sample-shop.ts'
import type { Part } from '../processes/part.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Closing } from './close-gracefully.ts'
import { openReaders } from '../../platform/reading/open-readers.ts'
import type { Logger } from 'pino'

/** What a process starts with. `part` is its task, if there are several processes. */
export type Start = { settings: Settings; log: Logger; closing: Closing; part?: Part | undefined }

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Brings the database to this release, opens the services on it, and in trial mode the sample shop. Several processes may do so at once. */
export async function openServices(
  database: OpenedDatabase,
  { settings, log, closing, part }: Start,
): Promise<{ services: Services; payments: ChosenPayments }> {
  await migrateDatabase(database.connection)
  await renewChanges(database.connection)
  const db = connect(database.connection, {
    silenceLimitMs: SILENCE_LIMIT_MS,
    onError: (error) => log.info({ refused: error }, 'a database connection was lost'),
  })
  logOutages(db.availability, log)
  closing.onClose(() => db.$client.end())
  const payments = await choosePayments({ db, log, settings })
  const readers = openReaders(log)
  closing.onClose(async () => readers.close())
  const services: Services = {
    db,
    settings,
    log,
    identity: await createIdentity({ db, settings, log }),
    payments: payments.provider,
    taxes: chooseTaxes(settings),
    images: chooseImageStore(settings),
    documents: chooseDocumentStore(settings),
    mailTransport: chooseMailTransport(settings, say),
    readers,
  }
  await applySettings(services)
  if (settings.mode === 'trial') {
    // Sample pictures are local, wherever later ones are stored.
    await fillEmptyShop(db, folderImageStore(pictureFolder(settings.dataDir)))
    await addSampleAccounts(db, services.identity)
    await addSampleSeller(db)
    await applySettings(services)
  }
  await grantFirstAdmin(services)
  await tryMailsNow(db, null) // the settings may have been corrected
  if (part?.role !== 'answers') await checkInvariantsAtStart(services)
  return { services, payments }
}
