import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { parseUnitPrice } from '#contract/basics/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { totalDollarsAt } from '#contract/parts/pricing.ts'
import { connect, type Database } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { accounts, sessions } from '#database/tables/identity.ts'
import { images } from '#database/tables/images.ts'
import { parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { buildApp, type Extensions } from '#server/app.ts'
import { closeHttp } from '#server/platform/http/close-http.ts'
import { issueAccessToken } from '#server/identity/access-token.ts'
import type { IdentityOptions } from '#server/identity/configure-better-auth.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { folderImageStore } from '#server/images/image-store.ts'
import type { OutgoingMail } from '#server/mail/transport.ts'
import { chooseDocumentStore } from '#server/part-media/document-store.ts'
import { insertPart } from '#server/parts/add-part.ts'
import { sandboxRoutes } from '#server/payments/sandbox/routes.ts'
import type { Services } from '#server/services.ts'
import { chooseTaxes } from '#server/taxes/choose-taxes.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { cheapPasswords } from '../cheap-passwords.ts'
import { connectPatiently } from '../database/connect-patiently.ts'
import { TELLS_PLANS, watchLocks } from '../database/watch-locks.ts'
import { FROM_TEMPLATE, withClient } from '../database/postgres.ts'
import { chooseProcessor, type TestProcessor } from '../doubles/processor.ts'
import { openReaders, type ReaderLimits } from '#server/platform/reading/open-readers.ts'
import { sampleFields } from './sample-part.ts'

/** A caller; without a token, a visitor. */
export type Client = {
  token: string | undefined
  get(path: string): Promise<LightMyRequestResponse>
  put(path: string, body?: unknown): Promise<LightMyRequestResponse>
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
}

export type Customer = Client & { token: string; userId: string; sessionId: string; email: string; displayName: string }

/** A separate shop for one test file: its database, its services, its HTTP server without a port. */
export type TestShop = {
  app: FastifyInstance
  db: Database
  services: Services
  /** The card processor, from its own side. */
  processor: TestProcessor
  /** The sent mails, in the order of sending. */
  sentMails: OutgoingMail[]
  /** What `watchesLocks` has found. */
  locks: { ordered: number; refused: string[] }
  visitor: Client
  addPart(part?: Partial<Omit<Part, '_id'>>): Promise<Part>
  stockOf(part: Pick<Part, '_id'>): Promise<number>
  /** A new customer, signed in, with a confirmed address; the name makes it readable. */
  customer(name?: string, role?: 'admin' | ''): Promise<Customer>
  admin(name?: string): Promise<Customer>
  /** A placed order, unpaid. */
  placeOrder(buyer: Customer, part: Part, quantity?: number): Promise<Order>
}

/** Of each admin. */
export const ADMIN_PASSWORD = 'Admin-pass-1'
export const contact = { phone: '+49 30 1234567', address: 'Dock Road 1, 20457 Hamburg, Germany' }

/** `log` receives the log of the shop's own code; by default nothing does. */
export type ShopOptions = Extensions & {
  env?: NodeJS.ProcessEnv
  rateLimit?: boolean
  /** The password hashes: cheap by default; 'real' are those of `npm start`. */
  passwords?: IdentityOptions['passwords'] | 'real'
  log?: Services['log']
  /** Limits of the processes that read foreign files. */
  readers?: Partial<ReaderLimits>
  /** Time limits of the database and queues: those for customers, or, by default, ones that only a hang reaches. */
  limits?: 'customers'
  /** Refuses transactions that lock in another order than that of docs/locks.md, at the end of the file. */
  watchesLocks?: boolean
  /** Name of a migrated database to use instead of a new one. */
  database?: string
}

/** Opens a shop that lives as long as the test file. */
export async function openShop(options: ShopOptions = {}): Promise<TestShop> {
  const postgres = inject('postgres')
  const database = options.database ?? `shop_${randomUUID().replaceAll('-', '')}`
  if (!options.database) await withClient(postgres, (client) => client.query(`create database ${database} ${FROM_TEMPLATE}`))
  if (options.watchesLocks) {
    await withClient(postgres, async (client) => {
      for (const setting of TELLS_PLANS) await client.query(`alter database ${database} set ${setting}`)
    })
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'teleforge-shop-'))
  const settings = readSettings({ DATA_DIR: dataDir, AUTH_SECRET: randomBytes(32).toString('hex'), ...options.env })
  const log = options.log ?? pino({ level: 'silent' })
  const isPatient = options.limits !== 'customers'
  const db = (isPatient ? connectPatiently : connect)(inDatabase(postgres, database))
  const locks = options.watchesLocks ? watchLocks(db) : { ordered: 0, refused: [] }
  const { sandbox, processor } = await chooseProcessor(db, log)
  const passwords = options.passwords === 'real' ? undefined : (options.passwords ?? cheapPasswords)
  const sentMails: OutgoingMail[] = []
  const services: Services = {
    db,
    settings,
    log,
    identity: await createIdentity({ db, settings, log, rateLimit: options.rateLimit ?? false, passwords }),
    payments: processor.provider,
    taxes: chooseTaxes(settings),
    images: folderImageStore(join(dataDir, 'images')),
    documents: chooseDocumentStore(settings),
    mailTransport: { send: async (mail) => void sentMails.push(mail) },
    readers: openReaders(log, options.readers),
  }
  const app = await buildApp(services, {
    ...(isPatient && { maxWaitMs: HANG_LIMIT_MS }),
    ...options,
    api: [sandboxRoutes(db, sandbox), ...(options.api ?? [])],
  })
  await app.ready()

  afterTheFile(() => expect([...new Set(locks.refused)], 'locks in another order').toEqual([]))
  afterTheFile(async () => {
    await closeHttp(app)
    await processor.stop()
    await db.$client.end()
    // At once: the next file's database takes its memory, instead of new memory, which costs the system ten times as much.
    if (!options.database) await withClient(postgres, (client) => client.query(`drop database ${database} with (force)`))
    await rm(dataDir, { recursive: true, force: true })
  })

  const customer = async (name = 'buyer', role: 'admin' | '' = '') => {
    const email = `${name}-${randomUUID().slice(-12)}@example.com`
    const [user] = await db.insert(users).values({ email, emailVerified: true, displayName: name, role }).returning()
    if (role === 'admin') {
      const password = await services.identity.hashPassword(ADMIN_PASSWORD)
      await db.insert(accounts).values({ userId: user!.id, accountId: user!.id, providerId: 'credential', password })
    }
    const [session] = await db
      .insert(sessions)
      .values({ userId: user!.id, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })
      .returning()
    const { token } = await issueAccessToken(db, session!.id)
    return { ...clientOf(app, token), token, userId: user!.id, sessionId: session!.id, email, displayName: name }
  }

  return {
    app,
    db,
    locks,
    services,
    processor,
    sentMails,
    visitor: clientOf(app, undefined),
    addPart: (part) => addPart(db, part),
    stockOf: async (part) => (await db.select().from(parts).where(eq(parts.id, part._id)))[0]!.available,
    customer,
    admin: (name = 'admin') => customer(name, 'admin'),
    placeOrder: (buyer, part, quantity = 1_000) => placeOrder(buyer, part, quantity),
  }
}

