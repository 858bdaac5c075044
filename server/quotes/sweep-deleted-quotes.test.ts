import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { contact, openShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { sweepDeletedQuotes } from './sweep-deleted-quotes.ts'

const shop = await openShop()
const { db } = shop
const part = await shop.addPart({ available: 100_000 })
const lines = [{ text: part.partNumber, quantity: 1_000 }]

const versionsOf = (id: string) => db.$count(quoteVersions, eq(quoteVersions.quoteId, id))
const linesOf = (id: string) => db.$count(quoteLines, eq(quoteLines.quoteId, id))
const sweepAll = async () => {
  while ((await db.$count(quotes, and(sql`${quotes.deletedAt} is not null`, isNull(quotes.sweptAt)))) > 0) await sweepDeletedQuotes(db)
}

/** Adds versions of one line each; before versions were limited, an account could have thousands. */
const addVersions = (id: string, upTo: number) =>
  db.execute(sql`
    with versions as (
      insert into quote_versions (quote_id, version, total_cents, valid_until)
      select ${id}::uuid, n, 0, now() from generate_series(2, ${upTo}::int) as n returning version
    ), newest as (update quotes set version = ${upTo}::int where id = ${id}::uuid)
    insert into quote_lines (quote_id, version, row, text, asked, status) select ${id}::uuid, version, 1, '', '', 'unknown' from versions`)

test('a quote with thousands of versions is deleted by one statement and swept afterwards (70)', async () => {
  const buyer = await shop.customer()
  const saved = await Promise.all(Array.from({ length: 4 }, () => saveQuote(buyer, { lines })))
  for (const { _id } of saved) await addVersions(_id, 3_000)

  const { tuples, answers } = await writesDuring(() => Promise.all(saved.map(({ _id }) => buyer.delete(`/quotes/${_id}`))))
  const notFound = await buyer.get(`/quotes/${saved[0]!._id}`)
  await sweepAll()

  expect(answers.map((answer) => answer.json())).toEqual(saved.map(() => ({ deletedCount: 1 })))
  expect(tuples).toBe(0)
  expect(notFound.statusCode).toBe(404)
  for (const { _id } of saved) expect([await versionsOf(_id), await linesOf(_id)]).toEqual([0, 0])
})

/** Counts the rows of versions and lines that the work removed. */
async function writesDuring<T>(work: () => Promise<T>): Promise<{ tuples: number; answers: T }> {
  const before = (await db.$count(quoteVersions)) + (await db.$count(quoteLines))
  const answers = await work()
  return { tuples: before - (await db.$count(quoteVersions)) - (await db.$count(quoteLines)), answers }
}

test('a deleted quote keeps its ordered version with its lines, and nothing else (70)', async () => {
  const buyer = await shop.customer()
  const saved = await saveQuote(buyer, { lines, name: 'Spring' })
  const ordered = await buyer.post(`/quotes/${saved._id}/order`, { version: 1, total: saved.total, ...contact })
  await buyer.put(`/quotes/${saved._id}`, { version: 1, lines: [...lines, ...lines] })

  await buyer.delete(`/quotes/${saved._id}`)
  await sweepAll()

  const versions = await db.select({ version: quoteVersions.version }).from(quoteVersions).where(eq(quoteVersions.quoteId, saved._id))
  expect(versions).toEqual([{ version: 1 }])
  expect(await linesOf(saved._id)).toBe(1)
  const group = await buyer.get(`/order-groups/${ordered.json<{ groupId: string }>().groupId}`)
  expect(group.json()).toMatchObject({ quoteNumber: saved.number, orders: [{ orderQuantity: 1_000 }] })
})

test('concurrent sweeps by several processes leave quotes that are not deleted complete (70)', async () => {
  const buyer = await shop.customer()
  const kept = await saveQuote(buyer, { lines })
  const deleted = await saveQuote(buyer, { lines })
  await addVersions(deleted._id, 2_500)
  await buyer.delete(`/quotes/${deleted._id}`)

  await Promise.all(Array.from({ length: 4 }, () => sweepDeletedQuotes(db)))
  await sweepAll()

  expect(await versionsOf(deleted._id)).toBe(0)
  expect((await buyer.get(`/quotes/${kept._id}`)).json()).toEqual(kept)
})

test.each([
  ['line', sql`quote_lines`],
  ['version', sql`quote_versions`],
])('a sweep does not wait for a %s that another process has locked (70)', async (_what, table) => {
  const buyer = await shop.customer()
  const { _id: id } = await saveQuote(buyer, { lines })
  await addVersions(id, 3)
  await buyer.delete(`/quotes/${id}`)

  await transaction(db, async (tx) => {
    await tx.execute(sql`select from ${table} where quote_id = ${id}::uuid and version = 2 for update`)
    await sweepDeletedQuotes(db)
  })

  expect(await versionsOf(id)).toBe(1)
  await sweepAll()
  expect(await versionsOf(id)).toBe(0)
})
