import { beforeAll, expect, test } from 'vitest'
import type { AttributeFields, Category, CategoryFields, PartKinds } from '#contract/parts/categories.ts'
import type { PartFacts } from '#contract/parts/part-facts.ts'
import type { PartFacets } from '#contract/parts/part-facets.ts'
import type { ManagedPart } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { changeCategory } from './keep-categories.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const kinds = async () => (await admin.get('/partKinds')).json<PartKinds>()
const addCategory = async (name: string, parent: string | null = null) =>
  (await admin.post('/categories', { name, parent, place: 0 } satisfies CategoryFields)).json<{ insertedId: string }>().insertedId
const addAttribute = async (name: string, kind: AttributeFields['kind'] = 'number', unit = '') => {
  await admin.post('/attributes', { name, unit, kind, place: 0 } satisfies AttributeFields)
  return (await kinds()).attributes.find((one) => one.name === name)!
}
const byName = async (name: string) => (await kinds()).categories.find((one) => one.name === name)!
const message = (answer: { json: <T>() => T }) => answer.json<{ fields: { field: string; message: string }[] }>().fields[0]

const NONE = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
type Given = Partial<{
  category: string | null
  weight: number | null
  origin: string
  customsCode: string
  attributes: Record<string, string>
}>
const give = ({ _id }: Pick<Part, '_id'>, typed: Given, seen: Given = {}) =>
  admin.put(`/parts/${_id}/facts`, { ...NONE, ...typed, seen: { ...NONE, ...seen } })
const factsOf = async ({ _id }: Pick<Part, '_id'>) => (await admin.get(`/parts/${_id}/facts`)).json<PartFacts>()
const facets = async (query: string) => (await admin.get(`/partFacets?${query}`)).json<PartFacets>()
const found = async (query: string) => (await admin.get(`/searchParts?${query}`)).json<{ count: number; parts: Part[] }>()
const countsOf = ({ attributes }: PartFacets, key: string) =>
  Object.fromEntries(attributes.find((one) => one.key === key)?.values.map(({ value, count }) => [value, count]) ?? [])

test('categories are a tree: each stands before those below it, keys are their first names, and stay', async () => {
  const boards = await addCategory('Boards & Parts')
  const main = await addCategory('Main boards', boards)
  await addCategory('Arrays')
  const tree = (await kinds()).categories
  expect(tree.map(({ name, parent }: Category) => [name, parent])).toEqual([
    ['Arrays', null],
    ['Boards & Parts', null],
    ['Main boards', boards],
  ])
  await admin.put(`/categories/${main}`, { name: 'Mainboards', parent: null, place: 0 })
  expect(await byName('Mainboards')).toMatchObject({ key: 'main-boards', parent: null })
  await admin.put(`/categories/${main}`, { name: 'Mainboards', parent: boards, place: 0 })
  expect(message(await admin.post('/categories', { name: 'Mainboards', parent: boards, place: 0 }))).toMatchObject({ field: 'name' })
})

test('names with the marks of files are refused, so that a file of parts is read back without a change', async () => {
  const before = await kinds()
  for (const name of ['Boards > Main', ' - ', '–']) {
    expect(message(await admin.post('/categories', { name, parent: null, place: 0 }))).toMatchObject({ field: 'name' })
  }
  for (const name of ['Size: inner', 'Width; height']) {
    expect(message(await admin.post('/attributes', { name, unit: '', kind: 'text', place: 0 }))).toMatchObject({ field: 'name' })
  }
  expect(await kinds()).toEqual(before)
})

test('a category never stands below itself, not even when two are moved at once, and the tree has four levels', async () => {
  const a = await addCategory('A')
  const b = await addCategory('B')
  const [belowA, belowB] = [await addCategory('Below A', a), await addCategory('Below B', b)]
  const commit = await lockUntilReleased(shop.db, (tx) => changeCategory(tx, null, a, { name: 'A', parent: belowB, place: 0 }))
  const second = admin.put(`/categories/${b}`, { name: 'B', parent: belowA, place: 0 })
  await untilWaiting(shop.db, 1)
  await commit()
  expect(message(await second)).toMatchObject({ field: 'parent' })
  expect(message(await admin.put(`/categories/${a}`, { name: 'A', parent: a, place: 0 }))).toMatchObject({ field: 'parent' })

  let parent: string | null = null
  for (const name of ['One', 'Two', 'Three', 'Four']) parent = await addCategory(name, parent)
  expect(message(await admin.post('/categories', { name: 'Five', parent, place: 0 }))).toMatchObject({ field: 'parent' })
  const over = await addCategory('Over')
  expect((await admin.put(`/categories/${(await byName('One'))._id}`, { name: 'One', parent: over, place: 0 })).statusCode).toBe(400)
})