/** A shop with an admin and two buyers. */
export async function openShopWithBuyers() {
  const shop = await openShop()
  return { shop, admin: await shop.admin(), ann: await shop.customer('ann'), bob: await shop.customer('bob') }
}

/** A caller with this token. */
export const clientWith = ({ app }: Pick<TestShop, 'app'>, token: string): Client => clientOf(app, token)

function clientOf(app: FastifyInstance, token: string | undefined): Client {
  const call = (method: NonNullable<InjectOptions['method']>) => (path: string, body?: unknown) =>
    app.inject({
      method,
      url: `/api${path}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    })
  return { token, get: call('GET'), put: call('PUT'), post: call('POST'), delete: call('DELETE') }
}

async function addPart(db: Database, part: Partial<Omit<Part, '_id'>> = {}): Promise<Part> {
  const name = `${randomBytes(16).toString('hex')}.webp`
  await db.insert(images).values({ name, width: 1_200, height: 900 })
  const complete = {
    ...sampleFields,
    name: `Part ${randomUUID()}`,
    img: `/images/${name}`,
    ...part,
  }
  const price = parseUnitPrice(complete.price)!
  const priceBreaks = complete.priceBreaks.map((step) => ({ from: step.from, price: parseUnitPrice(step.price)! }))
  const _id = await transaction(db, (tx) => insertPart(tx, { ...complete, price, priceBreaks }))
  const [row] = await db.select({ partNumber: parts.partNumber }).from(parts).where(eq(parts.id, _id))
  return { _id, ...complete, partNumber: row!.partNumber }
}

async function placeOrder(buyer: Customer, part: Part, orderQuantity: number): Promise<Order> {
  const hold = await holdPieces(buyer, part, orderQuantity)
  const placed = await buyer.post('/inventory', {
    orderItem: {
      name: part.name,
      totalPrice: totalDollarsAt(part, orderQuantity),
      orderQuantity,
      holdId: hold.json().holdId,
      ...contact,
    },
  })
  if (placed.statusCode !== 200) throw new Error(`The order was refused: ${placed.body}`)
  return placed.json()
}

/** The request of the part screen when a buyer goes on to the purchase. */
export const holdPieces = (buyer: Client, part: Part, orderQuantity: number) =>
  buyer.put(`/inventory/${part._id}`, {
    restAvailable: { available: Math.max(part.available - orderQuantity, 0), name: part.name, price: part.price },
    orderQuantity,
  })
