import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readPartsFile } from '#readers/parts/read-parts-file.ts'
import { recognisePartColumns } from '#readers/parts/recognise-part-columns.ts'
import { readDocumentPath } from '#contract/parts/document-path.ts'
import type { ImportCells, ImportPreview, PartFileFormat } from '#contract/parts/imports.ts'
import { importFields } from '#contract/parts/part-fields.ts'
import type { ManagedPart, ManagedParts } from '#contract/parts/part-desk.ts'
import type { PartMedia } from '#contract/parts/part-media.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { DeskRelations } from '#contract/parts/related-parts.ts'
import { images } from '#database/tables/images.ts'
import { addDocument, pdf } from '#tests/support/shops/documents.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let count = 0
let mark: string

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
beforeEach(() => {
  mark = `W${(count += 1)}`
})

/** A picture that is in all of these shops. */
async function uploaded(...shops: TestShop[]): Promise<string> {
  const name = `${randomUUID().replaceAll('-', '')}.webp`
  for (const { db } of shops) await db.insert(images).values({ name, width: 10, height: 10 })
  return `/images/${name}`
}

type Side = { admin: Customer }
async function begin(rows: ImportCells[], side: Side = { admin }): Promise<string> {
  const { _id } = (await side.admin.post('/imports', { fileName: 'parts.csv', setsStock: true })).json<{ _id: string }>()
  const numbered = rows.map((cells, index) => ({ row: index + 1, cells }))
  expect((await side.admin.put(`/imports/${_id}/rows`, { rows: numbered })).statusCode).toBe(200)
  return _id
}
const preview = async (id: string, side: Side = { admin }) => (await side.admin.get(`/imports/${id}`)).json<ImportPreview>()
async function write(id: string, side: Side = { admin }): Promise<void> {
  const { fingerprint } = await preview(id, side)
  expect((await side.admin.post(`/imports/${id}/write`, { fingerprint })).statusCode).toBe(200)
}
const undo = (id: string) => admin.post(`/imports/${id}/undo`)
const problemsOf = async (id: string) =>
  (await preview(id)).rows.map(({ row, problems }) => [row, ...problems.map(({ problem }) => problem)])

async function saved(format: PartFileFormat, side: Side = { admin }): Promise<ImportCells[]> {
  const answer = await side.admin.get(`/partFile?format=${format}&hidden=also`)
  const rows = await readPartsFile(new Uint8Array(answer.rawPayload))
  const { fields } = recognisePartColumns(rows)
  return rows
    .slice(1)
    .map((row) => Object.fromEntries(fields.flatMap((field, place) => (field && row[place] ? [[field, row[place]]] : []))))
}

const related = async ({ _id }: Pick<Part, '_id'>, side: Side = { admin }) =>
  (await side.admin.get(`/parts/${_id}/relations`)).json<DeskRelations>().related.map(({ part, kind }) => [part.partNumber, kind])
