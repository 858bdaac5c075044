import { eq, sql, TransactionRollbackError, type SQL } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readPartsFile } from '#readers/parts/read-parts-file.ts'
import { recognisePartColumns } from '#readers/parts/recognise-part-columns.ts'
import { IMPORT_ROWS_AT_ONCE, type ImportCells, type ImportPreview, type ListedImport } from '#contract/parts/imports.ts'
import type { ManagedPart, ManagedParts, StockLedger } from '#contract/parts/part-desk.ts'
import type { PartFacts } from '#contract/parts/part-facts.ts'
import type { Part } from '#contract/parts/parts.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

let shop: TestShop
let admin: Customer
let count = 0
let mark: string

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const above = await addCategory('Import boards')
  await addCategory('Import mains', above)
  await admin.post('/attributes', { name: 'Import size', unit: 'in', kind: 'number', place: 0 })
  await admin.post('/attributes', { name: 'Import plug', unit: '', kind: 'text', place: 1 })
})
const addCategory = async (name: string, parent: string | null = null) =>
  (await admin.post('/categories', { name, parent, place: 0 })).json<{ insertedId: string }>().insertedId
const factsOf = async ({ _id }: Pick<Part, '_id'>) => (await admin.get(`/parts/${_id}/facts`)).json<PartFacts>()
beforeEach(() => {
  mark = `M${(count += 1)}`
})

const numbered = (rows: ImportCells[]) => rows.map((cells, index) => ({ row: index + 1, cells }))
const addRows = (id: string, rows: { row: number; cells: ImportCells }[]) => admin.put(`/imports/${id}/rows`, { rows })

async function begin(rows: ImportCells[], { setsStock = false } = {}): Promise<string> {
  const { _id } = (await admin.post('/imports', { fileName: 'parts.csv', setsStock })).json<{ _id: string }>()
  for (let at = 0; at < rows.length; at += IMPORT_ROWS_AT_ONCE) {
    expect((await addRows(_id, numbered(rows).slice(at, at + IMPORT_ROWS_AT_ONCE))).statusCode).toBe(200)
  }
  return _id
}
const preview = async (id: string, query = '') => (await admin.get(`/imports/${id}?${query}`)).json<ImportPreview>()
const write = async (id: string, more: object = {}) =>
  admin.post(`/imports/${id}/write`, { fingerprint: (await preview(id)).fingerprint, ...more })
const undo = (id: string) => admin.post(`/imports/${id}/undo`)
const reasons = (answer: { json: <T>() => T }) => answer.json<{ fields: { message: string }[] }>().fields.map(({ message }) => message)
const desk = async ({ _id }: Pick<Part, '_id'>) => (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>()
const findAll = async (number: string) =>
  (await admin.get(`/parts?q=${number}`)).json<ManagedParts>().parts.filter(({ partNumber }) => partNumber === number)
const find = async (number: string) => (await findAll(number))[0]

const newPart = (img: string, more: ImportCells = {}): ImportCells => ({
  partNumber: `${mark}-NEW`,
  name: `Part ${mark}`,
  description: 'From a file',
  price: '2.50',
  img,
  ...more,
})

test('a file is compared with the catalogue row by row, then written as a whole, and every cell is there', async () => {
  const old = await shop.addPart({ partNumber: `${mark}-OLD`, name: `Old ${mark}`, price: 2, leadDays: 9, available: 4_000 })
  const same = await shop.addPart({ partNumber: `${mark}-SAME`, name: `Same ${mark}` })
  const id = await begin([
    newPart(old.img, { priceBreaks: '5,000: 2.40; 10000: $2.1', leadDays: '7', available: '12,000' }),
    { partNumber: `${mark.toLowerCase()} old`, name: 'Renamed', price: '2.2', available: '1' },
    { partNumber: `${mark}-SAME`, name: `Same ${mark}`, price: '' },
  ])

  const seen = await preview(id, 'show=changed')
  expect(seen.counts).toMatchObject({ new: 1, changed: 1, same: 1, wrong: 0 })
  expect(seen.rows).toEqual([
    expect.objectContaining({
      row: 2,
      changes: [
        { field: 'name', before: `Old ${mark}`, after: 'Renamed' },
        { field: 'price', before: '2.0000', after: '2.2000' },
        { field: 'partNumber', before: `${mark}-OLD`, after: `${mark.toLowerCase()} old` },
      ],
    }),
  ])
  const missing = await preview(id, 'show=missing&size=100')
  expect(missing.missing.map(({ _id }) => _id)).not.toContain(same._id)
  expect(missing.missing.length).toBe(Math.min(missing.counts.missing, 100))
  expect(await find(`${mark}-NEW`)).toBeUndefined()

  expect((await write(id)).json()).toEqual({ modifiedCount: 2 })

  expect(await find(`${mark}-NEW`)).toMatchObject({
    name: `Part ${mark}`,
    price: 2.5,
    priceBreaks: [
      { from: 5_000, price: 2.4 },
      { from: 10_000, price: 2.1 },
    ],
    leadDays: 7,
    available: 12_000,
  })
  expect(await desk(old)).toMatchObject({ name: 'Renamed', price: 2.2, leadDays: 9, available: 4_000, description: old.description })
  expect((await desk(old)).changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'name', before: `Old ${mark}`, after: 'Renamed', by: admin.email }),
      expect.objectContaining({ field: 'price', before: '2.0000', after: '2.2000' }),
    ]),
  )
  expect((await write(id)).statusCode).toBe(409)
  expect((await admin.get('/imports')).json<ListedImport[]>()[0]).toMatchObject({ _id: id, state: 'written', writtenRows: 2 })
})

