import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { StockLedger } from '#contract/parts/part-desk.ts'
import { cellsOf, rowsByTitle } from '#tests/support/shops/cells.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const HEAD = 'Number,Time (UTC),Part number,Part,Pieces,Stock after,Kind,Reason,Order,By,Note'

async function file(path: string): Promise<string[]> {
  const answer = await admin.get(path)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, ...rows] = answer.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toBe(HEAD)
  return rows
}

/** Without number and time. */
const withoutTime = (row: string) => row.replace(/^\d+,[^,]+,/, '')

test('the file of a part has all its moves with the stock after each, and no text that a spreadsheet would evaluate', async () => {
  const part = await shop.addPart({ name: '=HYPERLINK("x")', partNumber: `SF-${randomUUID()}` })
  const order = await shop.placeOrder(await shop.customer('ann'), part, 2_000)
  await admin.post(`/parts/${part._id}/stock`, { change: 'add', pieces: 500, seen: 0, reason: 'received', note: '@SUM(A1); 4711' })

  const rows = await file(`/parts/${part._id}/stock-file`)

  expect(rows.map(withoutTime)).toEqual([
    `${part.partNumber},"'=HYPERLINK(""x"")",10000,10000,opening,,,,`,
    `${part.partNumber},"'=HYPERLINK(""x"")",-2000,8000,hold,,${order.number},,`,
    `${part.partNumber},"'=HYPERLINK(""x"")",500,8500,restock,received,,${admin.email},"'@SUM(A1); 4711"`,
  ])
  expect((await admin.get(`/parts/${randomUUID()}/stock-file`)).statusCode).toBe(404)
})

test('a ledger of more moves than are read at once is written whole', async () => {
  const part = await shop.addPart({ available: 0 })
  await shop.db.execute(sql`
    with moved as (update parts set available = 2500 where id = ${part._id} returning id)
    insert into stock_moves (part_id, delta, kind, ref) select id, 1, 'restock', gen_random_uuid() from moved cross join generate_series(1, 2500)`)

  const balances = cellsOf(await admin.get(`/parts/${part._id}/stock-file`), 'Stock after').map(Number)

  expect(balances).toEqual(Array.from({ length: 2_501 }, (_, balance) => balance))
})

const book = ({ _id }: { _id: string }, pieces: number, at: string) =>
  shop.db.execute(sql`
    with moved as (update parts set available = available + ${pieces} where id = ${_id} returning id)
    insert into stock_moves (part_id, delta, kind, ref, created_at) select id, ${pieces}::bigint, 'restock', gen_random_uuid(), ${at} from moved`)

test('the file of some days has the moves of all parts on them, each with the stock after it as the ledger says', async () => {
  const [one, two] = [await shop.addPart({ available: 100 }), await shop.addPart({ available: 200 })]
  await book(one, 10, '2026-03-01T00:00:00Z')
  await book(two, 20, '2026-03-01T12:00:00Z')
  await book(one, 30, '2026-03-01T23:59:59Z')
  await book(one, 40, '2026-03-02T00:00:00Z')

  const rows = rowsByTitle(await admin.get('/stock-file?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'))

  expect(rows.map((row) => [row['Part number'], row['Part'], row['Pieces'], row['Stock after']])).toEqual([
    [one.partNumber, one.name, '10', '110'],
    [two.partNumber, two.name, '20', '220'],
    [one.partNumber, one.name, '30', '140'],
  ])
  const { moves } = (await admin.get(`/parts/${one._id}/stock`)).json<StockLedger>()
  expect(moves.find(({ delta }) => delta === 30)!.balance).toBe(140)
  expect(await file('/stock-file?from=2026-03-03T00:00:00Z&to=2026-03-04T00:00:00Z')).toEqual([])
  expect((await file('/stock-file')).length).toBeGreaterThan(2_500)
})