const media = async ({ _id }: Pick<Part, '_id'>, side: Side = { admin }) => (await side.admin.get(`/parts/${_id}/media`)).json<PartMedia>()
const desk = async ({ _id }: Pick<Part, '_id'>) => (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>()
const find = async (number: string, side: Side = { admin }) =>
  (await side.admin.get(`/parts?q=${number}`)).json<ManagedParts>().parts.find(({ partNumber }) => partNumber === number)

/** Of the fields that `addPart` leaves empty. */
const VALUES: ImportCells = {
  priceBreaks: '5000: 2.4; 10000: 2.1',
  weight: '185.1250',
  origin: 'DE',
  customsCode: '852990',
  minimumOrder: '2000',
  orderStep: '500',
  madeMonthly: '20000',
  packName: 'reel',
  packPieces: '400',
  samplePieces: '5',
  samplePrice: '4.25',
  smallPrices: '1: 4.2; 100: 3.5',
  lowStockBelow: '3000',
}

/** A part with all that a file can have of it, and a hidden one beside it. */
async function wholePart(...shops: TestShop[]): Promise<{ part: Part; substitute: Part; hidden: Part; back: string }> {
  const img = await uploaded(...shops)
  const back = await uploaded(...shops)
  const [part, substitute, accessory, hidden] = [
    await shop.addPart({ partNumber: `${mark}-A`, img }),
    await shop.addPart({ partNumber: `${mark};B`, img }),
    await shop.addPart({ img }),
    await shop.addPart({ partNumber: `${mark}-H`, name: `Hidden ${mark}`, img }),
  ]
  const { pictures: seen } = await media(part)
  const pictures = [
    { img, alt: 'From the  front' },
    { img: back, alt: '' },
    { img: await uploaded(...shops), alt: '"Label"; with\n =1+1' },
  ]
  expect((await admin.put(`/parts/${part._id}/pictures`, { pictures, seen })).statusCode).toBe(200)
  for (const [other, kind] of [
    [hidden, 'substitute'],
    [substitute, 'substitute'],
    [accessory, 'accessory'],
  ] as const) {
    expect((await admin.post(`/parts/${part._id}/relations`, { partsId: other._id, kind })).json()).toEqual({ modifiedCount: 1 })
  }
  await admin.delete(`/parts/${hidden._id}`)
  expect((await admin.put('/parts', { parts: [{ partNumber: part.partNumber, ...VALUES }] })).json()).toMatchObject({
    parts: [{ state: 'changed', problems: [] }],
  })
  return { part, substitute, hidden, back }
}

test.each(['csv', 'xlsx', 'json'] as const)(
  'a %s file of the whole catalogue is read back without a change, also by an empty shop',
  async (format) => {
    const empty = await openShop()
    const other = { admin: await empty.admin() }
    const { part, hidden } = await wholePart(shop, empty)

    const cells = await saved(format)

    const whole = cells.find(({ partNumber }) => partNumber === part.partNumber)!
    expect(importFields.filter((field) => (whole[field] ?? '-') === '-')).toEqual(['category', 'attributes'])
    expect(whole).toMatchObject(VALUES)
    const same = await preview(await begin(cells))
    expect(same.counts).toEqual({ new: 0, changed: 0, same: cells.length, wrong: 0, missing: 0 })
    expect(cells.find(({ partNumber }) => partNumber === hidden.partNumber)).toMatchObject({ removed: 'yes' })

    const ours = cells.filter(({ name = '' }) => name !== '').map((row) => ({ ...row, category: '', attributes: '' }))
    for (const img of new Set(ours.flatMap((row) => [row.img!, ...(row.pictures ?? '').split('\n').map((line) => line.split(' ')[0]!)]))) {
      const name = img.replace('/images/', '')
      if (img.startsWith('/images/')) await empty.db.insert(images).values({ name, width: 10, height: 10 }).onConflictDoNothing()
    }
    const id = await begin(ours, other)
    expect(await preview(id, other)).toMatchObject({ counts: { wrong: 0, new: ours.length } })
    await write(id, other)

    expect(await saved(format, other)).toEqual(ours.map((row) => ({ ...row, category: '-', attributes: '-' })))
    const copy = (await find(part.partNumber, other))!
    expect(await media(copy, other)).toEqual({ ...(await media(part)), documents: [] })
    expect(await related(copy, other)).toEqual(await related(part))
  },
)

test.each(['csv', 'xlsx', 'json'] as const)(
  'prices of three decimals alone come back from a %s file without a question',
  async (format) => {
    const empty = await openShop()
    const other = { admin: await empty.admin() }
    const part = await empty.addPart({ price: 2.125, img: await uploaded(empty) })
    await write(await begin([{ partNumber: part.partNumber, priceBreaks: '5000: 2.0250', weight: '1.1250' }], other), other)

    const cells = await saved(format, other)

    expect(cells).toEqual([expect.objectContaining({ price: '2.1250', priceBreaks: '5000: 2.0250', weight: '1.1250' })])
    expect((await preview(await begin(cells, other), other)).counts).toMatchObject({ same: 1, wrong: 0 })
  },
)

test('a row with more cells than titles is told as wrong, beside the others of its file', async () => {
  const part = await shop.addPart({ partNumber: `${mark}-A`, name: 'Board', price: 16.4 })
  const rows = await readPartsFile(
    new TextEncoder().encode(`Part number,Name,Price\n${mark}-A,Board,17\n${mark}-A,Board, green,3\n${mark}-B,3\n${mark}-A,Board,17\n`),
  )
  const { fields } = recognisePartColumns(rows)
  const cells = rows
    .slice(1, 4)
    .map((row) => Object.fromEntries(fields.flatMap((field, place) => (field && row[place] ? [[field, row[place]]] : []))))

  const { counts, rows: shown } = await preview(await begin(cells))

  expect(counts).toMatchObject({ changed: 1, new: 0, wrong: 2 })
  expect(shown.map(({ row, state }) => [row, state])).toContainEqual([2, 'wrong'])
  expect((await find(part.partNumber))!.price).toBe(16.4)
})

test("the shop's own numbers go on behind those of a file, within it and afterwards", async () => {
  const empty = await openShop()
  const other = { admin: await empty.admin() }
  const img = await uploaded(empty)
  const rows = Array.from({ length: 5 }, (_, index) => ({ name: `Part ${index}`, description: 'New', price: '2', img }))

  await write(await begin([{ ...rows[0]!, partNumber: 'TF-000004' }, ...rows], other), other)

  const numbers = (await saved('json', other)).map(({ partNumber }) => partNumber)
  expect(numbers[0]).toBe('TF-000004')
  expect(numbers.length).toBe(6)
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
  expect(numbers).not.toContain((await empty.addPart()).partNumber)
})

test('pictures and related parts are changed by a file, kept by empty cells, removed by a dash, and as before once it is taken back', async () => {
  const { part, substitute, hidden, back } = await wholePart(shop)
  const before = await saved('json')
  const number = { partNumber: part.partNumber }
  const third = await shop.addPart({ partNumber: `${mark}-C` })
  const newPicture = await uploaded(shop)

  const id = await begin([
    {
      ...number,
      img: back,
      pictureText: 'The back',
      pictures: `${part.img} Front\n${newPicture}`,
      accessories: `${mark}c; ${mark}-H`,
      substitutes: '-',
    },
    { partNumber: `${mark}-NEW`, name: 'New', description: 'New', price: '2', img: back, substitutes: `${part.partNumber}` },
  ])
  expect((await preview(id)).rows[0]!.changes.map(({ field, before: was, after }) => [field, was, after])).toContainEqual([
    'substitutes',
    `${hidden.partNumber}\n${mark} B`,
    '-',
  ])
  await write(id)
  expect((await media(part)).pictures).toEqual([
    { img: back, alt: 'The back' },
    { img: part.img, alt: 'Front' },
    { img: newPicture, alt: '' },
  ])
  expect(await related(part)).toEqual([[third.partNumber, 'accessory']])
  expect(await related((await find(`${mark}-NEW`))!)).toEqual([[part.partNumber, 'substitute']])
  expect((await desk(part)).changes.map(({ field, before: was, after }) => [field, was, after])).toContainEqual([
    'accessories',
    expect.stringMatching(/^TF-\d+$/),
    `${mark}c; ${mark}-H`,
  ])
  expect((await preview(await begin([{ ...number, pictures: '', substitutes: '' }]))).counts).toMatchObject({ same: 1 })

  expect((await undo(id)).json()).toEqual({ modifiedCount: 2 })
  const now = await saved('json')
  const whole = ({ partNumber = '' }: ImportCells) => partNumber.startsWith(mark) && !/-(?:C|NEW)$/.test(partNumber)
  expect(now.filter(whole)).toEqual(before.filter(whole))
  expect(await related(part)).toEqual([
    [substitute.partNumber, 'substitute'],
    [expect.any(String), 'accessory'],
  ])

  await write(await begin([{ ...number, pictures: '-', pictureText: '-', substitutes: '-', accessories: '-' }]))
  expect((await media(part)).pictures).toEqual([{ img: part.img, alt: part.name }])
  expect(await related(part)).toEqual([])
})

test('a file brings hidden parts back and hides others; without the word, a hidden number is a new part', async () => {
  const { part, hidden } = await wholePart(shop)
  const row = { partNumber: hidden.partNumber, name: 'Back', description: 'Back', price: '3', img: hidden.img }
  expect((await preview(await begin([row]))).counts).toMatchObject({ new: 1, changed: 0 })

  const id = await begin([
    { ...row, removed: 'no' },
    { partNumber: part.partNumber, removed: 'yes' },
  ])
  await write(id)
  expect(await desk(hidden)).toMatchObject({ name: 'Back', price: 3, removedAt: null })
  expect((await desk(part)).removedAt).not.toBeNull()

  expect((await undo(id)).json()).toEqual({ modifiedCount: 2 })
  expect(await desk(hidden)).toMatchObject({ name: `Hidden ${mark}`, removedAt: expect.any(String) })
  expect((await desk(part)).removedAt).toBeNull()

  await write(await begin([{ partNumber: hidden.partNumber, name: 'Still hidden', removed: 'yes' }]))
  expect(await desk(hidden)).toMatchObject({ name: 'Still hidden', removedAt: expect.any(String) })
})

test('a hidden part that was brought back since the preview is not written (82)', async () => {
  const { hidden } = await wholePart(shop)
  const id = await begin([{ partNumber: hidden.partNumber, name: 'Other', removed: 'yes' }])
  const { fingerprint } = await preview(id)
  await admin.post(`/parts/${hidden._id}/bring-back`)
  expect((await admin.post(`/imports/${id}/write`, { fingerprint })).statusCode).toBe(409)
  expect(await desk(hidden)).toMatchObject({ name: `Hidden ${mark}`, removedAt: null })
})

test('wrong pictures and related parts are named, beside the part and the other rows', async () => {
  const { part, substitute } = await wholePart(shop)
  const { partNumber } = part
  const cells: [ImportCells, string][] = [
    [{ pictures: `${part.img} Main` }, 'pictures'],
    [{ pictures: `${substitute.img}x.webp` }, 'pictures'],
    [{ substitutes: partNumber.toLowerCase() }, 'related'],
    [{ substitutes: `${mark}-NEXT` }, 'related'],
    [{ substitutes: `${mark};B\n${mark}B`.replace(';', ' ') }, 'relatedTwice'],
    [{ substitutes: `${mark} B`, accessories: `${mark}B` }, 'relatedTwice'],
  ]
  for (const [cell, problem] of cells) expect(await problemsOf(await begin([{ partNumber, ...cell }]))).toEqual([[1, problem]])
  const next = { partNumber: `${mark}-NEXT`, name: 'Next', description: 'Next', price: '2', img: part.img }
  expect((await preview(await begin([{ partNumber, substitutes: `${mark}-NEXT` }, next]))).counts).toMatchObject({
    wrong: 0,
    new: 1,
    changed: 1,
  })
  const taken = await shop.addPart()
  await admin.delete(`/parts/${taken._id}`)
  expect(await problemsOf(await begin([{ ...next, partNumber: taken.partNumber }]))).toEqual([[1, 'numberReserved']])
})

test('pictures and documents are saved as a ZIP from which each can be read back with its part, kind and title', async () => {
  const { part } = await wholePart(shop)
  const bytes = pdf(`Data of ${mark}`)
  const named = { kind: 'declaration', title: 'RoHS: "2026"/EN 50%', fileName: `${mark} rohs.pdf` } as const
  await addDocument(shop, admin, part._id, { ...named, bytes })

  const answer = await admin.get('/partFiles?hidden=also')

  expect(answer.headers['content-type']).toBe('application/zip')
  const files = unzipSync(new Uint8Array(answer.rawPayload))
  const found = Object.entries(files).flatMap(([path, content]) => {
    const name = readDocumentPath(path)
    return name?.fileName === `${mark} rohs.pdf` ? [{ ...name, content: Buffer.from(content) }] : []
  })
  expect(found).toEqual([{ ...named, number: part.partNumber, content: bytes }])
  expect((await admin.get('/partFiles?hidden=also&q=x')).statusCode).toBe(400)
})