test.each<[keyof ImportCells, string, string]>([
  ['name', 'x'.repeat(121), 'nameLength'],
  ['description', 'x'.repeat(4_001), 'descriptionLength'],
  ['partNumber', '--', 'number'],
  ['price', 'two', 'price'],
  ['price', '0', 'price'],
  ['price', '1,234', 'unclear'],
  ['price', '1.234', 'unclear'],
  ['price', '2.12345', 'price'],
  ['priceBreaks', '1000: 2', 'ladder'],
  ['priceBreaks', '5000: 2; 4000: 1', 'ladder'],
  ['priceBreaks', '5000: 1; 6000: 2', 'ladder'],
  ['priceBreaks', '5000', 'ladder'],
  ['smallPrices', '10: 4', 'smallPrices'],
  ['smallPrices', '1: 4; 100: 5', 'smallPrices'],
  ['leadDays', '366', 'leadDays'],
  ['available', '-1', 'available'],
  ['available', '1.5', 'available'],
  ['img', '/images/00000000000000000000000000000000.webp', 'picture'],
  ['img', 'screw.png', 'picture'],
  ['category', 'No such > Category', 'category'],
  ['attributes', 'No such: 55', 'attributes'],
  ['attributes', 'Import size: wide', 'attributes'],
  ['attributes', 'Import size: 55; import size: 65', 'attributes'],
  ['weight', '0', 'weight'],
  ['weight', 'heavy', 'weight'],
  ['origin', 'Atlantis', 'origin'],
  ['customsCode', '8529', 'customsCode'],
  ['minimumOrder', '0', 'minimumOrder'],
  ['pictureText', 'x'.repeat(201), 'pictureText'],
  ['pictures', '/images/00000000000000000000000000000000.webp Back', 'pictures'],
  ['substitutes', 'NO-SUCH-PART', 'related'],
  ['substitutes', '--', 'related'],
  ['accessories', Array.from({ length: 21 }, (_, index) => `A-${index}`).join(';'), 'relatedMany'],
  ['orderStep', '0', 'orderStep'],
])('a wrong cell is named: %s %s', async (field, cell, problem) => {
  const { img } = await shop.addPart()
  const id = await begin([newPart(img, { [field]: cell })])
  const { rows, counts } = await preview(id)
  expect(rows[0]!.problems).toEqual([{ field, problem }])
  expect(counts.wrong).toBe(1)
  expect(reasons(await write(id))).toEqual(['Some rows are wrong. Correct them or leave them out.'])
})

