import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FedPartAnswer } from '#contract/parts/part-feed.ts'
import type { DecimalMarks, ImportCells, ImportPreview, ImportProblem } from '#contract/parts/imports.ts'
import { parts } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let img: string
let count = 0
let mark: string

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  img = (await shop.addPart()).img
  await admin.post('/attributes', { name: 'Panel size', unit: 'in', kind: 'number', place: 0 })
  await admin.post('/attributes', { name: 'Length', unit: 'mm', kind: 'number', place: 1 })
})
beforeEach(() => {
  mark = `Numbers${(count += 1)}`
})

const partOf = (cells: ImportCells, row: number): ImportCells => ({
  partNumber: `${mark}-${row}`,
  name: `Part ${mark} ${row}`,
  description: 'From a file',
  price: '2.50',
  img,
  ...cells,
})
const addRows = (id: string, rows: { row: number; cells: ImportCells }[], decimals?: DecimalMarks) =>
  admin.put(`/imports/${id}/rows`, { rows, ...(decimals && { decimals }) })

async function begin(rows: ImportCells[], decimals?: DecimalMarks): Promise<string> {
  const { _id } = (await admin.post('/imports', { fileName: 'parts.csv', setsStock: true })).json<{ _id: string }>()
  const numbered = rows.map((cells, index) => ({ row: index + 1, cells: partOf(cells, index + 1) }))
  expect((await addRows(_id, numbered, decimals)).statusCode).toBe(200)
  return _id
}
const preview = async (id: string, query = '') => (await admin.get(`/imports/${id}?${query}`)).json<ImportPreview>()
const answer = (id: string, field: string, decimal: string) => admin.post(`/imports/${id}/decimals`, { field, mark: decimal })

/** The column as it was read, in the order of the rows; a problem in its place. */
async function readings(id: string, field: ImportProblem['field']): Promise<string[]> {
  const rows = [...(await preview(id, 'show=new')).rows, ...(await preview(id, 'show=wrong')).rows]
  return rows
    .toSorted((one, other) => one.row - other.row)
    .map(
      ({ numbers, problems }) =>
        problems.find((one) => one.field === field)?.problem ?? numbers.find((one) => one.field === field)?.value ?? '',
    )
}

test.each<[string, ImportProblem['field'], string[], string[]]>([
  ['a leading zero is never a thousand', 'price', ['0,125'], ['0.1250']],
  ['a decimal comma proves the column', 'price', ['2,50', '1,234', '$ 1.234,5'], ['2.5000', '1.2340', '1234.5000']],
  ['a decimal point proves the column', 'price', ['2.50', '1,234'], ['2.5000', '1234.0000']],
  ['nothing proves a single group', 'price', ['1,234', '12', '1.234'], ['unclear', '12.0000', 'unclear']],
  ['two notations prove nothing', 'price', ['1,5', '2.5', '1,234'], ['1.5000', '2.5000', 'unclear']],
  ['apostrophes are groups', 'price', ["1'234,50"], ['1234.5000']],
  ['a point in a weight', 'weight', ['0,250 g', '1.250', '185'], ['0.25', '1250', '185']],
  ['a weight of two readings', 'weight', ['1.250'], ['unclear']],
  ['breaks of a ladder', 'priceBreaks', ['5.000: 1,234; 10.000: 1,1'], ['5000: 1.2340; 10000: 1.1']],
  ['a break with two readings', 'priceBreaks', ['5000: 1,234'], ['unclear']],
  ['pieces are whole', 'available', ['1.250', '12.000'], ['1250', '12000']],
  ['pieces with three places', 'available', ['5,000', '1.250,000'], ['5', '1250']],
  ['pieces as 12,000', 'available', ['12,000', '7'], ['12000', '7']],
  ['pieces as 12.000', 'available', ['12.000', '1234.0'], ['12', '1234']],
  ['pieces as 12.000 alone', 'available', ['12.000', '7'], ['unclear', '7']],
  ['a minimum order', 'minimumOrder', ['2.000'], ['unclear']],
  [
    'a unit in inches',
    'attributes',
    ['Panel size: 55"', 'Panel size: 55 inch', 'Panel size: 55,5″', "Panel size: 55''", 'Panel size: 55 Zoll'],
    ['Panel size: 55', 'Panel size: 55', 'Panel size: 55.5', 'Panel size: 55', 'Panel size: 55'],
  ],
  ['an attribute of two readings', 'attributes', ['Length: 1,234', 'Panel size: 55'], ['unclear', 'Panel size: 55']],
  ['an attribute beside others', 'attributes', ['Length: 1,234; Panel size: 55,5'], ['Panel size: 55.5; Length: 1.2340']],
])('a column of numbers is read as a whole: %s', async (_, field, cells, read) => {
  const id = await begin(cells.map((cell) => ({ [field]: cell })))
  expect(await readings(id, field)).toEqual(read)
})

test('whole thousands with a comma are asked about beside decimal commas in another column', async () => {
  const id = await begin([{ price: '0,125', available: '5,000' }])
  expect(await readings(id, 'price')).toEqual(['0.1250'])
  expect(await readings(id, 'available')).toEqual(['unclear'])
})

