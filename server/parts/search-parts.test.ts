import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { parts } from '#database/tables/parts.ts'
import { nearestParts, nearestPartsOfLines } from '#server/parts/search-parts.ts'
import { databaseWork } from '#tests/support/database/database-work.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop

const boards = [
  'T-Con Board 55" 4K',
  'Main Board 65", 3 x HDMI',
  'Power Supply Board 180 W',
  'LED Backlight Strip 6-LED',
  'Wi-Fi 6 / Bluetooth Module',
]

beforeAll(async () => {
  shop = await openShop()
  for (const [index, name] of boards.entries()) {
    await shop.addPart({ name, partNumber: `EAX-67${index}3/1.${index}`, price: 2 + index, available: index * 900 })
  }
})

const search = async (query: Record<string, string | number | boolean>): Promise<{ count: number; parts: Part[] }> => {
  const answer = await shop.visitor.get(
    `/searchParts?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const namesOf = (found: { parts: { name: string }[] }) => found.parts.map(({ name }) => name)

test.each([
  ['tcon board', boards[0]],
  ['T CON-BOARD/55', boards[0]],
  ['MAIN  board 65', boards[1]],
  ['hdmi main board', boards[1]],
  ['backlight', boards[3]],
  ['bluetooth wifi', boards[4]],
  ['eax6723', boards[2]],
  ['EAX 67-2 3 1.2', boards[2]],
  ['6723', boards[2]],
])('%j finds %j first', async (q, name) => {
  expect(namesOf(await search({ q }))[0]).toBe(name)
})

test.each([
  ['bakclight', boards[3]],
  ['strip bcklight', boards[3]],
  ['mian board', boards[1]],
  ['hmdi', boards[1]],
  ['hdi', boards[1]],
  ['tcon bord', boards[0]],
  ['powersuplyboard180w', boards[2]],
  ['EAX-6732/1.2', boards[2]],
])('%j, with a typing error, finds %j first', async (q, name) => {
  expect(namesOf(await search({ q }))[0]).toBe(name)
})

test('exact matches come before prefixes, prefixes before substrings, substrings before matching words', async () => {
  const names = ['Feet Pair', 'Feet Pair Long', 'Rubber Feet Pair', 'Pair of Rubber Feet']
  for (const name of names.toReversed()) await shop.addPart({ name })
  await shop.addPart({ name: 'Something else', partNumber: 'FEET-PAIR' })
  await shop.addPart({ name: 'Something more', partNumber: 'FEET-PAIR-2' })

  expect(namesOf(await search({ q: 'feet pair' }))).toEqual(['Something else', 'Something more', ...names])
})

test('a search without a filter, or for a text without letters and digits, is the whole list, oldest first', async () => {
  const all = namesOf({ parts: (await shop.visitor.get('/allParts')).json() })

  for (const q of ['', ' ', '---', '%', '_\\']) expect(namesOf(await search({ q, size: 100 }))).toEqual(all)
})

test('filters narrow, sorts order, and pages cover the results without a gap', async () => {
  expect(namesOf(await search({ q: 'board', inStock: true }))).toEqual([boards[2]])
  expect(namesOf(await search({ q: 'board', minPrice: 3 }))).toEqual([boards[1], boards[2]])
  expect(namesOf(await search({ q: 'board', maxPrice: 2.9999 }))).toEqual([boards[0]])
  expect(namesOf(await search({ q: 'board', sort: '-price' }))).toEqual([boards[2], boards[1], boards[0]])
  expect(namesOf(await search({ q: 'board', sort: 'available' }))).toEqual([boards[2], boards[1], boards[0]])
  expect(namesOf(await search({ q: 'board', sort: 'name' }))).toEqual([boards[1], boards[2], boards[0]])
  const pages = await Promise.all([0, 1, 2, 3].map((page) => search({ q: 'board', sort: 'price', page, size: 1 })))
  expect(pages.flatMap(namesOf)).toEqual([boards[0], boards[1], boards[2]])
  expect(pages.map(({ count }) => count)).toEqual([3, 3, 3, 3])
})

test.each([
  ['q', 'a'.repeat(201)],
  ['minPrice', '-1'],
  ['sort', 'position'],
  ['inStock', 'perhaps'],
])('%s=%s is refused at its field', async (field, value) => {
  const answer = await shop.visitor.get(`/searchParts?${field}=${value}`)

  expect([answer.statusCode, answer.json().fields[0].field]).toEqual([400, field])
})

test('a renamed part is found by its new name, also mistyped', async () => {
  const part = await shop.addPart({ name: 'Zirconium Fuse' })
  await shop.db.update(parts).set({ name: 'Zirconium Thermostat' }).where(eq(parts.id, part._id))

  expect(namesOf(await search({ q: 'themrostat' }))).toEqual(['Zirconium Thermostat'])
})

test('a removed part is not found', async () => {
  const admin = await shop.admin()
  const part = await shop.addPart({ name: 'Quartz Oscillator' })
  expect((await search({ q: 'quartz' })).count).toBe(1)

  await admin.delete(`/parts/${part._id}`)

  expect(await search({ q: 'quartz' })).toEqual({ count: 0, parts: [] })
  expect(await search({ q: 'qaurtz' })).toEqual({ count: 0, parts: [] })
})

test('suggestions have number, picture, price and stock, at most eight, and none for an empty text', async () => {
  const suggested = (await shop.visitor.get('/suggestParts?q=backl')).json()

  expect(suggested).toEqual([
    { _id: expect.any(String), partNumber: 'EAX-6733/1.3', name: boards[3], img: expect.any(String), price: 5, available: 2_700 },
  ])
  expect((await shop.visitor.get('/suggestParts?q=%20-')).json()).toEqual([])
  expect((await shop.visitor.get('/suggestParts?q=')).json()).toEqual([])
})

test('each of many lines gets its own nearest parts, also when repeated, and one without letters and digits gets none', async () => {
  const lines = ['T-Con Bord 55" 4K', 'Main Board 66 3 x HDMI', '???', 'T-Con Bord 55" 4K']

  expect((await nearestOfLines(lines)).map(([first]) => first)).toEqual([boards[0], boards[1], undefined, boards[0]])
  expect((await nearestParts(shop.db, 'Power Supply Unit 900', 3))[0]!.name).toBe(boards[2])
})

async function nearestOfLines(lines: string[]): Promise<string[][]> {
  const { rows } = await shop.db.execute<{ id: string; name: string }>('select id, name from parts')
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (await nearestPartsOfLines(shop.db, lines, 3)).map((ids) => ids.map((id) => names.get(id)!))
}

test.each([
  ['board hdmi 65', boards[1]],
  ['bluetooth modlue', boards[4]],
  ['673 3 1', boards[3]],
  ['dlight strip 6', boards[3]],
])("a line '%s' has a part by its words, with a slip, or by a text within", async (line, name) => {
  expect((await nearestOfLines([line]))[0]![0]).toBe(name)
})

test("parts are found by what their attributes say, with units and without, and by the shop's words for those of buyers", async () => {
  const admin = await shop.admin()
  await shop.db.execute(
    `insert into attributes (key, name, unit, kind) values ('length', 'Length', 'mm', 'number'), ('pins', 'Pins', 'pin', 'number'), ('link', 'Link', '', 'text')`,
  )
  const cable = await shop.addPart({ name: 'Ribbon cable grey' })
  await shop.addPart({ name: 'Ribbon cable grey, short' })
  await shop.db.execute(`update parts set attributes = '{"length":"450","pins":"51","link":"LVDS"}' where id = '${cable._id}'`)

  for (const q of ['cable 51 pin 450 mm', 'lvds 450mm grey', 'ribbon 51pin', '450 lvds cabel']) {
    expect(namesOf(await search({ q })), q).toEqual([cable.name])
    expect((await nearestOfLines([q]))[0]![0], q).toBe(cable.name)
  }
  expect(namesOf(await search({ q: 'cable 999 mm' }))).toEqual([])

  const asked = 'Flachband Kabel 450 mm'
  expect((await search({ q: asked })).count).toBe(0)
  const add = [
    { words: 'flachband-kabel', means: 'ribbon cable' },
    { words: 'Flachband', means: 'speaker' },
  ]
  expect((await admin.put('/synonyms', { remove: [], add })).json()).toEqual({ modifiedCount: 2 })
  expect(namesOf(await search({ q: asked }))).toEqual([cable.name])
  expect((await nearestOfLines([asked]))[0]![0]).toBe(cable.name)

  await shop.addPart({ name: 'Flachband-Kabel-Halter' })
  expect(namesOf(await search({ q: 'flachband kabel' }))).toEqual(['Flachband-Kabel-Halter'])
})

test('any typed text is answered, and makes the database read little', async () => {
  const hostile = [
    'a'.repeat(200),
    '%'.repeat(200),
    '_'.repeat(200),
    '\\'.repeat(200),
    "' or 1=1 --",
    '😀'.repeat(90),
    'ﷺ'.repeat(200),
    '\u0301'.repeat(200),
    'a '.repeat(100),
    "'':*|!&<->()",
    '\u{10ffff}',
    'ǅ',
    '$1 %L %s %I',
  ]
  for (const q of hostile) {
    const paths = [`/searchParts?q=${encodeURIComponent(q)}`, `/suggestParts?q=${encodeURIComponent(q)}&sort=x`]
    const statuses: number[] = []
    const { blocks } = await databaseWork(shop.db, async () => {
      for (const path of paths) statuses.push((await shop.visitor.get(path)).statusCode)
    })

    expect(statuses, q).toEqual([200, 200])
    // A few hundred of so few parts, however long the text.
    expect(blocks).toBeGreaterThan(0)
    expect(blocks).toBeLessThan(2_000)
  }
})
