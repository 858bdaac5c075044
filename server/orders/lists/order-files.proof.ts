import { execFile } from 'node:child_process'
import { request, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, inject, test } from 'vitest'
import { MAXIMUM_IN_WORKBOOK } from '#contract/orders/order-files.ts'
import { inDatabase } from '#database/in-database.ts'
import { transaction } from '#database/transaction.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

const ORDERS = 20_000
/** Longer than any address, so that the file is far larger than the memory of a process and than what a connection holds unread. */
const ADDRESS_BYTES = 8_000
/** Two fifths of the file. */
const MEMORY_MB = 64
/** Statements that read the whole file. */
const STATEMENTS = 40

const PROGRAM = fileURLToPath(new URL('../../../tests/support/load/write-order-file.ts', import.meta.url))

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
  await insertOrders(ORDERS, ADDRESS_BYTES)
})

/** Without the events and messages of each order. */
async function insertOrders(count: number, addressBytes: number): Promise<void> {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]
  await transaction(shop.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      with taken as (
        insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
        select ${ann.userId}, ${part._id}, 1000, 1, 'ordered', now() from generate_series(1, ${count}::int) returning id
      )
      insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents, state, placed_at)
      select id, ${ann.userId}, ${part._id}, 'Cable', '/x.webp', ${ann.email}, 'Ann', '+49 30 1', repeat('D', ${addressBytes}::int), 1000, 1, 100000, 'unpaid',
        now() - row_number() over () * interval '1 minute' from taken`)
  })
  await shop.db.execute(sql`analyze orders`)
}

/** The response with the file, not read yet. */
function download(path = '/allOrderFile?format=csv'): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: `Bearer ${admin.token}` }
  request(`${address}/api${path}`, { headers, agent: false }).once('response', resolve).once('error', reject).end()
  return promise
}

test('a file is written by a process whose memory does not hold it', async () => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const connection = JSON.stringify(inDatabase(inject('postgres'), rows[0]!.name))

  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, PROGRAM, connection])

  expect(Number(stdout)).toBeGreaterThan(ORDERS * ADDRESS_BYTES)
})

test('a reader that goes away ends the reading, and the account has its next file at once', async () => {
  let statements = 0
  const count = () => (statements += 1)
  shop.db.$client.driver.on('acquire', count)
  const left = await download()
  left.destroy()

  const next = await Promise.all([download('/allOrderFile?format=csv&q=nothing'), download('/allOrderFile?format=csv&q=nothing')])

  expect(next.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const answer of next) answer.resume()
  await expect.poll(() => shop.db.$client.driver.totalCount - shop.db.$client.driver.idleCount).toBe(0)
  shop.db.$client.driver.off('acquire', count)
  expect(statements).toBeLessThan(STATEMENTS)
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

test('a workbook of more than 100,000 orders is refused before its first byte', async () => {
  await insertOrders(MAXIMUM_IN_WORKBOOK + 1 - ORDERS, 1)

  const refused = await admin.get('/allOrderFile?format=xlsx')

  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields).toEqual([{ field: 'format', message: 'More than 100,000 orders match. Choose CSV, or fewer days.' }])
})
