import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAXIMUM_QUOTES, MAXIMUM_SAVED_LINES, QUOTE_DAYS } from '#contract/basics/limits.ts'
import type { Quote, QuoteSummary } from '#contract/quotes/quotes.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expireQuote, saveQuote } from '#tests/support/shops/quotes.ts'

const shop = await openShop()
const { db } = shop
const admin = await shop.admin()
const buyer = await shop.customer('buyer')
const other = await shop.customer('other')
const screw = await shop.addPart({ name: 'Screw', price: 0.0095, priceBreaks: [{ from: 10_000, price: 0.0071 }], available: 50_000 })
const lines = [
  { text: 'screw', quantity: '10,000' },
  { text: screw.partNumber, quantity: 5 },
  { text: 'scerw', quantity: '3k' },
  { text: 'Screw', quantity: 'many' },
  { text: '' },
]

const once = (client: Customer, key: string, payload: object) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/quotes',
    headers: { authorization: `Bearer ${client.token}`, 'idempotency-key': key },
    payload,
  })
const count = () => db.$count(quotes)
const list = async (client: Customer, query = '') => (await client.get(`/quotes${query}`)).json<{ count: number; quotes: QuoteSummary[] }>()

test('a saved quote keeps every line as it was given and priced, for 30 days', async () => {
  const saved = await saveQuote(buyer, { lines, name: ' TV sets ', note: 'For spring', total: 80.5 })

  expect(saved).toMatchObject({
    number: expect.stringMatching(/^Q-\d{6}$/),
    version: 1,
    newestVersion: 1,
    versions: [1],
    offers: [],
    name: 'TV sets',
    note: 'For spring',
    lineCount: 5,
    total: 80.5,
    expired: false,
    shared: false,
    orderedAt: null,
    orderable: false,
    lines: [
      {
        row: 1,
        text: 'screw',
        asked: '10,000',
        status: 'matched',
        notes: [],
        unitPrice: 0.0071,
        quantity: 10_000,
        lineTotal: 71,
        leadDays: 2,
        available: 50_000,
      },
      { row: 2, asked: '5', status: 'matched', notes: ['raised-to-minimum'], unitPrice: 0.0095, quantity: 1_000, lineTotal: 9.5 },
      { row: 3, text: 'scerw', asked: '3k', status: 'unknown', quantity: null, lineTotal: null, candidates: [{ partsId: screw._id }] },
      { row: 4, asked: 'many', status: 'quantity-unclear', partsId: screw._id, quantity: null },
      { row: 5, text: '', asked: '', status: 'unknown', candidates: [] },
    ],
  })
  expect(Date.parse(saved.validUntil) - Date.parse(saved.createdAt)).toBe(QUOTE_DAYS * 86_400_000)
  expect((await buyer.get(`/quotes/${saved._id}`)).json()).toEqual(saved)
})

test('prices stay as they were quoted, stock is current, and so are the days it takes while it can be ordered', async () => {
  const part = await shop.addPart({ name: 'Price that moves', price: 2, available: 5_000, leadDays: 20 })
  const saved = await saveQuote(buyer, { lines: [{ text: part.name, quantity: 4_000 }] })
  await db.update(parts).set({ price: '3', available: 1_500, name: 'Another name' }).where(eq(parts.id, part._id))

  const later = (await buyer.get(`/quotes/${saved._id}`)).json<Quote>()

  expect(saved).toMatchObject({ orderable: true, lines: [{ notes: [], leadDays: 2 }] })
  expect(later).toMatchObject({ total: 8_000, orderable: false })
  expect(later.lines[0]).toMatchObject({
    unitPrice: 2,
    lineTotal: 8_000,
    name: part.name,
    available: 1_500,
    leadDays: 20,
    notes: ['above-stock'],
  })
  await expireQuote(shop, saved)
  expect((await buyer.get(`/quotes/${saved._id}`)).json()).toMatchObject({ expired: true, lines: [{ available: 1_500, leadDays: 2 }] })
})

test('a part that is discontinued stays in the quote and is reported as no longer sold', async () => {
  const part = await shop.addPart({ name: 'Soon discontinued' })
  const saved = await saveQuote(buyer, { lines: [{ text: part.name }] })
  await admin.delete(`/parts/${part._id}`)

  expect((await buyer.get(`/quotes/${saved._id}`)).json()).toMatchObject({
    total: saved.total,
    orderable: false,
    lines: [{ status: 'matched', notes: ['no-longer-sold'], partNumber: part.partNumber, available: 0, lineTotal: saved.total }],
  })
})

