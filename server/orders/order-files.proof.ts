import { request, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

/** More than a workbook takes. With 1,000,000 of them the file took 1.6 MiB of memory, and the proof a minute more. */
const ORDERS = 250_000
const ROW_BYTES = 100
/** Of one file that is being written, whatever its length. */
const MAXIMUM_BYTES = 12 * 1024 * 1024

/** What the shop logs about failures. */
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

let shop: TestShop
let address: string
let admin: Customer

beforeAll(async () => {
  shop = await openShop({ log })
  address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  admin = await shop.admin()
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]
  await shop.db.transaction(async (tx) => {
    // Without the events and messages of each order.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      with taken as (
        insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
        select ${ann.userId}, ${part._id}, 1000, 1, 'ordered', now() from generate_series(1, ${ORDERS}::int) returning id
      )
      insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents, state, placed_at)
      select id, ${ann.userId}, ${part._id}, 'Cable', '/x.webp', ${ann.email}, 'Ann', '+49 30 1', 'Dock 1', 1000, 1, 100000, 'unpaid', now() - row_number() over () * interval '1 minute' from taken`)
  })
  await shop.db.execute(sql`analyze orders`)
})

/** The file's answer, of which nothing is read yet. */
function download(path = '/allOrderFile?format=csv'): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: `Bearer ${admin.token}` }
  request(`${address}/api${path}`, { headers, agent: false }).once('response', resolve).once('error', reject).end()
  return promise
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function bytesInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('a file of 250,000 orders takes no more memory than its batches', async () => {
  const before = bytesInUse()
  let [most, bytes, sampled] = [0, 0, 0]
  for await (const piece of await download()) {
    bytes += (piece as Buffer).length
    if (bytes - sampled < ORDERS * 10) continue
    sampled = bytes
    most = Math.max(most, bytesInUse() - before)
  }

  reportFigure(
    'order files',
    `${(most / 2 ** 20).toFixed(1)} MiB for a file of ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    `${MAXIMUM_BYTES / 2 ** 20} MiB`,
  )
  expect(bytes).toBeGreaterThan(ORDERS * ROW_BYTES)
  expect(most).toBeLessThan(MAXIMUM_BYTES)
})

test('a workbook of more than 100,000 orders is refused before its first byte', async () => {
  const refused = await admin.get('/allOrderFile?format=xlsx')

  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields).toEqual([{ field: 'format', message: 'More than 100,000 orders match. Choose CSV, or fewer days.' }])
})

test('a reader that goes away ends the reading, and the account has its next file at once', async () => {
  let statements = 0
  const count = () => (statements += 1)
  shop.db.$client.on('acquire', count)
  const left = await download()
  left.destroy()

  const next = await Promise.all([download('/allOrderFile?format=csv&q=nothing'), download('/allOrderFile?format=csv&q=nothing')])

  expect(next.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const answer of next) answer.resume()
  await expect.poll(() => shop.db.$client.totalCount - shop.db.$client.idleCount, { timeout: HANG_LIMIT_MS }).toBe(0)
  shop.db.$client.off('acquire', count)
  // The file would have been read in 500 statements.
  expect(statements).toBeLessThan(100)
  expect(logged).toEqual([])
})

test('a file that cannot be read to its end is broken off, and not taken for a whole one', async () => {
  const broken = await download()
  await shop.db.execute(sql`alter table parcels rename to parcels_away`)

  const reading = broken.toArray()

  await expect(reading).rejects.toThrow('aborted')
  await shop.db.execute(sql`alter table parcels_away rename to parcels`)
  expect((await download('/allOrderFile?format=csv&q=nothing')).statusCode).toBe(200)
})