test.each([
  ['.', ['1234.0000', '12.0000']],
  [',', ['1.2340', '12.0000']],
])('a column that proves nothing is asked about once; the answer %s reads all of it', async (decimal, read) => {
  const id = await begin([{ price: '1,234' }, { price: '12' }, { price: 'two' }])
  const { unclear, counts } = await preview(id)
  expect(unclear).toEqual([{ field: 'price', count: 1, example: '1,234', point: '1234', comma: '1.234' }])
  expect(counts).toMatchObject({ wrong: 2, new: 1 })
  expect((await answer(id, 'price', decimal)).json()).toEqual({ modifiedCount: 1 })
  expect(await readings(id, 'price')).toEqual([...read, 'price'])
  expect((await preview(id)).unclear).toEqual([])
})

test('a row that is corrected keeps the answer that its column was given', async () => {
  const id = await begin([{ price: '1,234', leadDays: 'soon' }])
  await answer(id, 'price', ',')
  await addRows(id, [{ row: 1, cells: partOf({ price: '1,234', leadDays: '9' }, 1) }])
  expect(await readings(id, 'price')).toEqual(['1.2340'])
  await addRows(id, [{ row: 1, cells: partOf({ price: '1,235', leadDays: '9' }, 1) }])
  expect(await readings(id, 'price')).toEqual(['unclear'])
})

test('a caller who knows the decimal mark of the file says it with the rows', async () => {
  const id = await begin([{ price: '1,234', available: '12.000' }], { price: ',', available: ',' })
  expect(await readings(id, 'price')).toEqual(['1.2340'])
  expect(await readings(id, 'available')).toEqual(['12000'])
})

test('a price that moves far and a changed minimum order are shown, and refused where the caller asks for it', async () => {
  const old = [
    await shop.addPart({ partNumber: `${mark}-A`, price: 2 }),
    await shop.addPart({ partNumber: `${mark}-B`, price: 2 }),
    await shop.addPart({ partNumber: `${mark}-C`, price: 2 }),
    await shop.addPart({ partNumber: `${mark}-D`, price: 2 }),
  ]
  const { _id: id } = (await admin.post('/imports', { fileName: 'prices.csv', setsStock: false })).json<{ _id: string }>()
  const cells: ImportCells[] = [{ price: '10.01' }, { price: '10' }, { price: '0.39' }, { minimumOrder: '2000' }]
  await addRows(
    id,
    cells.map((one, index) => ({ row: index + 1, cells: { ...one, partNumber: old[index]!.partNumber! } })),
  )
  const { counts, unusual, show, rows, fingerprint } = await preview(id, 'show=unusual')
  expect(counts.changed).toBe(4)
  expect(unusual).toBe(3)
  expect(show).toBe('unusual')
  expect(rows.map(({ row }) => row)).toEqual([1, 3, 4])

  const write = (more: object) => admin.post(`/imports/${id}/write`, { fingerprint, ...more })
  expect((await write({ refuseUnusual: true })).json()).toMatchObject({
    code: 'PRICE_FALL',
  })
  await addRows(id, [{ row: 3, cells: { partNumber: old[2]!.partNumber!, price: '2' } }])
  const again = await preview(id, 'show=unusual')
  const seen = { fingerprint: again.fingerprint, refuseUnusual: true }
  expect((await write(seen)).json()).toMatchObject({
    code: 'IMPORT_REFUSED',
    fields: [{ message: '2 rows change a price more than 5 times, or a minimum order.' }],
  })
  expect((await write({ ...seen, confirmed: true })).json()).toEqual({ modifiedCount: 3 })
})

test('a caller who does not ask for it writes unusual changes as before', async () => {
  const { partNumber } = await shop.addPart({ partNumber: `${mark}-A`, price: 2 })
  const { _id: id } = (await admin.post('/imports', { fileName: 'prices.csv', setsStock: false })).json<{ _id: string }>()
  await addRows(id, [{ row: 1, cells: { partNumber: partNumber!, price: '20' } }])
  const { fingerprint } = await preview(id)
  expect((await admin.post(`/imports/${id}/write`, { fingerprint })).json()).toEqual({ modifiedCount: 1 })
})

test('a program is asked about a number with two readings, and its plain numbers stay as they are', async () => {
  await shop.addPart({ partNumber: `${mark}-A`, price: 2 })
  const feed = async (fed: object[], more: object = {}) =>
    (await admin.put('/parts', { parts: fed, confirmed: true, ...more })).json<{ parts: FedPartAnswer[] }>().parts[0]!
  const partNumber = `${mark}-A`
  expect(await feed([{ partNumber, price: '1,234' }])).toMatchObject({
    state: 'refused',
    problems: [{ field: 'price', message: expect.stringMatching(/^This number has two readings/) }],
  })
  expect(await feed([{ partNumber, price: '1,234' }], { decimals: { price: ',' } })).toMatchObject({ state: 'changed' })
  expect(await feed([{ partNumber, price: '2.125', priceBreaks: '5000: 1.999', weight: '1.250' }])).toMatchObject({ state: 'changed' })
  expect((await shop.db.select().from(parts).where(eq(parts.partNumber, partNumber)))[0]).toMatchObject({
    price: '2.1250',
    priceBreaks: [{ from: 5_000, price: '1.9990' }],
    weight: '1.250',
  })
})