test('lines of one part share its stock in a saved quote as well', async () => {
  const part = await shop.addPart({ available: 2_000 })
  const ask = (quantity: number) => ({ text: part.partNumber, quantity })

  const fits = await saveQuote(buyer, { lines: [ask(1_000), ask(1_000)] })
  const doesNot = await saveQuote(buyer, { lines: [ask(1_000), ask(1_001)] })

  expect(fits.orderable).toBe(true)
  expect(doesNot).toMatchObject({ orderable: false, lines: [{ notes: [] }, { notes: ['above-stock'] }] })
})

test('another total than the one the buyer saw is refused with the current total, and nothing is saved', async () => {
  const before = await count()

  const answer = await buyer.post('/quotes', { lines, total: 80.49 })

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 80.5 })
  expect(await count()).toBe(before)
})

test('a total that counts lines without a part is refused by naming these lines, and nothing is saved', async () => {
  const before = await count()

  const answer = await buyer.post('/quotes', { lines, total: 5_000 })
  const manyUnknown = await buyer.post('/quotes', { lines: Array.from({ length: 25 }, () => ({ text: 'no such part' })), total: 1 })

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'LINES_UNCLEAR',
    message:
      'Line 3 ("scerw") matches no part. Line 4 ("Screw") has an unclear quantity. Line 5 ("") matches no part. ' +
      'The total of the other lines is lower than yours.',
    currentTotal: 80.5,
    unclearLines: [
      { row: 3, text: 'scerw', status: 'unknown' },
      { row: 4, text: 'Screw', status: 'quantity-unclear' },
      { row: 5, text: '', status: 'unknown' },
    ],
  })
  expect(manyUnknown.json()).toMatchObject({
    code: 'LINES_UNCLEAR',
    message: expect.stringContaining('22 other lines have no price either.'),
  })
  expect(manyUnknown.json().unclearLines).toHaveLength(20)
  expect(await count()).toBe(before)
})

test('twenty identical requests with one key save one quote, and a different request does not get its answer', async () => {
  const key = randomUUID()
  const before = await count()

  const answers = await Promise.all(Array.from({ length: 20 }, () => once(buyer, key, { lines })))
  const another = await once(buyer, key, { lines: lines.slice(1) })

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map((answer) => answer.json<Quote>().number)).size).toBe(1)
  expect(await count()).toBe(before + 1)
  expect(another.json()).toMatchObject({ code: 'KEY_USED_BEFORE' })
})

test('a repeated request after a price rise is answered with the quote that the first one made', async () => {
  const part = await shop.addPart({ name: 'Dearer tomorrow', price: 1 })
  const request = { lines: [{ text: part.name }], total: 1_000 }
  const key = randomUUID()
  const first = (await once(buyer, key, request)).json<Quote>()
  await db.update(parts).set({ price: '2' }).where(eq(parts.id, part._id))

  expect((await once(buyer, key, request)).json()).toEqual(first)
})

test('the list is paged, newest first, with the number of lines', async () => {
  const lister = await shop.customer('lister')
  const saved = [await saveQuote(lister, { lines, name: 'first' }), await saveQuote(lister, { lines: lines.slice(0, 2), name: 'second' })]
  await expireQuote(shop, saved[0]!)

  const all = await list(lister)

  expect(all.count).toBe(2)
  expect(all.quotes.map(({ name, lineCount, total, expired }) => ({ name, lineCount, total, expired }))).toEqual([
    { name: 'second', lineCount: 2, total: 80.5, expired: false },
    { name: 'first', lineCount: 5, total: 80.5, expired: true },
  ])
  expect((await list(lister, '?page=1&size=1')).quotes.map(({ name }) => name)).toEqual(['first'])
  expect(await list(await shop.customer('without-quotes'))).toEqual({ count: 0, quotes: [] })
})

test("another customer's quote is answered like one that does not exist, for every caller and every call", async () => {
  const saved = await saveQuote(buyer, { lines })
  const asks = (client: Customer, id: string) => [
    client.get(`/quotes/${id}`),
    client.get(`/quotes/${id}?version=1`),
    client.put(`/quotes/${id}`, { version: 1, name: 'mine' }),
    client.post(`/quotes/${id}/requote`, { version: 1 }),
    client.get(`/quotes/${id}/document?format=csv`),
    client.post(`/quotes/${id}/link`),
    client.delete(`/quotes/${id}/link`),
    client.delete(`/quotes/${id}`),
  ]
  const removed = await saveQuote(other, { lines })
  await other.delete(`/quotes/${removed._id}`)

  const refusals = await Promise.all([
    ...asks(other, saved._id),
    ...asks(admin, saved._id),
    ...asks(other, randomUUID()),
    ...asks(other, removed._id),
  ])

  expect(refusals.map((answer) => [answer.statusCode, answer.json().code])).toEqual(refusals.map(() => [404, 'NOT_FOUND']))
  expect((await buyer.get(`/quotes/${saved._id}`)).json()).toEqual(saved)
  expect((await list(other)).quotes.map(({ _id }) => _id)).not.toContain(saved._id)
})

