import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { searchMessages, type MissedSearches, type SearchAnswer } from '#contract/parts/searches.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { sweepSearches } from './miss-search.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

const miss = async (text: string, remoteAddress = '192.0.2.1') =>
  (await shop.app.inject({ method: 'POST', url: '/api/missed-searches', payload: { text }, remoteAddress })).json()
const missed = async (q = '') => (await admin.get(`/missed-searches?${new URLSearchParams({ q })}`)).json<MissedSearches>()
const answer = (text: string, part: string | null) => admin.put('/search-answers', { text, part })
const find = async (q: string) => (await shop.visitor.get(`/searchParts?${new URLSearchParams({ q })}`)).json()

test('texts with the same letters and digits are counted together, searches and lines apart, the most frequent first', async () => {
  const part = await shop.addPart()
  for (const [text, address] of [
    ['Zorro-77', '192.0.2.1'],
    ['zorro 77', '198.51.100.1'],
    ['ZORRO77', '2001:db8:1::1'],
  ] as const)
    expect(await miss(text, address)).toEqual({ modifiedCount: 1 })
  await miss('quokka')
  await saveQuote(ann, { lines: [{ text: 'Zorro 77' }, { text: 'zorro/77' }, { text: 'wombat' }, { text: part.partNumber }] })
  await admin.get('/missed-searches')

  const { count, searches } = await missed()
  expect(count).toBe(3)
  expect(searches.map(({ text, searches: asked, lines }) => [text.toLowerCase().replace(/\W/g, ''), asked, lines])).toEqual([
    ['zorro77', 3, 1],
    ['quokka', 1, 0],
    ['wombat', 0, 1],
  ])
  expect((await missed('RO-7')).searches).toHaveLength(1)
})

test('a text that names a part, and one without letters and digits, is not counted', async () => {
  const part = await shop.addPart({ name: 'Mainboard of the sea' })
  expect([await miss(part.partNumber), await miss('mainboard OF the-sea'), await miss('--- %')]).toEqual(
    Array.from({ length: 3 }, () => ({ modifiedCount: 0 })),
  )
})

test('what is counted goes away once a part of this name is sold', async () => {
  await miss('Platypus panel')
  expect((await missed('platypus')).count).toBe(1)
  await shop.addPart({ name: 'Platypus Panel' })
  expect((await missed('platypus')).count).toBe(0)
})

test('a text means a part from now on: the search, suggestions and quotes find it, until it is taken back', async () => {
  const part = await shop.addPart({ name: 'T-Con board 55' })
  await miss('timing thing')
  expect((await find('timing thing')).parts.map(({ _id }: { _id: string }) => _id)).not.toContain(part._id)

  expect((await answer('Timing-Thing', part.partNumber.toLowerCase())).json()).toEqual({ modifiedCount: 1 })

  expect((await find('timing thing')).parts[0]._id).toBe(part._id)
  const suggested = (await shop.visitor.get('/suggestParts?q=timing%20thing')).json()
  expect(suggested[0]._id).toBe(part._id)
  const priced = (await shop.visitor.post('/quotes/price', { lines: [{ text: 'TIMING THING' }] })).json()
  expect(priced.lines).toMatchObject([{ status: 'matched', partsId: part._id }])
  expect((await missed('timing')).count).toBe(0)

  const [said] = (await admin.get('/search-answers')).json<SearchAnswer[]>()
  expect(said).toMatchObject({ text: 'Timing-Thing', part: { _id: part._id } })
  expect((await admin.delete(`/search-answers/${said!._id}`)).json()).toEqual({ deletedCount: 1 })
  expect((await find('timing thing')).parts.map(({ _id }: { _id: string }) => _id)).not.toContain(part._id)
  expect((await missed('timing')).count).toBe(1)
  expect((await admin.delete(`/search-answers/${said!._id}`)).statusCode).toBe(404)
})

test('a text of a part that is removed is searched as it is again', async () => {
  const part = await shop.addPart()
  await answer('old nickname', part.partNumber)
  await admin.delete(`/parts/${part._id}`)
  expect((await find('old nickname')).parts.map(({ _id }: { _id: string }) => _id)).not.toContain(part._id)
  expect((await shop.visitor.post('/quotes/price', { lines: [{ text: 'old nickname' }] })).json().lines[0].status).not.toBe('matched')
})

test('what the shop does not sell is not listed, and is answered as before', async () => {
  await miss('pizza')
  expect((await answer('pizza', null)).statusCode).toBe(200)
  expect((await missed('pizza')).count).toBe(0)
  expect(await miss('pizza')).toEqual({ modifiedCount: 0 })
})

