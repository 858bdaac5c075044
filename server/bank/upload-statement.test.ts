import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bankLines, bankMovements, bankStatements } from '#database/tables/bank.ts'
import { camtOf, sendStatement, takeTransfers, upload } from '#tests/support/shops/bank.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

test('the same file twice, and files that overlap, give each movement once and drop none (78)', async () => {
  const [a, b, c] = [
    { amount: 10, text: 'one', day: '2026-10-01' },
    { amount: 20, text: 'two', day: '2026-10-02' },
    { amount: 30, text: 'three', day: '2026-10-03' },
  ]
  const first = await upload(shop, admin, [a, b, b], { id: 'F1', account: 'X1' })
  const again = await upload(shop, admin, [a, b, b], { id: 'F1', account: 'X1' })
  const overlapping = await upload(shop, admin, [b, b, c], { id: 'F2', account: 'X1' })

  expect(first.statement).toMatchObject({ lines: 3, newLines: 3, firstDay: '2026-10-01', lastDay: '2026-10-02' })
  expect(again).toMatchObject({ before: true, statement: { _id: first.statement._id } })
  expect(overlapping.statement).toMatchObject({ lines: 3, newLines: 1 })
  expect(overlapping.seen.map(({ line, text }) => [line, text])).toEqual([
    [1, 'two'],
    [2, 'two'],
  ])
  const kept = await shop.db.select().from(bankMovements).where(eq(bankMovements.account, 'X1'))
  expect(kept.map(({ amount }) => amount).toSorted((x, y) => x - y)).toEqual([1_000, 2_000, 2_000, 3_000])
})

test('a line that only looks like an earlier one is added when somebody says so, once (78)', async () => {
  await upload(shop, admin, [{ amount: 5, text: 'coffee' }], { id: 'G1', account: 'X2' })
  const { statement, seen } = await upload(shop, admin, [{ amount: 5, text: 'coffee' }], { id: 'G2', account: 'X2' })
  const add = () => admin.post(`/bank/statements/${statement._id}/lines`, { line: seen[0]!.line })

  expect((await add()).json()).toEqual({ added: 1 })
  expect((await add()).json()).toEqual({ added: 0 })

  expect(await shop.db.$count(bankMovements, eq(bankMovements.account, 'X2'))).toBe(2)
  expect((await admin.post(`/bank/statements/${statement._id}/lines`, { line: 99 })).statusCode).toBe(404)
})

test('a long file is written in pieces, each in the time of a statement, and all of it or nothing (78)', async () => {
  const movements = [...Array(4_100).keys()].map((n) => `:61:261102C1,00NTRFR${n}\r\n:86:Payment ${n}\r\n`)
  const file = `:20:S1\r\n:25:X9\r\n:28C:1/1\r\n:60F:C261101USD0,00\r\n${movements.join('')}:62F:C261102USD4100,00\r\n-\r\n`

  const answer = await sendStatement(shop, admin, file, 'year.sta')

  expect(answer.json().statement).toMatchObject({ lines: 4_100, newLines: 4_100 })
  // The commands that have written the rows, and their transactions.
  const { rows } = await shop.db.execute(sql`
    select count(*)::int as movements, count(distinct cmin::text)::int as pieces, count(distinct xmin::text)::int as transactions
    from bank_movements where account = 'X9'`)
  expect(rows).toEqual([{ movements: 4_100, pieces: 3, transactions: 1 }])
  expect(await shop.db.$count(bankLines, eq(bankLines.statementId, answer.json().statement._id))).toBe(4_100)
})

test('fifty uploads of two overlapping files at once give each movement once (78)', async () => {
  const files = [1, 2].map((id) =>
    camtOf(
      [...Array(20).keys()].map((n) => ({ amount: n + 1, text: `p${n}`, bankReference: `P${n}` })),
      { id: `H${id}`, account: 'X3' },
    ),
  )

  const answers = await Promise.all([...Array(50).keys()].map((n) => sendStatement(shop, admin, files[n % 2]!)))

  // Some may be refused as busy; no confirmed one is lost.
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 503)).toBe(true)
  expect(await shop.db.$count(bankMovements, eq(bankMovements.account, 'X3'))).toBe(20)
})

test('a file that is broken at its end adds nothing, and says why (78)', async () => {
  const file = camtOf([{ amount: 1, text: 'first' }, { amount: 2 }], { account: 'X4' })

  const cut = await sendStatement(shop, admin, file.slice(0, -60))
  const bomb = await sendStatement(shop, admin, `<!DOCTYPE d [<!ENTITY a "x">]>${file}`)

  expect(cut.statusCode).toBe(422)
  expect(cut.json()).toMatchObject({ code: 'STATEMENT_UNREADABLE', message: expect.stringContaining('cut off') })
  expect(bomb.statusCode).toBe(422)
  expect(await shop.db.$count(bankMovements, eq(bankMovements.account, 'X4'))).toBe(0)
})

test('the upload says how many rows were announced, and how many are no movements', async () => {
  const file = 'Date,Text,Amount,Status,Account\n2026-11-25,O-9,5.00,posted,X6\n2026-11-26,O-8,6.00,pending,X6\n,Total,5.00,,X6\n'

  const answer = await sendStatement(shop, admin, file, 'statement.csv')
  const again = await sendStatement(shop, admin, file, 'statement.csv')

  expect(answer.json()).toMatchObject({ leftOut: 1, statement: { lines: 1, newLines: 1, pending: 1 } })
  expect(again.json()).toMatchObject({ before: true, leftOut: 0, statement: { pending: 1 } })
})

test('movements, lines and receipts are only added to (78)', async () => {
  await upload(shop, admin, [{ amount: 1 }], { id: 'I', account: 'X5' })
  for (const table of [bankLines, bankMovements, bankStatements]) await expect(shop.db.delete(table)).rejects.toThrow()
  await expect(shop.db.execute(sql`update bank_movements set amount = amount + 1`)).rejects.toThrow()
})