test('of two who change a category or an attribute, each keeps their own, and the second is told at what both have changed', async () => {
  const id = await addCategory('Stands')
  const seen = { name: 'Stands', parent: null, place: 0 }
  expect((await admin.put(`/categories/${id}`, { ...seen, name: 'Feet', seen })).json()).toEqual({ modifiedCount: 1 })
  expect((await admin.put(`/categories/${id}`, { ...seen, place: 7, seen })).json()).toEqual({ modifiedCount: 1 })
  expect(message(await admin.put(`/categories/${id}`, { ...seen, name: 'Legs', seen }))).toMatchObject({ field: 'name' })
  expect(await byName('Feet')).toMatchObject({ _id: id, place: 7 })

  const { _id, key: _, ...was } = await addAttribute('Torque', 'number', 'Nm')
  expect((await admin.put(`/attributes/${_id}`, { ...was, unit: 'Ncm', seen: was })).json()).toEqual({ modifiedCount: 1 })
  expect((await admin.put(`/attributes/${_id}`, { ...was, name: 'Tightening', seen: was })).json()).toEqual({ modifiedCount: 1 })
  expect(message(await admin.put(`/attributes/${_id}`, { ...was, unit: 'lb', seen: was }))).toMatchObject({ field: 'unit' })
  expect((await kinds()).attributes.find((one) => one._id === _id)).toMatchObject({ name: 'Tightening', unit: 'Ncm' })
})

test('parts are found in a category and in those above it, also after it has moved, and it is not removed from under them', async () => {
  const above = await addCategory('Sound')
  const below = await addCategory('Speakers', above)
  const part = await shop.addPart({ name: 'Loud thing' })
  await give(part, { category: below })
  expect((await found('category=sound')).parts.map(({ _id }) => _id)).toEqual([part._id])
  expect((await factsOf(part)).line.map(({ name }) => name)).toEqual(['Sound', 'Speakers'])

  const other = await addCategory('Acoustics')
  await admin.put(`/categories/${below}`, { name: 'Speakers', parent: other, place: 0 })
  expect((await found('category=sound')).count).toBe(0)
  expect((await found('category=acoustics')).count).toBe(1)
  expect(message(await admin.delete(`/categories/${below}`))?.message).toContain('1 part ')
  expect(message(await admin.delete(`/categories/${other}`))?.message).toContain('1 category')
  await give(part, {}, { category: below })
  expect((await admin.delete(`/categories/${below}`)).json()).toEqual({ deletedCount: 1 })
})

test('a number has one form, a wrong value is refused at its field, and an attribute that parts have keeps its kind and stays', async () => {
  const volts = await addAttribute('Volts', 'number', 'V')
  const part = await shop.addPart({})
  for (const typed of ['3.30', '3,3 V', ' 3.3']) {
    await give(
      part,
      { attributes: { [volts.key]: typed } },
      { attributes: Object.fromEntries((await factsOf(part)).attributes.map(({ key, value }) => [key, value])) },
    )
    expect((await factsOf(part)).attributes).toEqual([{ key: 'volts', name: 'Volts', unit: 'V', value: '3.3' }])
  }
  expect(message(await give(part, { attributes: { volts: 'many' } }, { attributes: { volts: '3.3' } }))).toMatchObject({
    field: 'attributes.volts',
  })
  expect(message(await give(part, { attributes: { nothing: '1' } }))).toMatchObject({ field: 'attributes.nothing' })
  const { _id, key: _, ...fields } = volts
  expect(message(await admin.put(`/attributes/${_id}`, { ...fields, kind: 'text' }))).toMatchObject({ field: 'kind' })
  expect(message(await admin.delete(`/attributes/${_id}`))?.message).toContain('1 part ')
  expect((await admin.put(`/attributes/${_id}`, { ...fields, name: 'Voltage' })).json()).toEqual({ modifiedCount: 1 })
  expect((await factsOf(part)).attributes[0]).toMatchObject({ key: 'volts', name: 'Voltage' })
})

test('of two who change the facts of a part, each keeps their own, and the second is told at what both have changed', async () => {
  const size = await addAttribute('Size')
  const colour = await addAttribute('Colour', 'text')
  const part = await shop.addPart({})
  expect((await give(part, { attributes: { [size.key]: '55' }, weight: 185.5 })).statusCode).toBe(200)
  expect((await give(part, { attributes: { [colour.key]: 'Black' }, origin: 'VN', customsCode: '85299092' })).statusCode).toBe(200)
  expect(await factsOf(part)).toMatchObject({
    weight: 185.5,
    origin: 'VN',
    customsCode: '85299092',
    attributes: [{ value: 'Black' }, { value: '55' }],
  })
  expect(message(await give(part, { attributes: { [size.key]: '65' } }))).toMatchObject({ field: 'attributes.size' })
  expect(message(await give(part, { weight: 200 }))).toMatchObject({ field: 'weight' })
  expect((await give(part, { weight: 0 })).statusCode).toBe(400)
  expect((await give(part, { origin: 'vn' })).statusCode).toBe(400)
  const { changes } = (await admin.get(`/parts/${part._id}/desk`)).json<ManagedPart>()
  expect(changes.map(({ field, before, after }) => [field, before, after])).toContainEqual([
    'attributes',
    'Size: 55',
    'Colour: Black; Size: 55',
  ])
  expect(changes.map(({ field, after }) => [field, after])).toContainEqual(['weight', '185.5'])
  expect(changes.map(({ field }) => field).toSorted()).toEqual(['attributes', 'attributes', 'customsCode', 'origin', 'weight'])
})