test('rows are judged beside the others and the catalogue, mended one by one, or left out', async () => {
  const laddered = await shop.addPart({ partNumber: `${mark}-L`, price: 3, priceBreaks: [{ from: 5_000, price: 2.5 }] })
  const id = await begin([
    newPart(laddered.img),
    newPart(laddered.img, { partNumber: `${mark} new` }),
    { name: 'No number' },
    { partNumber: `${mark}-L`, price: '2.4' },
  ])
  expect(
    (await preview(id)).rows.map(({ row, problems }) => [row, ...problems.map(({ field, problem }) => `${field} ${problem}`)]),
  ).toEqual([
    [1, 'partNumber numberTwice'],
    [2, 'partNumber numberTwice'],
    [3, 'description missing', 'price missing', 'img missing'],
    [4, 'price ladderAbove'],
  ])
  await addRows(id, [
    { row: 2, cells: newPart(laddered.img, { partNumber: `${mark}-OTHER` }) },
    { row: 4, cells: { partNumber: `${mark}-L`, price: '2.4', priceBreaks: '-' } },
  ])
  expect((await preview(id)).counts).toMatchObject({ new: 2, changed: 1, wrong: 1 })
  expect((await admin.post(`/imports/${id}/leave-out`)).json()).toEqual({ modifiedCount: 1 })
  expect((await write(id)).json()).toEqual({ modifiedCount: 3 })
  expect(await desk(laddered)).toMatchObject({ price: 2.4, priceBreaks: [] })
})

test('one value goes into all rows with the same problem, and into no other', async () => {
  const { img } = await shop.addPart()
  const id = await begin([
    newPart(img, { partNumber: `${mark}-1`, price: 'two' }),
    newPart(img, { partNumber: `${mark}-2`, price: '0', leadDays: '999' }),
    newPart(img, { partNumber: `${mark}-3`, price: '3' }),
    newPart(img, { partNumber: `${mark}-4`, leadDays: '-1' }),
  ])
  expect((await preview(id)).repeated).toEqual([
    { field: 'leadDays', problem: 'leadDays', count: 2 },
    { field: 'price', problem: 'price', count: 2 },
  ])
  const mend = (body: object) => admin.post(`/imports/${id}/mend`, body)
  expect((await mend({ field: 'price', problem: 'price', value: '2.25' })).json()).toEqual({ modifiedCount: 2 })
  expect((await preview(id)).rows.map(({ row, problems }) => [row, problems])).toEqual([
    [2, [{ field: 'leadDays', problem: 'leadDays' }]],
    [4, [{ field: 'leadDays', problem: 'leadDays' }]],
  ])
  expect((await mend({ field: 'leadDays', problem: 'leadDays', value: '9' })).json()).toEqual({ modifiedCount: 2 })
  expect((await write(id)).json()).toEqual({ modifiedCount: 4 })
  expect(await find(`${mark}-1`)).toMatchObject({ price: 2.25, leadDays: 15 })
  expect(await find(`${mark}-2`)).toMatchObject({ price: 2.25, leadDays: 9 })
  expect(await find(`${mark}-3`)).toMatchObject({ price: 3 })
  expect((await mend({ field: 'price', problem: 'price', value: '1' })).statusCode).toBe(409)
})

