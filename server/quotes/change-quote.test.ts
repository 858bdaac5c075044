import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAXIMUM_QUOTE_VERSIONS } from '#contract/basics/limits.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { contact, openShop } from '#tests/support/shops/open-shop.ts'
import { expireQuote, saveQuote } from '#tests/support/shops/quotes.ts'
import { sweepDeletedQuotes } from './sweep-deleted-quotes.ts'

const shop = await openShop()
const { db } = shop
const buyer = await shop.customer()
const admin = await shop.admin()
const board = await shop.addPart({ name: 'Main board', price: 2 })
const lines = [{ text: 'main board', quantity: 1_000 }]
const sendWithKey = (method: 'PUT' | 'POST', path: string, key: string, payload: object) =>
  shop.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${buyer.token}`, 'idempotency-key': key }, payload })
const setPrice = (price: string) => db.update(parts).set({ price }).where(eq(parts.id, board._id))

test('a change of name or note makes no version, a change of lines makes one, and the old version stays as it was', async () => {
  const first = await saveQuote(buyer, { lines, name: 'A' })

  const renamed = (await buyer.put(`/quotes/${first._id}`, { version: 1, name: ' B ', note: 'n' })).json<Quote>()
  const changed = (await buyer.put(`/quotes/${first._id}`, { version: 1, lines: [...lines, ...lines], total: 4_000 })).json<Quote>()

  expect(renamed).toEqual({ ...first, name: 'B', note: 'n' })
  expect(changed).toMatchObject({ number: first.number, version: 2, newestVersion: 2, name: 'B', total: 4_000, lineCount: 2 })
  expect((await buyer.get(`/quotes/${first._id}?version=1`)).json()).toEqual({
    ...renamed,
    newestVersion: 2,
    versions: [1, 2],
    orderable: false,
  })
})

test('of twenty concurrent changes of one version, one is made', async () => {
  const { _id } = await saveQuote(buyer, { lines })

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      buyer.put(`/quotes/${_id}`, { version: 1, lines: [{ text: 'main board', quantity: 1_000 + index }] }),
    ),
  )

  const made = answers.filter(({ statusCode }) => statusCode === 200)
  expect(made).toHaveLength(1)
  expect(new Set(answers.filter((answer) => !made.includes(answer)).map((answer) => answer.json().code))).toEqual(
    new Set(['QUOTE_CHANGED']),
  )
  expect((await buyer.get(`/quotes/${_id}`)).json()).toEqual(made[0]!.json())
})

test.each([
  ['PUT' as const, '', { version: 1, lines, name: 'B', total: 2_000 }],
  ['POST' as const, '/requote', { version: 1 }],
])('a new version is made once for each Idempotency-Key: %s', async (method, action, body) => {
  const { _id } = await saveQuote(buyer, { lines })
  const send = (key: string, payload: object = body) => sendWithKey(method, `/quotes/${_id}${action}`, `${key}-${method}`, payload)

  const [first, ...repeated] = await Promise.all(Array.from({ length: 5 }, () => send('first')))
  await buyer.put(`/quotes/${_id}`, { version: 2, lines: [...lines, ...lines] })
  const late = await send('first')

  expect(first!.json()).toMatchObject({ version: 2, newestVersion: 2, lineCount: 1 })
  expect(repeated.map((answer) => answer.json())).toEqual(repeated.map(() => first!.json()))
  expect(late.json()).toMatchObject({ version: 2, newestVersion: 3, lineCount: 1 })
  expect((await send('second')).json()).toMatchObject({ code: 'QUOTE_CHANGED' })
  expect((await send('first', { ...body, version: 3 })).json()).toMatchObject({ code: 'KEY_USED_BEFORE' })
  expect((await buyer.get(`/quotes/${_id}`)).json()).toMatchObject({ version: 3, versions: [1, 2, 3] })
})

test('a change of an older version is refused and changes nothing', async () => {
  const { _id } = await saveQuote(buyer, { lines })
  await buyer.post(`/quotes/${_id}/requote`, { version: 1 })

  const answers = [
    await buyer.put(`/quotes/${_id}`, { version: 1, name: 'late' }),
    await buyer.put(`/quotes/${_id}`, { version: 1, lines, total: 1 }),
    await buyer.post(`/quotes/${_id}/requote`, { version: 1 }),
  ]

  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(answers.map(() => [409, 'QUOTE_CHANGED']))
  expect((await buyer.get(`/quotes/${_id}`)).json()).toMatchObject({ version: 2, name: '' })
})

/** Adds versions with the lines of the first one, as if the lines had been changed that often. */
const addVersions = async (id: string, upTo: number) => {
  await db.execute(sql`
    insert into quote_versions (quote_id, version, total_cents, valid_until)
    select ${id}::uuid, n, 0, now() from generate_series(2, ${upTo}::int) as n`)
  await db.execute(sql`
    insert into quote_lines (quote_id, version, row, text, asked, status)
    select ${id}::uuid, n, 1, 'main board', '', 'unknown' from generate_series(2, ${upTo}::int) as n`)
  await db.update(quotes).set({ version: upTo }).where(eq(quotes.id, id))
}

test('a quote keeps its newest hundred versions and each ordered one; a change is never refused because of them (70)', async () => {
  const saved = await saveQuote(buyer, { lines })
  await buyer.post(`/quotes/${saved._id}/order`, { version: 1, total: saved.total, ...contact })
  await addVersions(saved._id, MAXIMUM_QUOTE_VERSIONS + 1)

  const changed = await buyer.put(`/quotes/${saved._id}`, { version: MAXIMUM_QUOTE_VERSIONS + 1, lines })
  const { versions } = changed.json<Quote>()

  expect(changed.statusCode).toBe(200)
  expect(versions).toEqual([1, ...Array.from({ length: MAXIMUM_QUOTE_VERSIONS }, (_, index) => index + 3)])
  expect((await buyer.get(`/quotes/${saved._id}?version=2`)).statusCode).toBe(404)
  expect((await buyer.get(`/quotes/${saved._id}?version=1`)).json()).toMatchObject({ lineCount: 1, total: saved.total })
})

test('a quote with more versions from an earlier release keeps that number, and a change of words drops none (70)', async () => {
  const { _id } = await saveQuote(buyer, { lines })
  await addVersions(_id, 150)

  const renamed = (await buyer.put(`/quotes/${_id}`, { version: 150, name: 'B' })).json<Quote>()
  const changed = (await buyer.put(`/quotes/${_id}`, { version: 150, lines })).json<Quote>()

  expect([renamed.versions.length, changed.versions.length, changed.versions[0]]).toEqual([150, 150, 2])
})

test('a change with another total than the one the buyer saw makes no version', async () => {
  const { _id } = await saveQuote(buyer, { lines })

  const answer = await buyer.put(`/quotes/${_id}`, { version: 1, name: 'x', lines, total: 1_999.99 })

  expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 2_000 })
  expect((await buyer.get(`/quotes/${_id}`)).json()).toMatchObject({ version: 1, name: '' })
})

test('an expired quote says so, and one call prices the same lines again', async () => {
  const part = await shop.addPart({ name: 'Tuner A', price: 1 })
  const discontinued = await shop.addPart({ name: 'Tuner B', price: 1 })
  const saved = await saveQuote(buyer, {
    lines: [
      { text: 'tuner a', quantity: '2k' },
      { text: 'typed anyhow', partsId: part._id },
      { text: 'tuner b' },
      { text: 'nothing', quantity: '?' },
    ],
  })
  await expireQuote(shop, saved)
  await db.update(parts).set({ price: '1.5', name: 'Tuner A2' }).where(eq(parts.id, part._id))
  await admin.delete(`/parts/${discontinued._id}`)

  const expired = (await buyer.get(`/quotes/${saved._id}`)).json<Quote>()
  const requoted = (await buyer.post(`/quotes/${saved._id}/requote`, { version: 1 })).json<Quote>()

  expect(expired).toMatchObject({ expired: true, orderable: false, total: 4_000 })
  expect(requoted).toMatchObject({ version: 2, expired: false, total: 4_500, lineCount: 4 })
  expect(requoted.lines).toMatchObject([
    { text: 'tuner a', asked: '2k', status: 'matched', name: 'Tuner A2', unitPrice: 1.5, quantity: 2_000 },
    { text: 'typed anyhow', asked: '', status: 'matched', partsId: part._id },
    { text: 'tuner b', status: 'unknown', notes: ['no-longer-sold'], partsId: discontinued._id, lineTotal: null },
    { text: 'nothing', asked: '?', status: 'unknown' },
  ])
})

test('a deleted quote leaves none of its contents, and its number is not given again', async () => {
  const saved = await saveQuote(buyer, { lines, name: 'secret', note: 'secret' })
  await buyer.put(`/quotes/${saved._id}`, { version: 1, lines })

  const answer = await buyer.delete(`/quotes/${saved._id}`)
  await sweepDeletedQuotes(db)

  expect(answer.json()).toEqual({ deletedCount: 1 })
  expect(await db.$count(quoteLines, eq(quoteLines.quoteId, saved._id))).toBe(0)
  expect(await db.$count(quoteVersions, eq(quoteVersions.quoteId, saved._id))).toBe(0)
  expect(await db.select().from(quotes).where(eq(quotes.id, saved._id))).toMatchObject([
    { number: saved.number, name: '', note: '', linkHash: null },
  ])
  expect((await saveQuote(buyer, { lines })).number).not.toBe(saved.number)
})

test('deleting and changing concurrently ends in a deleted quote without lines, or in a changed quote that is then deleted', async () => {
  for (let round = 0; round < 10; round++) {
    const { _id } = await saveQuote(buyer, { lines })

    const [removed, changed] = await Promise.all([buyer.delete(`/quotes/${_id}`), buyer.put(`/quotes/${_id}`, { version: 1, lines })])
    await sweepDeletedQuotes(db)

    expect(removed.statusCode).toBe(200)
    expect([200, 404, 409]).toContain(changed.statusCode)
    expect(await db.$count(quoteLines, eq(quoteLines.quoteId, _id))).toBe(0)
  }
})

test('a saved line keeps the price it was given when the price changes at the same moment', async () => {
  const [saved] = await Promise.all([saveQuote(buyer, { lines }), setPrice('3')])
  await setPrice('2')

  expect([2_000, 3_000]).toContain(saved.total)
  expect(saved.lines[0]!.lineTotal).toBe(saved.total)
})