test('counts say how many parts each further choice finds: one of an attribute widens, another attribute narrows', async () => {
  const [inch, plug] = [await addAttribute('Inch'), await addAttribute('Plug', 'text')]
  const values: [string, string][] = [
    ['55', 'A'],
    ['55', 'B'],
    ['55', 'B'],
    ['9', 'A'],
    ['65', 'C'],
  ]
  for (const [size, type] of values) {
    await give(await shop.addPart({ name: 'Countable', available: type === 'C' ? 0 : 5_000 }), {
      attributes: { [inch.key]: size, [plug.key]: type },
    })
  }
  expect(countsOf(await facets(''), 'inch')).toEqual({ 9: 1, 55: 3, 65: 1 })
  expect((await facets('')).attributes.find(({ key }) => key === 'inch')!.values.map(({ value }) => value)).toEqual(['9', '55', '65'])
  const chosen = await facets('has=inch:55')
  expect(countsOf(chosen, 'inch')).toEqual({ 9: 1, 55: 3, 65: 1 })
  expect(countsOf(chosen, 'plug')).toEqual({ A: 1, B: 2 })
  expect(countsOf(await facets('has=inch:55;inch:9;plug:A'), 'inch')).toEqual({ 9: 1, 55: 1 })
  expect((await found('has=inch:55;inch:9;plug:A')).count).toBe(2)
  expect((await found('q=countable&has=plug:B')).count).toBe(2)
  expect(countsOf(await facets('q=countable&inStock=true'), 'plug')).toEqual({ A: 2, B: 2 })

  const deskFacets = async (query: string) => (await admin.get(`/desk-facets?${query}`)).json<PartFacets>()
  expect(await deskFacets('has=inch:55')).toEqual(chosen)
  expect(countsOf(await deskFacets('show=soldOut'), 'plug')).toEqual({ C: 1 })
  expect(countsOf(await deskFacets('q=countable&show=low'), 'plug')).toEqual({ C: 1 })
  expect(countsOf(await deskFacets('show=low&has=plug:A'), 'inch')).toEqual({})
})

test('several categories are looked for at once, and each is counted as if none was chosen', async () => {
  for (const [name, parts] of Object.entries({ Fans: 2, Fuses: 1, Fins: 1 })) {
    await addCategory(name)
    const { _id: category } = await byName(name)
    for (let made = 0; made < parts; made++) await give(await shop.addPart({ name: `Manifold ${name}` }), { category })
  }
  const counted = async (query: string) =>
    Object.fromEntries((await facets(`q=manifold&${query}`)).categories.map(({ key, count, chosen }) => [key, [count, chosen]]))

  expect((await found('q=manifold&category=fans;fuses')).count).toBe(3)
  expect((await found('category=fuses;fans')).count).toBe(3)
  expect(await counted('category=fans;fuses')).toEqual({ fans: [2, true], fuses: [1, true], fins: [1, false] })
  expect((await admin.get('/parts?category=fans;fuses')).json<{ count: number }>().count).toBe(3)
})

test('counts follow a change of a part at once, and a purchase leaves them as they are', async () => {
  const pins = await addAttribute('Pins')
  const part = await shop.addPart({})
  await give(part, { attributes: { [pins.key]: '51' } })
  expect(countsOf(await facets(''), 'pins')).toEqual({ 51: 1 })
  await give(part, { attributes: { [pins.key]: '30' } }, { attributes: { [pins.key]: '51' } })
  expect(countsOf(await facets(''), 'pins')).toEqual({ 30: 1 })
  await admin.delete(`/parts/${part._id}`)
  expect(countsOf(await facets(''), 'pins')).toEqual({})
})

test('what is no filter is left out, and a filter is text, whatever stands in it', async () => {
  expect((await found(`has=${encodeURIComponent("inch:5';drop table parts--;;:;x")}`)).count).toBe(0)
  expect((await found('has=;;nonsense')).count).toBeGreaterThan(0)
  expect((await found('category=no-such')).count).toBe(0)
})