test('what has changed since the preview is not written, by rows or by the catalogue (82)', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-P`, name: 'Before' })
  const id = await begin([{ partNumber: `${mark}-P`, name: 'From the file' }])
  const { fingerprint } = await preview(id)
  await admin.put(`/parts/${part._id}/details`, {
    name: 'By another admin',
    description: part.description,
    img: part.img,
    seen: { name: 'Before', description: part.description, img: part.img },
  })
  expect(reasons(await admin.post(`/imports/${id}/write`, { fingerprint }))).toEqual([
    'The catalogue or the rows have changed since the preview. Look at it again.',
  ])
  expect((await desk(part)).name).toBe('By another admin')
  expect((await write(id)).statusCode).toBe(200)
})

test('a part that is changed while an import is written keeps its change, and the import is refused (82)', async () => {
  const one = await shop.addPart({ partNumber: `${mark}-1`, name: `One ${mark}`, price: 2 })
  const other = await shop.addPart({ partNumber: `${mark}-2`, name: `Other ${mark}`, price: 2 })
  const id = await begin([one, other].map(({ partNumber }) => ({ partNumber, price: '2.2' })))
  const release = await lockUntilReleased(shop.db, (tx) => tx.update(parts).set({ price: '2.1000' }).where(eq(parts.id, one._id)))

  const writing = write(id)
  await untilWaiting(shop.db, 1)
  await release()

  expect(reasons(await writing)).toEqual([`One ${mark} has been changed since.`])
  expect([(await desk(one)).price, (await desk(other)).price]).toEqual([2.1, 2])
})

test('a large fall of a price, at the minimum order or at a step, is confirmed first', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-P`, price: 10, priceBreaks: [{ from: 5_000, price: 9 }] })
  for (const cells of [{ priceBreaks: '5000: 6' }, { price: '6.9', priceBreaks: '-' }]) {
    const id = await begin([{ partNumber: `${mark}-P`, ...cells }])
    expect((await preview(id)).falls).toBe(1)
    expect((await write(id)).json()).toMatchObject({ code: 'PRICE_FALL' })
  }
  const gentle = await begin([{ partNumber: `${mark}-P`, price: '9.5' }])
  expect((await preview(gentle)).falls).toBe(0)
  expect((await desk(part)).price).toBe(10)
  await admin.put(`/parts/${part._id}`, { price: 9.5, priceBreaks: [{ from: 5_000, price: 7 }] })
  const second = await begin([{ partNumber: `${mark}-P`, priceBreaks: '5000: 6' }])
  expect((await preview(second)).falls).toBe(1)
  await admin.put(`/parts/${part._id}`, { price: 10, priceBreaks: [{ from: 5_000, price: 9 }] })
  const id = await begin([{ partNumber: `${mark}-P`, price: '6.9', priceBreaks: '-' }])
  expect((await write(id, { confirmed: true })).statusCode).toBe(200)
  expect((await desk(part)).price).toBe(6.9)
})

test('a stock is set as counted when the import says so; what is sold after the preview stays sold', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-P`, available: 5_000 })
  const id = await begin([{ partNumber: `${mark}-P`, available: '7000' }], { setsStock: true })
  expect((await write(id)).statusCode).toBe(200)
  const ledger = async () => (await admin.get(`/parts/${part._id}/stock`)).json<StockLedger>()
  expect((await ledger()).moves[0]).toMatchObject({ kind: 'set', delta: 2_000, balance: 7_000, reason: 'counted', by: admin.email })
  expect((await undo(id)).json()).toEqual({ modifiedCount: 1 })
  expect((await ledger()).moves[0]).toMatchObject({ delta: -2_000, balance: 5_000 })
})

test('an import is taken back as a whole, once (82)', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-P`, name: 'Before', price: 2, priceBreaks: [{ from: 5_000, price: 1.9 }] })
  const before = await desk(part)
  const id = await begin([newPart(part.img), { partNumber: `${mark}-P`, name: 'After', price: '2.1', priceBreaks: '-', leadDays: '3' }])
  await write(id)
  const added = (await find(`${mark}-NEW`))!

  expect((await undo(id)).json()).toEqual({ modifiedCount: 2 })

  const { changes, ...after } = await desk(part)
  expect({ ...after, changes: before.changes }).toEqual(before)
  expect(changes.length).toBe(8)
  expect((await desk(added)).removedAt).not.toBeNull()
  expect((await undo(id)).json()).toEqual({ modifiedCount: 0 })
})

test.each<[string, (part: Part) => Promise<unknown>, string]>([
  ['is quoted', async (part) => saveQuote(await shop.customer(), { lines: [{ text: part.partNumber }] }), 'is in orders or quotes'],
  [
    'has moved stock',
    (part) => admin.post(`/parts/${part._id}/stock`, { change: 'add', pieces: 5, seen: 9_000, reason: 'received', note: '' }),
    'stock has moved',
  ],
  ['has another price', (part) => admin.put(`/parts/${part._id}`, { price: 2.6 }), 'has been changed since'],
])('an import is not taken back while a new part %s (82)', async (_, use, sentence) => {
  const { img } = await shop.addPart()
  const id = await begin([newPart(img, { available: '9000' }), newPart(img, { partNumber: '' })])
  await write(id)
  const part = (await find(`${mark}-NEW`))!
  await use(part)
  const answer = await undo(id)
  expect(answer.statusCode).toBe(409)
  expect(reasons(answer)).toEqual([expect.stringContaining(sentence)])
  expect((await desk(part)).removedAt).toBeNull()
})

