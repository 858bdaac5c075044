import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_ROWS_AT_ONCE, type ImportCells, type ImportPreview } from '../../contract/parts/imports.ts'
import { connect, type Database } from '../../database/connect.ts'
import { CUSTOMER_LIMITS } from '../../database/session-settings.ts'
import { signInCrowd } from '../../tests/support/load/crowd.ts'
import { databaseAddress } from '../../tests/support/real-world/real-world-database.ts'
import { startShopProcess, type ShopProcess } from '../../tests/support/shops/shop-process.ts'
import { report } from '../measured.ts'

const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000)
const FEW = 10_000
const PREVIEW_SECONDS = 5
const WRITE_SECONDS = 20
const MEMORY_MB = 300
/** A purchase that waits longer for a row is asked to try again. */
const PURCHASE_WAIT_MS = CUSTOMER_LIMITS.lockMs

let shop: ShopProcess
let db: Database
let dataDir: string
let token: string
let img: string

/** A shop in a separate process, whose memory is read. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'teleforge-imports-'))
  const address = await databaseAddress()
  db = connect({ connectionString: address }, { limits: { statementMs: 0, lockMs: 0 } }) // a purchase waits here as long as it takes
  shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: address })
  const [admin] = await signInCrowd(db, 1, 'admin')
  token = admin!.token // one was asked for
  const { rows } = await db.execute<{ img: string }>(sql`select img from parts order by position limit 1`)
  img = rows[0]!.img
})

afterAll(async () => {
  shop.process.kill('SIGTERM')
  await shop.exit
  await db.$client.end()
  await rm(dataDir, { recursive: true, force: true })
})

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${shop.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

const rowsOf = (mark: string, count: number): ImportCells[] =>
  Array.from({ length: count }, (_, index) => ({
    partNumber: `${mark}-${index}`,
    name: `Panel driver ${mark} ${index}`,
    description: `Drives a panel of series ${index % 50}.`,
    price: (2 + (index % 100) / 100).toFixed(2),
    priceBreaks: index % 3 === 0 ? '5000: 1.95; 20000: 1.8' : '',
    leadDays: String(10 + (index % 20)),
    available: String(1_000 * (index % 30)),
    img,
  }))

async function send(rows: ImportCells[]): Promise<string> {
  const { _id } = await call<{ _id: string }>('POST', '/imports', { fileName: 'parts.csv', setsStock: false })
  for (let at = 0; at < rows.length; at += IMPORT_ROWS_AT_ONCE) {
    const some = rows.slice(at, at + IMPORT_ROWS_AT_ONCE).map((cells, index) => ({ row: at + index + 1, cells }))
    await call('PUT', `/imports/${_id}/rows`, { rows: some })
  }
  return _id
}

async function seconds<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now()
  const result = await work()
  return [result, (performance.now() - begun) / 1_000]
}

const memoryMb = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1_024

type Watched = { sentSeconds: number; writtenSeconds: number; undoneSeconds: number; mostMb: number; waitMs: number }

/** Sends, previews and writes these rows, then `takeBack` says whether they are taken back; a visitor asks meanwhile. */
async function importRows(rows: ImportCells[], takeBack: boolean): Promise<Watched> {
  const waits: number[] = []
  let mostMb = 0
  const ending = new AbortController()
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const [, wait] = await seconds(async () => (await fetch(`${shop.url}/api/allPartsCount`)).text())
      waits.push(wait * 1_000)
      mostMb = Math.max(mostMb, await memoryMb())
      await delay(20)
    }
  })()
  const [{ id, seen }, sentSeconds] = await seconds(async () => {
    const sent = await send(rows)
    return { id: sent, seen: await call<ImportPreview>('GET', `/imports/${sent}`) }
  })
  const body = { fingerprint: seen.fingerprint, confirmed: true }
  const [{ modifiedCount }, writtenSeconds] = await seconds(() => call<{ modifiedCount: number }>('POST', `/imports/${id}/write`, body))
  const [, undoneSeconds] = await seconds(async () => takeBack && call('POST', `/imports/${id}/undo`))
  ending.abort()
  await watching
  expect(modifiedCount).toBe(rows.length)
  const waitMs = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)]! // it asked once at least
  return { sentSeconds, writtenSeconds, undoneSeconds, mostMb, waitMs }
}

test('how long an import of 10,000 parts takes', async () => {
  const { sentSeconds, writtenSeconds, undoneSeconds, waitMs } = await importRows(rowsOf('TEN', FEW), true)

  const what = `Import of ${FEW} parts`
  report({ what: `${what}, sent and previewed`, found: sentSeconds, unit: 's', atMost: PREVIEW_SECONDS })
  report({ what: `${what}, written`, found: writtenSeconds, unit: 's', atMost: WRITE_SECONDS })
  report({ what: `${what}, taken back`, found: undoneSeconds, unit: 's' })
  report({ what: `A visitor during an import of ${FEW} parts, 95 of 100 within`, found: waitMs, unit: 'ms' })
})

/** Longest time in ms that a purchase of a part waits for its row, while `work` goes on. */
async function longestWait(partNumber: string, work: () => Promise<unknown>): Promise<number> {
  const ending = new AbortController()
  const working = work().finally(() => ending.abort())
  let longest = 0
  while (!ending.signal.aborted) {
    const [, wait] = await seconds(() => db.execute(sql`update parts set available = available where part_number = ${partNumber}`))
    longest = Math.max(longest, wait * 1_000)
    await delay(5)
  }
  await working
  return longest
}

test('how long purchases of a part wait for an import that changes 10,000', async () => {
  await importRows(rowsOf('SOLD', FEW), false)
  const dearer = rowsOf('SOLD', FEW).map((cells) => ({ ...cells, price: '9.99' }))
  const waited = await longestWait('SOLD-0', () => importRows(dearer, false))
  report({
    what: `A purchase of a part, during an import that changes ${FEW}, at most`,
    found: waited,
    unit: 'ms',
    atMost: PURCHASE_WAIT_MS,
  })
})

test('how much memory a large import takes, and how long', async () => {
  const idleMb = await memoryMb()
  const added = await importRows(rowsOf('MANY', ROWS), false)
  const other = { leadDays: '33', price: '9.99', description: 'Changed.' }
  const changed = await importRows(
    rowsOf('MANY', ROWS).map((cells) => ({ ...cells, ...other })),
    true,
  )

  for (const [verb, { sentSeconds, writtenSeconds }] of Object.entries({ added, changed })) {
    report({
      what: `G22: ${ROWS} parts ${verb}`,
      found: writtenSeconds,
      unit: 's',
      note: `sent and compared in ${sentSeconds.toFixed(1)} s`,
    })
  }
  const mostMb = Math.max(added.mostMb, changed.mostMb)
  report({ what: 'G22: memory of the shop', found: mostMb, unit: 'MB', atMost: MEMORY_MB, note: `${idleMb.toFixed(0)} MB before` })
})
