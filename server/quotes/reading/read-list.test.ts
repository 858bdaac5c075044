import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import type { ReadList } from '#contract/quotes/lists.ts'
import { LIST_BYTES } from '#contract/basics/limits.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { lockUntilReleased } from '#tests/support/database/lock-waits.ts'
import { lockedWorkbook } from '#tests/support/hostile/locked-workbook.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'

const shop = await openShop({ rateLimit: true })
const buyer = await shop.customer()
const { key } = await programOf(shop, buyer, ['quotes:write'])
const board = await shop.addPart({ name: 'Main board', partNumber: 'MB-43', price: 2 })

const read = (payload: string | Buffer, query = '', type = 'application/octet-stream') =>
  shop.app.inject({
    method: 'POST',
    url: `/api/quotes/read${query}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    payload,
  })

test('a list becomes lines that a quote takes as they are; what is no line is told', async () => {
  const answer = await read(
    'Liste;;;\r\nPos;Art.-Nr.;Bezeichnung;Menge\r\n1;MB-43;Main board;2000 Stk\r\n2;XY-9;Strange;500\r\n\r\n;;Summe;2.500\r\n',
  )

  const list = answer.json<ReadList>()
  const saved = (await buyer.post('/quotes', { lines: list.lines })).json<Quote>()
  expect(list).toEqual({
    lines: [
      { text: 'MB-43', quantity: '2000 Stk' },
      { text: 'XY-9', quantity: '500' },
    ],
    notRead: [
      { row: 1, text: 'Liste' },
      { row: 4, text: 'Summe 2.500' },
    ],
    columns: { part: 2, name: 3, quantity: 4 },
    header: 1,
    blank: 1,
    counted: false,
    shortened: 0,
  })
  expect(saved).toMatchObject({ lines: [{ partsId: board._id, quantity: 2_000, status: 'matched' }, { status: 'unknown' }] })
})

test('unclear columns are asked for, and taken as the caller names them', async () => {
  const list = 'MB-43;1000;2000\nXY-9;500;700\nXY-8;100;300\n'

  const unclear = await read(list)
  const named = await read(list, '?part=1&quantity=3')
  const half = await read(list, '?quantity=3')

  expect(unclear.statusCode).toBe(422)
  expect(unclear.json()).toMatchObject({ code: 'COLUMNS_UNCLEAR' })
  expect(named.json<ReadList>().lines).toEqual([
    { text: 'MB-43', quantity: '2000' },
    { text: 'XY-9', quantity: '700' },
    { text: 'XY-8', quantity: '300' },
  ])
  expect(half.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'part' }] })
})

test('of a workbook with several sheets the caller may choose one, and a sheet that it has not is refused at the field', async () => {
  const sheets = ['One', 'Two'].map((sheet, at) => ({ sheet, data: [[{ value: 'MB-43' }, { value: 1_000 * (at + 1) }]] }))
  const book = await writeExcelFile(sheets).toBuffer()

  const usual = (await read(book)).json<ReadList>()
  const chosen = (await read(book, '?sheet=Two')).json<ReadList>()
  const unknown = await read(book, '?sheet=Three')

  expect(usual).toMatchObject({ lines: [{ text: 'MB-43', quantity: '1000' }], sheets: { names: ['One', 'Two'], read: 'One' } })
  expect(chosen).toMatchObject({ lines: [{ text: 'MB-43', quantity: '2000' }], sheets: { read: 'Two' } })
  expect(unknown.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'sheet' }] })
})

test.each([
  ['a locked workbook', lockedWorkbook(), 422, 'This workbook is locked with a password.'],
  ['a broken workbook', Buffer.from('PK\u0003\u0004nothing'), 422, 'This workbook is damaged.'],
  [
    'a program',
    Buffer.from('MZ\u0000\u0001\u0002'),
    422,
    'This is no list that the shop can read. Send CSV, a workbook (XLSX, XLS, ODS), PDF or text.',
  ],
  ['blank lines', '\n \n', 422, 'The list is empty.'],
  ['more rows than a quote has lines', 'A\n'.repeat(10_002), 422, 'This list has more than 10,000 rows.'],
  ['more bytes than a list has', Buffer.alloc(LIST_BYTES + 1, 65), 413, 'The request is too large.'],
])('%s is refused in words', async (_, payload, status, message) => {
  const answer = await read(payload)

  expect(answer.statusCode).toBe(status)
  expect(answer.json().message).toBe(message)
})

test('a list in JSON is refused by its content type', async () => {
  expect((await read('{}', '', 'application/json')).json()).toMatchObject({ code: 'WRONG_CONTENT_TYPE' })
})

test('an account reads one list at a time, and one waits; a further one is to come again', async () => {
  const unlock = await lockUntilReleased(shop.db, (tx) => tx.execute(sql`lock table parts`))
  const refused: Awaited<ReturnType<typeof read>>[] = []
  const answers = Array.from({ length: 4 }, async () => {
    const answer = await read('Dear all,\nMB-43 2000\n')
    if (answer.statusCode === 429) refused.push(answer)
    return answer.statusCode
  })
  await expect.poll(() => refused.length).toBe(2)
  await unlock()

  expect((await Promise.all(answers)).toSorted()).toEqual([200, 200, 429, 429])
  expect(refused[0]!.headers['retry-after']).toBe('2')
})

test('lists of one account are limited within an hour, by their size and by the texts that the shop is asked about', async () => {
  const ask = async (used: number, payload: string) => {
    const greedy = await shop.customer('greedy')
    await shop.services.identity.countAttempt('quote-work', greedy.userId, used)
    const headers = { authorization: `Bearer ${greedy.token}`, 'content-type': 'application/octet-stream' }
    return (await shop.app.inject({ method: 'POST', url: '/api/quotes/read', headers, payload })).statusCode
  }
  const short = 'Dear all,\nMB-43 2000\n'

  expect(await ask(999_995, 'MB-43;2000\n'.repeat(100))).toBe(429)
  expect(await ask(999_999, short)).toBe(429)
  expect(await ask(999_995, short)).toBe(200)
})