test('an import is not taken back over a later change of a part (82)', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-P`, price: 2 })
  const id = await begin([{ partNumber: `${mark}-P`, price: '2.1' }])
  await write(id)
  await admin.put(`/parts/${part._id}`, { price: 2.2 })
  expect(reasons(await undo(id))).toEqual([`${part.name} has been changed since.`])
  expect((await desk(part)).price).toBe(2.2)
})

test('two who write the same import at once write it once (80)', async () => {
  const { img } = await shop.addPart()
  const id = await begin([newPart(img)])
  const answers = await Promise.all([write(id), write(id), write(id)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect((await findAll(`${mark}-NEW`)).length).toBe(1)
})

/** Three batches. */
const MANY_ROWS = 1_200
const manyRows = (img: string) => Array.from({ length: MANY_ROWS }, (_, index) => newPart(img, { partNumber: `${mark}-${index}` }))
const done = async (id: string) => (await admin.get(`/imports/${id}/progress`)).json<{ done: number }>().done

/** Does `work` while other work waits for what the statement has locked, and takes the statement back. */
async function whileLocked(statement: SQL, work: () => Promise<unknown>): Promise<void> {
  await transaction(shop.db, async (tx) => {
    await tx.execute(statement)
    await work()
    throw new TransactionRollbackError()
  }).catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
}

test('writing is stopped between two batches, and leaves nothing (82)', async () => {
  const { img, _id } = await shop.addPart()
  const id = await begin(manyRows(img))
  let writing!: ReturnType<typeof write>
  // The second batch waits for a number that another transaction is assigning to a part.
  await whileLocked(sql`update parts set part_number = ${`${mark}-600`} where id = ${_id}`, async () => {
    writing = write(id)
    await expect.poll(() => done(id), { timeout: HANG_LIMIT_MS }).toBe(500)
    await admin.post(`/imports/${id}/stop`)
  })
  expect(reasons(await writing)).toEqual(['Stopped. Nothing was changed.'])
  expect(await done(id)).toBe(1_000)
  expect(await find(`${mark}-0`)).toBeUndefined()
  expect((await write(id)).json()).toEqual({ modifiedCount: MANY_ROWS })
})

test('taking back is stopped between two batches and changes nothing, and of two at once one is refused (82)', async () => {
  const { img } = await shop.addPart()
  const id = await begin(manyRows(img))
  await write(id)
  let undoing!: ReturnType<typeof undo>
  // The first batch waits for a part that another transaction is changing.
  await whileLocked(sql`select from parts where part_number = ${`${mark}-0`} for update`, async () => {
    undoing = undo(id)
    await expect.poll(() => done(id), { timeout: HANG_LIMIT_MS }).toBe(0)
    expect(reasons(await undo(id))).toEqual(['This import is being written or taken back.'])
    await admin.post(`/imports/${id}/stop`)
  })
  expect(reasons(await undoing)).toEqual(['Stopped. Nothing was changed.'])
  expect(await find(`${mark}-0`)).toBeDefined()
  expect(await find(`${mark}-${MANY_ROWS - 1}`)).toBeDefined()
  expect((await undo(id)).json()).toEqual({ modifiedCount: MANY_ROWS })
  expect(await find(`${mark}-0`)).toBeUndefined()
})

test.each(['csv', 'xlsx', 'json'] as const)(
  'a saved %s file is read back without a change, and after a loss brings every cell back',
  async (format) => {
    const awkward = {
      name: `-5 V "regulator", ${mark}`,
      description: `=1+1\nsecond line; 'quoted'\n+3 ; -4`,
      price: 0.0042,
      priceBreaks: [{ from: 1_001, price: 0.0041 }],
      leadDays: 0,
      available: 0,
    }
    const part = await shop.addPart({ partNumber: `+${mark}`, ...awkward })
    const given = {
      category: 'import mains',
      attributes: 'Import size: 55 in; Import plug: A: b',
      weight: '1,250.5',
      origin: 'vietnam',
      customsCode: '8529.90.92',
      minimumOrder: '2,000',
      orderStep: '500',
    }
    await write(await begin([{ partNumber: `+${mark}`, ...given }]))
    const facts = await factsOf(part)
    expect(facts).toMatchObject({
      line: [{ name: 'Import boards' }, { name: 'Import mains' }],
      attributes: [
        { name: 'Import size', value: '55' },
        { name: 'Import plug', value: 'A: b' },
      ],
      weight: 1250.5,
      origin: 'VN',
      customsCode: '85299092',
      minimumOrder: 2_000,
      orderStep: 500,
    })
    const answer = await admin.get(`/partFile?format=${format}`)
    const rows = await readPartsFile(new Uint8Array(answer.rawPayload))
    const { fields } = recognisePartColumns(rows)
    const cells = rows
      .slice(1)
      .map((row) => Object.fromEntries(fields.flatMap((field, place) => (field && row[place] ? [[field, row[place]]] : []))))

    const again = await begin(cells, { setsStock: true })
    const { counts } = await preview(again)
    expect(counts).toMatchObject({ new: 0, changed: 0, wrong: 0, missing: 0 })
    expect(counts.same).toBe(cells.length)

    await admin.delete(`/parts/${part._id}`)
    const back = await begin(cells.filter(({ partNumber }) => partNumber === `+${mark}`))
    expect((await write(back)).json()).toEqual({ modifiedCount: 1 })
    const restored = await find(`+${mark}`)
    expect(restored).toMatchObject({ ...awkward, img: part.img })
    expect(await factsOf(restored!)).toEqual(facts)
  },
)

test('facts of a part are changed by a file, kept by empty cells, removed by a dash, and as before once it is taken back', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-F` })
  const beside = await shop.addPart({ partNumber: `${mark}-G` })
  const [number, another] = [{ partNumber: `${mark}-F` }, { partNumber: `${mark}-G` }]
  const given = { category: 'Import boards > Import mains', attributes: 'Import size: 55', weight: '12', origin: 'CN' }
  await write(
    await begin([
      { ...number, ...given },
      { ...another, weight: '7' },
    ]),
  )
  const before = await factsOf(part)
  await write(await begin([{ ...number, category: '', attributes: '', weight: '', origin: '', customsCode: '852990', name: 'Named anew' }]))
  expect(await factsOf(part)).toEqual({ ...before, customsCode: '852990' })

  const nothing = { category: '-', attributes: '-', weight: '-', origin: '-', customsCode: '-' }
  const removing = await begin([
    { ...number, ...nothing },
    { ...another, name: 'Named beside it' },
  ])
  expect((await preview(removing)).rows[0]!.changes).toContainEqual({
    field: 'category',
    before: 'Import boards > Import mains',
    after: '-',
  })
  await write(removing)
  expect(await factsOf(beside)).toMatchObject({ weight: 7 })
  expect(await factsOf(part)).toMatchObject({ category: null, line: [], attributes: [], weight: null, origin: null, customsCode: null })
  expect((await desk(part)).changes.map(({ field, before: was, after }) => [field, was, after])).toContainEqual([
    'attributes',
    'Import size: 55 in',
    '',
  ])
  expect((await undo(removing)).json()).toEqual({ modifiedCount: 2 })
  expect(await factsOf(part)).toEqual({ ...before, customsCode: '852990' })
})

test('a category that is removed after the preview is no longer written', async () => {
  const { img } = await shop.addPart()
  const category = await addCategory('Import passing')
  const id = await begin([newPart(img, { category: 'Import passing' })])
  const { fingerprint } = await preview(id)
  await admin.delete(`/categories/${category}`)
  expect((await admin.post(`/imports/${id}/write`, { fingerprint })).statusCode).toBe(409)
  expect((await preview(id)).rows[0]!.problems).toEqual([{ field: 'category', problem: 'category' }])
})