test('an unknown version is not found', async () => {
  const saved = await saveQuote(buyer, { lines })

  expect((await buyer.get(`/quotes/${saved._id}?version=2`)).statusCode).toBe(404)
  for (const version of ['0', '1e309', '-1e309', '9007199254740993', 'Infinity']) {
    expect((await buyer.get(`/quotes/${saved._id}?version=${version}`)).statusCode, version).toBe(400)
  }
  for (const [method, path, rest] of [
    ['put', '', { name: 'a' }],
    ['post', '/requote', {}],
    ['post', '/order', { total: 1, phone: '1', address: 'b' }],
  ] as const) {
    const refused = await buyer[method](`/quotes/${saved._id}${path}`, { version: 2 ** 63, ...rest })
    expect(refused.statusCode, path).toBe(400)
  }
})

test('one account keeps a limited number of quotes, also with concurrent requests', async () => {
  const keeper = await shop.customer('keeper')
  await db.execute(sql`
    with kept as (insert into quotes (user_id) select ${keeper.userId}::uuid from generate_series(3, ${MAXIMUM_QUOTES}) returning id),
    versions as (insert into quote_versions (quote_id, version, total_cents, valid_until) select id, 1, 0, now() from kept returning quote_id)
    insert into quote_lines (quote_id, version, row, text, asked, status) select quote_id, 1, 1, '', '', 'unknown' from versions`)

  const answers = await Promise.all(Array.from({ length: 5 }, () => keeper.post('/quotes', { lines })))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'TOO_MANY_QUOTES' })
  expect((await list(keeper)).count).toBe(MAXIMUM_QUOTES)
})

test('one account keeps a limited number of lines, including those of old versions', async () => {
  const keeper = await shop.customer('keeper')
  const { _id } = await saveQuote(keeper, { lines: [{ text: 'screw' }] })
  await db.insert(quoteVersions).values({ quoteId: _id, version: 2, totalCents: 0, validUntil: new Date() })
  await db.insert(quoteLines).values({ quoteId: _id, version: 2, row: MAXIMUM_SAVED_LINES - 3, text: '', asked: '', status: 'unknown' })

  const tooMany = await keeper.post('/quotes', { lines: lines.slice(0, 3) })
  const enough = await keeper.post('/quotes', { lines: lines.slice(0, 2) })

  expect(tooMany.json()).toMatchObject({ code: 'TOO_MANY_QUOTES' })
  expect(enough.statusCode).toBe(200)
})

test('a saved quote comes back as it was typed, and its lines add up, for any input', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((typed) => typed.replaceAll('\0', ''))
  const line = fc.record(
    {
      text: fc.oneof(text, fc.constantFrom('Screw', screw.partNumber)),
      quantity: fc.oneof(
        text.map((typed) => typed.slice(0, 20).toWellFormed()),
        fc.nat(),
      ),
    },
    { requiredKeys: ['text'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (given) => {
      const saved = await saveQuote(buyer, { lines: given })

      expect(saved.lines.map((each) => [each.row, each.text, each.asked])).toEqual(
        given.map((each, index) => [index + 1, each.text, String(each.quantity ?? '')]),
      )
      expect(Math.round(saved.total * 100)).toBe(saved.lines.reduce((sum, { lineTotal }) => sum + Math.round((lineTotal ?? 0) * 100), 0))
      const priced = (await shop.visitor.post('/quotes/price', { lines: given })).json()
      const kept = saved.lines.map((each) => ({ ...each, priceBreaks: [], betterBuy: null }))
      expect(kept).toEqual(priced.lines.map((each: object) => ({ ...each, priceBreaks: [], betterBuy: null, ...onlyWhileAsked(each) })))
      expect(saved.total).toBe(priced.total)
    }),
    { numRuns: 25 },
  )
})

/** A line without a quantity reports no stock but what is available. */
const onlyWhileAsked = (line: object) => ('available' in line ? { available: line.available } : {})
