import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type ConnectionSettings, type Database } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { listTables } from '#database/list-tables.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { mails } from '#database/tables/mails.ts'
import { webhookDeliveries } from '#database/tables/webhooks.ts'
import { orders } from '#database/tables/orders.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { MANIFEST } from '#server/run/backup/backup-files.ts'
import { backUpShop } from '#server/run/backup/backup-shop.ts'
import { backupName, listBackups } from '#server/run/backup/list-backups.ts'
import { restoreShop } from '#server/run/backup/restore-shop.ts'
import { removeOldest } from '#server/run/backup/schedule-backups.ts'
import { buildApp } from '#server/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { askWith, programOf } from '#tests/support/shops/api-keys.ts'
import { addRefusedEndpoint, tell as tellProgram } from '#tests/support/shops/webhooks.ts'
import { openBrowser, syncedToken, type Browser } from '#tests/support/browser/browser.ts'
import { cheapPasswords } from '#tests/support/cheap-passwords.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { tableDigests } from '#tests/support/database/table-digests.ts'

const PASSWORD = 'Kept-safe-pass-1'
/** What a careless copy would break. */
const ODD_TEXT = 'tab\t, line\n, carriage\r\n, \\N and \\., "quotes", \u{1F4FA}, {"a": 1}'

/** Name of a document of two pieces. */
const DOCUMENT = 'd'.repeat(32)

let room: string
let shop: TestShop
const made: string[] = []

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-backup-'))
  shop = await openShop()
  await mkdir(join(shop.services.settings.dataDir, 'images', '480'), { recursive: true })
  for (const picture of ['a.webp', '480/a.webp', 'half.webp.part']) {
    await writeFile(join(shop.services.settings.dataDir, 'images', picture), `pixels of ${picture}`)
  }
  await mkdir(join(shop.services.settings.dataDir, 'documents'), { recursive: true })
  for (const piece of [`${DOCUMENT}-0`, `${DOCUMENT}-1`, `${DOCUMENT}-2.part`]) {
    await writeFile(join(shop.services.settings.dataDir, 'documents', piece), `bytes of ${piece}`)
  }
  await writeFile(join(shop.services.settings.dataDir, 'auth-secret'), 'f'.repeat(64))
})

afterAll(async () => {
  await withClient(inject('postgres'), async (client) => {
    for (const name of made) await client.query(`drop database if exists ${name} with (force)`)
  })
  await rm(room, { recursive: true, force: true })
})

const newFolder = () => join(room, randomUUID())

async function backUp(folder = newFolder()): Promise<string> {
  const { dataDir } = shop.services.settings
  await backUpShop({ connection: await connectionOf(shop.db), dataDir, folder, say: () => {} })
  return folder
}

async function connectionOf(db: Database): Promise<ConnectionSettings> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  return inDatabase(inject('postgres'), rows[0]!.name)
}

/** Restores into an empty folder and an empty database. */
async function restore(folder: string, dataDir = newFolder()) {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await withClient(inject('postgres'), (client) => client.query(`create database ${name}`))
  made.push(name)
  const settings = { ...readSettings({ DATA_DIR: dataDir }), databaseUrl: urlOf(inDatabase(inject('postgres'), name)) }
  const broken = await restoreShop({ settings, folder, say: () => {} })
  return { settings, broken }
}

