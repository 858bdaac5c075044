import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { connect, SILENCE_LIMIT_MS, type ConnectionSettings } from '#database/connect.ts'
import { renewChanges } from '#database/renew-changes.ts'
import { buildApp } from '../../app.ts'
import { createIdentity } from '../../identity/identity.ts'
import { folderFiles, folderImageStore, pictureFolder, type FileStore, type ImageStore } from '../../images/image-store.ts'
import { documentFolder } from '../../part-media/document-store.ts'
import { openSandbox } from '../../payments/sandbox/sandbox.ts'
import { closeHttp } from '../../platform/http/close-http.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { logOutages } from '../../platform/database/log-outages.ts'
import { openOperations } from '../operations/operations.ts'
import type { Services } from '../../services.ts'
import { copyCatalogue } from './copy-catalogue.ts'
import { copySettings } from './copy-settings.ts'
import { knowInSandbox } from './know-in-sandbox.ts'
import { enterClerk } from './play-clerk.ts'
import { prepareSandboxDatabase } from './sandbox-database.ts'
import { sandboxJobs } from './sandbox-jobs.ts'

/** Connections of a process to the sandbox's database, for testing programs. */
const CONNECTIONS = 8

export type SandboxShop = { app: FastifyInstance; services: Services; close(): Promise<void> }

/** Where both databases are. `stepSeconds`: how long the clerk takes for a step of an order. */
export type SandboxPlace = { shop: ConnectionSettings; sandbox: ConnectionSettings; stepSeconds?: number }

/**
 * A second shop in a separate database, with the parts and settings of the shop, for testing programs. No money moves, no mail is
 * sent, and a clerk of the sandbox takes payments and ships.
 */
export async function openSandboxShop(shop: Services, place: SandboxPlace): Promise<SandboxShop> {
  await prepareSandboxDatabase(place.shop, place.sandbox)
  await renewChanges(place.sandbox)
  const { log } = shop
  const db = connect(place.sandbox, {
    max: CONNECTIONS,
    silenceLimitMs: SILENCE_LIMIT_MS,
    onError: (error) => log.info({ refused: error }, 'a connection to the database of the sandbox was lost'),
  })
  logOutages(db.availability, log, 'the database of the sandbox')
  try {
    const clerk = await enterClerk(db)
    await copyCatalogue(place.shop, place.sandbox)
    await copySettings(shop, db, clerk)
    const services = await servicesOf(shop, db)
    const operations = openOperations(services, { shedsLoad: true })
    const app = await buildApp(services, { operations, sandbox: { callers: knowInSandbox(shop.db, db) } })
    await app.ready()
    const jobs = startJobs(sandboxJobs(services, { shop, place, clerk }), log)
    return {
      app,
      services,
      async close() {
        await jobs.stop()
        await closeHttp(app)
        await db.$client.end()
      },
    }
  } catch (error) {
    await db.$client.end()
    throw error
  }
}

async function servicesOf(shop: Services, db: Services['db']): Promise<Services> {
  const settings = { ...shop.settings, dataDir: join(shop.settings.dataDir, 'sandbox') }
  const { log } = shop
  return {
    db,
    settings,
    log,
    identity: await createIdentity({ db, settings, log }),
    // Cards are paid with on pages, and the sandbox has none.
    payments: openSandbox({ db, log, secrets: [randomBytes(32).toString('hex')] }).provider,
    // Services that calculate tax cost money.
    taxes: { vatIds: { knows: () => false, check: async () => 'unverified' }, calculator: undefined },
    images: besidesShop(folderImageStore(pictureFolder(settings.dataDir)), shop.images),
    documents: documentsBesidesShop(folderFiles(documentFolder(settings.dataDir)), shop.documents),
    mailTransport: { send: async () => {} },
    readers: shop.readers,
  }
}

/** Reads the shop's pictures, too, and changes none of them. */
const besidesShop = (own: ImageStore, shop: ImageStore): ImageStore => ({
  ...own,
  read: async (key) => (await own.read(key)) ?? shop.read(key),
})

const documentsBesidesShop = (own: FileStore, shop: FileStore): FileStore => ({
  ...own,
  read: async (key) => (await own.read(key)) ?? shop.read(key),
})