test('an answer needs letters, and a part that is the only one of its name', async () => {
  for (const name of ['Twin', 'Twin']) await shop.addPart({ name })
  const refused = await Promise.all([answer('--', null), answer('some', 'no such part'), answer('some', 'twin')])
  expect(refused.map((one) => [one.statusCode, one.json().fields[0].field])).toEqual([
    [400, 'text'],
    [400, 'part'],
    [400, 'part'],
  ])
})

test('who looks at a part that is sold out is counted once a day', async () => {
  const [gone, there] = [await shop.addPart({ available: 999 }), await shop.addPart({ available: 1_000 })]
  const look = async (who: Customer, { _id }: { _id: string }) => (await who.post(`/parts/${_id}/looked-at`)).json().modifiedCount
  expect([await look(ann, gone), await look(ann, gone), await look(admin, gone), await look(ann, there)]).toEqual([1, 0, 1, 0])
  expect((await admin.get('/sold-out-parts')).json()).toMatchObject([{ partsId: gone._id, available: 999, people: 2 }])
})

test('a text is counted once a day for a network, and a line once for an account, however often they are sent', async () => {
  const told = await Promise.all(
    ['203.0.113.1', '203.0.113.1', '203.0.113.250', '2001:db8:7:1::1', '2001:db8:7:2::1', '198.51.100.9'].map((address, index) =>
      miss(index % 2 ? 'Quagga 5' : 'quagga-5', address),
    ),
  )
  for (const _ of [1, 2, 3]) await saveQuote(ann, { lines: [{ text: 'quagga 5' }, { text: 'Quagga5' }] })
  await saveQuote(await shop.customer('bob'), { lines: [{ text: 'quagga 5' }] })

  expect(told.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(3)
  expect((await missed('quagga')).searches).toMatchObject([{ searches: 3, lines: 2 }])
})

test.each(['number', 'name'] as const)('what is the %s of a part cannot be said to mean another one, or none', async (what) => {
  const [part, other] = [await shop.addPart({ partNumber: `EX-${what}`, name: `Exact ${what}` }), await shop.addPart()]
  const text = what === 'number' ? `ex ${what}` : `EXACT-${what}`

  const refused = [await answer(text, other.partNumber), await answer(text, null)]

  for (const one of refused) expect(one.json().fields).toEqual([{ field: 'text', message: searchMessages.textNamesAnother }])
  expect((await answer(text, part.partNumber)).statusCode).toBe(200)
})

test('a number that a part is given beats what the shop has said of it before: searches, quotes and programs find that part alone', async () => {
  const [old, next] = [await shop.addPart({ partNumber: 'OLD-77' }), await shop.addPart()]
  await answer('said 88', old.partNumber)
  await admin.put(`/parts/${old._id}`, { partNumber: 'NEW-77' })
  const former = (await shop.visitor.post('/quotes/price', { lines: [{ text: 'old 77' }] })).json()

  await admin.put(`/parts/${next._id}`, { partNumber: 'OLD-77' })
  const named = await shop.addPart({ partNumber: 'SAID-88' })

  const priced = (await shop.visitor.post('/quotes/price', { lines: [{ text: 'old 77' }, { text: 'Said-88' }] })).json()
  expect(former.lines).toMatchObject([{ status: 'matched', partsId: old._id }])
  expect(priced.lines).toMatchObject([
    { status: 'matched', partsId: next._id },
    { status: 'matched', partsId: named._id },
  ])
  expect((await find('old-77')).parts[0]._id).toBe(next._id)
  expect((await find('said-88')).parts[0]._id).toBe(named._id)
})

test('a day has a limit of texts, and old counts are deleted', async () => {
  await shop.db.execute(sql`
    insert into missed_searches select current_date - 91, 'search', 'old' || n, 'old', 1 from generate_series(1, 20000) as n`)
  await shop.db.execute(sql`insert into sold_out_looks select current_date - 91, parts.id, users.id from parts cross join users limit 1`)
  await sweepSearches(shop.db)
  const { rows } = await shop.db.execute(sql`
    select from missed_searches where day < current_date - 90 union all select from sold_out_looks where day < current_date - 90`)
  expect(rows).toEqual([])
  await shop.db.execute(
    sql`insert into missed_searches select current_date, 'search', 'new' || n, 'new', 1 from generate_series(1, 20000) as n`,
  )
  expect(await miss('one too many')).toEqual({ modifiedCount: 0 })
})