function urlOf({ connectionString, host = '', port, user, database }: ConnectionSettings): string {
  return connectionString ?? `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Buys one order after the other until it is stopped. */
function keepBuying(): { end: () => Promise<void> } {
  const ending = new AbortController()
  const buying = (async () => {
    const part = await shop.addPart({ available: 1_000_000 })
    while (!ending.signal.aborted) await shop.placeOrder(await shop.customer(), part)
  })()
  return {
    end() {
      ending.abort()
      return buying
    },
  }
}

async function register(email: string): Promise<void> {
  const { identity } = shop.services
  const passwordHash = await identity.hashPassword(PASSWORD)
  await transaction(shop.db, async (tx) => {
    const [user] = await tx.insert(users).values({ email, displayName: 'Ann', emailVerified: true }).returning()
    await identity.setPassword(tx, user!.id, passwordHash)
  })
}

test('a backup made while buyers buy is restored whole: rows, numbers, invariants, a sign-in (63)', async () => {
  const email = `ann-${randomUUID().slice(0, 8)}@example.com`
  await register(email)
  await shop.db.insert(contactMessages).values({ name: ODD_TEXT, email, message: ODD_TEXT })
  const buying = [keepBuying(), keepBuying()]
  await expect.poll(() => shop.db.$count(orders), { interval: 20 }).toBeGreaterThan(5)

  const folder = await backUp()
  for (const { end } of buying) await end()
  const { settings, broken } = await restore(folder)

  const restored = connect({ connectionString: settings.databaseUrl! })
  expect(broken).toEqual([])
  expect((await checkInvariants(restored)).filter(({ count }) => count > 0)).toEqual([])
  expect(await restored.$count(orders)).toBe((await tableOf(folder, 'public.orders')).rows)
  const kept = await restored.select().from(orders).orderBy(orders.position)
  const original = await shop.db.select().from(orders).orderBy(orders.position)
  // Rows carry the transaction that has restored them: those of the lost server mean nothing here.
  const ofAnyServer = (rows: typeof kept) => rows.map((row) => ({ ...row, changedIn: null }))
  expect(ofAnyServer(original)).toEqual(expect.arrayContaining(ofAnyServer(kept)))
  expect(new Set(kept.map(({ changedIn }) => changedIn)).size).toBe(1)
  const moves = await restored.select().from(stockMoves)
  expect(await shop.db.select().from(stockMoves)).toEqual(expect.arrayContaining(moves))
  expect(await restored.select().from(contactMessages)).toEqual(await shop.db.select().from(contactMessages))

  const [again] = await restored.insert(parts).values({ name: 'New', img: '/x', description: 'x', price: '1', available: 0 }).returning()
  expect(again!.position).toBe(Math.max(...(await shop.db.select().from(parts)).map(({ position }) => position)) + 1)
  await restored.$client.end()
  const { restoredShop, close } = await serveRestored(settings)
  expect((await signIn(openBrowser(restoredShop), email)).statusCode).toBe(200)
  await close()
})

test('after a restore everybody signs in anew, because a session may have been ended since; keys stay (37) (63)', async () => {
  const email = `ann-${randomUUID().slice(0, 8)}@example.com`
  await register(email)
  const browser = openBrowser(shop)
  await signIn(browser, email)
  const authorization = `Bearer ${await syncedToken(browser, email)}`
  await browser.call('POST', '/auth/request-password-reset', { email })
  const resetToken = await mailedToken(email)
  const ann = await shop.customer('ann')
  const { key } = await programOf(shop, ann, ['orders:read'])

  const { settings } = await restore(await backUp())

  const { restoredShop, close } = await serveRestored(settings)
  const afterwards = openBrowser(restoredShop)
  for (const [name, value] of browser.cookies) afterwards.cookies.set(name, value)
  const token = await afterwards.call('GET', `/user/${email}`, undefined, { authorization })
  const reset = await afterwards.call('POST', '/auth/reset-password', { token: resetToken, newPassword: 'Fresh-Flux-2026' })
  const session = await afterwards.call('GET', '/auth/get-session')
  expect([session.json(), token.statusCode, reset.json().code]).toEqual([{ identity: null }, 401, 'LINK_EXPIRED'])
  expect((await signIn(afterwards, email)).statusCode).toBe(200)
  expect((await askWith(restoredShop, key)('GET', `/order?customer=${ann.email}`)).statusCode).toBe(200)
  await close()
})

const signIn = (browser: Browser, email: string) => browser.call('POST', '/auth/sign-in/email', { email, password: PASSWORD })

async function mailedToken(email: string): Promise<string> {
  const queued = await shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.kind, 'reset-password')))
  return /token=(\S+)/.exec(queued[0]!.body)![1]!
}

/** The restored shop, with the secret that the lost one had. */
async function serveRestored(restored: ReturnType<typeof readSettings>) {
  const settings = { ...restored, authSecret: shop.services.settings.authSecret }
  const db = connect({ connectionString: restored.databaseUrl! })
  const services = {
    ...shop.services,
    db,
    settings,
    identity: await createIdentity({ db, settings, log: shop.services.log, passwords: cheapPasswords }),
  }
  const app = await buildApp(services)
  const close = async () => {
    await app.close()
    await db.$client.end()
  }
  return { restoredShop: { ...shop, db, services, app }, close }
}

async function tableOf(folder: string, name: string): Promise<Record<string, unknown>> {
  const { tables } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))
  return tables.find((table: { name: string }) => table.name === name)
}

test('pictures, documents and the secret come along, for the eyes of their owner; half an upload does not (63)', async () => {
  const folder = await backUp()
  const { settings } = await restore(folder)

  for (const picture of ['a.webp', '480/a.webp']) {
    expect(await readFile(join(settings.dataDir, 'images', picture), 'utf8')).toBe(`pixels of ${picture}`)
  }
  expect(await readdir(join(settings.dataDir, 'images'))).toEqual(['480', 'a.webp'])
  expect(await readdir(join(settings.dataDir, 'documents'))).toEqual([`${DOCUMENT}-0`, `${DOCUMENT}-1`])
  expect(await readFile(join(settings.dataDir, 'documents', `${DOCUMENT}-1`), 'utf8')).toBe(`bytes of ${DOCUMENT}-1`)
  expect(await readFile(join(settings.dataDir, 'auth-secret'), 'utf8')).toBe('f'.repeat(64))
  expect((await stat(join(settings.dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, MANIFEST))).mode & 0o777).toBe(0o600)
})

/** Ended by a restore. */
const ended = new Set(['public.sessions', 'public.access_tokens', 'public.verifications'])

test('every table that stays is restored as it was, also those that triggers write (63)', async () => {
  await shop.placeOrder(await shop.customer(), await shop.addPart())
  await shop.db
    .update(mails)
    .set({ sentAt: sql`now()` })
    .where(isNull(mails.sentAt))

  const { settings } = await restore(await backUp())

  const keptIn = (connection: ConnectionSettings) =>
    withClient(connection, async (client) =>
      tableDigests(
        client,
        (await listTables(client)).filter(({ name }) => !ended.has(name)),
      ),
    )
  expect(await keptIn({ connectionString: settings.databaseUrl! })).toEqual(await keptIn(await connectionOf(shop.db)))
})

test('a restored shop sends no webhook by itself that the lost one may have delivered (63)', async () => {
  const ann = await shop.customer()
  await addRefusedEndpoint(shop, ann)
  await tellProgram(shop, ann)

  const { settings } = await restore(await backUp())

  const restored = connect({ connectionString: settings.databaseUrl! })
  const rows = await restored.select().from(webhookDeliveries)
  expect(rows.map(({ runAfter, givenUpAt }) => [runAfter, givenUpAt !== null])).toEqual([[null, true]])
  await restored.$client.end()
})

test('a restored shop sends no mail by itself that the lost one may have sent (63)', async () => {
  const part = await shop.addPart()
  await shop.placeOrder(await shop.customer(), part)

  const { settings } = await restore(await backUp())

  const restored = connect({ connectionString: settings.databaseUrl! })
  const waiting = and(isNull(mails.sentAt), sql`${mails.runAfter} is not null`)
  expect(await shop.db.$count(mails, waiting)).toBeGreaterThan(0)
  expect(await restored.$count(mails, waiting)).toBe(0)
  expect(await restored.$count(mails, eq(mails.lastError, 'restored from a backup: it may have been sent before'))).toBeGreaterThan(0)
  await restored.$client.end()
})

test('a restore replaces nothing (63)', async () => {
  const folder = await backUp()
  const full = newFolder()
  await mkdir(full)
  await writeFile(join(full, 'auth-secret'), 'mine')
  const { settings } = await restore(folder)

  await expect(restore(folder, full)).rejects.toThrow('A restore never replaces data')
  await expect(restoreShop({ settings: { ...settings, dataDir: newFolder() }, folder, say: () => {} })).rejects.toThrow(
    'The database of DATABASE_URL is not empty.',
  )
  expect(await readFile(join(full, 'auth-secret'), 'utf8')).toBe('mine')
})

test('a damaged, unfinished or unknown backup is refused before anything is written (63)', async () => {
  const damaged = await backUp()
  await appendFile(join(damaged, 'tables', 'public.orders.copy.gz'), 'x')
  const incomplete = await backUp()
  await rm(join(incomplete, 'images', 'a.webp'))
  const newer = await backUp()
  await changeManifest(newer, (manifest) => ({ ...manifest, migrations: [...manifest.migrations, 'f'.repeat(64)] }))
  const earlier = await backUp()
  await changeManifest(earlier, (manifest) => ({ ...manifest, migrations: ['f'.repeat(64)] }))
  const elsewhere = await backUp()
  await changeManifest(elsewhere, (manifest) => ({
    ...manifest,
    files: [{ path: '../outside', bytes: 1, sha256: '' }, ...manifest.files],
  }))

  for (const [folder, words] of [
    [damaged, 'public.orders.copy.gz is missing or damaged'],
    [incomplete, 'a.webp is missing or damaged'],
    [newer, 'Restore it with that release or a newer one'],
    [earlier, 'from before version 1.0.0, which this version cannot upgrade'],
    [elsewhere, 'names ../outside, which is no file of a backup'],
    [newFolder(), 'holds no whole backup'],
  ] as const) {
    const dataDir = newFolder()
    await expect(restore(folder, dataDir)).rejects.toThrow(words)
    expect(await readdir(dataDir).catch(() => [])).toEqual([])
  }
})

type Manifest = { migrations: string[]; files: object[] }

async function changeManifest(folder: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  const path = join(folder, MANIFEST)
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))))
}

test('a backup is there whole or not at all, one at a time, and never over another (63)', async () => {
  const folder = await backUp()
  const parent = newFolder()
  await mkdir(parent)
  const connection = await connectionOf(shop.db)

  const answers = await Promise.allSettled(
    ['a', 'b'].map((name) => backUpShop({ connection, dataDir: room, folder: join(parent, name), say: () => {} })),
  )
  await expect(backUp(folder)).rejects.toThrow('already exists')
  const failing = backUpShop({
    connection,
    dataDir: room,
    folder: join(parent, 'c'),
    say: () => {
      throw new Error('stop')
    },
  })

  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(failing).rejects.toThrow('stop')
  expect(await readdir(parent)).toHaveLength(1)
})

test('the oldest backups beyond those to keep go, and nothing else (63)', async () => {
  const folder = newFolder()
  const names = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 0, day))))
  for (const name of [...names, 'by-hand']) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, MANIFEST), '{}')
  }
  await mkdir(join(folder, backupName(new Date(Date.UTC(2026, 0, 5)))))

  await removeOldest({ folder, keep: 2 })

  expect((await listBackups(folder)).map(({ name }) => name)).toEqual(names.slice(2))
  expect(await readdir(folder)).toHaveLength(4)
})
