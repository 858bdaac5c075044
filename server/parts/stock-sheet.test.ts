import { beforeAll, expect, test } from 'vitest'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import type { StockLedger } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { SheetLine } from '#contract/parts/stock-sheets.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const compare = async (change: 'add' | 'set', lines: [text: string, pieces: number][]) =>
  (await admin.post('/stock-sheets/compare', { change, lines: lines.map(([text, pieces]) => ({ text, pieces })) })).json<SheetLine[]>()
const book = (change: 'add' | 'set', lines: [Part, pieces: number, seen?: number][], more: object = {}) =>
  admin.post('/stock-sheets', {
    change,
    reason: change === 'add' ? 'received' : 'counted',
    note: ' Delivery 4711 ',
    lines: lines.map(([part, pieces, seen = part.available]) => ({ partsId: part._id, pieces, seen })),
    ...more,
  })
const ledger = async ({ _id }: Part) => (await admin.get(`/parts/${_id}/stock`)).json<StockLedger>()

test('lines find their parts by number or name, say what they lead to, and what is wrong; nothing is changed', async () => {
  const one = await shop.addPart({ partNumber: 'SH-1', available: 5_000 })
  const two = await shop.addPart({ name: 'Sheet part two', available: 100 })
  const lines = await compare('add', [
    ['sh 1', 250],
    ['SHEET PART TWO', -101],
    ['none of these', 1],
  ])
  expect(lines).toEqual([
    { text: 'sh 1', pieces: 250, part: expect.objectContaining({ _id: one._id, available: 5_000 }), after: 5_250, problem: null },
    expect.objectContaining({ part: expect.objectContaining({ _id: two._id }), after: -1, problem: 'outOfBounds' }),
    { text: 'none of these', pieces: 1, part: null, after: null, problem: 'unknown' },
  ])
  expect(
    (
      await compare('set', [
        ['SH-1', 4_990],
        ['sh1', 10],
      ])
    ).map(({ problem }) => problem),
  ).toEqual(['twice', 'twice'])
  expect((await compare('set', [['SH-1', 4_990]]))[0]).toMatchObject({ after: 4_990, problem: null })
  expect((await ledger(one)).moves.length).toBe(1)
})

test('a delivery is booked as a whole, with its note in the ledger of each part', async () => {
  const [one, two] = [await shop.addPart({ available: 5_000 }), await shop.addPart({ available: 0 })]
  expect(
    (
      await book('add', [
        [one, 250],
        [two, 1_000],
        [two, 500],
      ])
    ).json(),
  ).toEqual({ modifiedCount: 2 })
  expect(await ledger(one)).toMatchObject({
    available: 5_250,
    moves: [{ kind: 'restock', delta: 250, reason: 'received', note: 'Delivery 4711', by: admin.email }, {}],
  })
  expect(await ledger(two)).toMatchObject({ available: 1_500 })
})

test('a count corrects the stock that was seen: what was sold since stays sold', async () => {
  const [one, two] = [await shop.addPart({ available: 5_000 }), await shop.addPart({ available: 700 })]
  await admin.post(`/parts/${one._id}/stock`, { change: 'add', pieces: -1_000, seen: 5_000, reason: 'sample', note: '' })
  expect(
    (
      await book('set', [
        [one, 4_900, 5_000],
        [two, 700],
      ])
    ).json(),
  ).toEqual({ modifiedCount: 1 })
  expect(await ledger(one)).toMatchObject({ available: 3_900, moves: [{ kind: 'set', delta: -100, reason: 'counted' }, {}, {}] })
  expect((await ledger(two)).moves.length).toBe(1)
})

test('a part that is counted twice, also by its id in capitals, is corrected once; two different counts are refused', async () => {
  const part = await shop.addPart({ available: 5_000 })
  const inCapitals = { ...part, _id: part._id.toUpperCase() }

  const same = await book('set', [
    [part, 4_900],
    [inCapitals, 4_900],
  ])
  const different = await book('set', [
    [part, 4_800, 4_900],
    [inCapitals, 4_700, 4_900],
  ])
  const delivered = await book('add', [
    [part, 10],
    [inCapitals, 5],
  ])

  expect(same.json()).toEqual({ modifiedCount: 1 })
  expect(different.json()).toMatchObject({ code: 'SHEET_REFUSED', message: `${part.name}: two lines say different counts.` })
  expect(delivered.json()).toEqual({ modifiedCount: 1 })
  expect((await ledger(part)).available).toBe(4_915)
})

test.each<[string, (one: Part, two: Part) => [Part, number][], RegExp]>([
  [
    'below nothing',
    (one, two) => [
      [one, 5],
      [two, -701],
    ],
    /must stay between 0/,
  ],
  [
    'beyond the most',
    (one, two) => [
      [one, 5],
      [two, MAXIMUM_STOCK],
    ],
    /must stay between 0/,
  ],
  [
    'of a part that is gone',
    (one, two) => [
      [one, 5],
      [{ ...two, _id: crypto.randomUUID() }, 5],
    ],
    /not in the catalogue/,
  ],
])('a sheet with a line %s changes nothing', async (_, linesOf, sentence) => {
  const [one, two] = [await shop.addPart({ available: 5_000 }), await shop.addPart({ available: 700 })]
  const answer = await book('add', linesOf(one, two))
  expect(answer.statusCode).toBe(409)
  expect(answer.json().fields).toEqual([{ field: 'lines', message: expect.stringMatching(sentence) }])
  expect((await ledger(one)).available).toBe(5_000)
})
