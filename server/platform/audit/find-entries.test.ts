import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditPage } from '#contract/shop/operations.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { cellOf, cellsOf } from '#tests/support/shops/cells.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { savedQuote } from '#tests/support/shops/order-groups.ts'
import { sweepAudit } from './sweep-audit.ts'

const shop = await openShop()
const admin = await shop.admin()

const find = async (query: string) => (await admin.get(`/audit-log?${query}`)).json<AuditPage>()
const subjects = async (query: string) => (await find(query)).entries.map(({ subject }) => subject)
const write = (actor: Customer, subject: string, ageDays = 0) =>
  shop.db.insert(auditLog).values({
    actorId: actor.userId,
    action: 'ship-order',
    subject,
    detail: { reference: '=1+1' },
    at: sql`now() - make_interval(days => ${ageDays}::int)`,
  })

test('entries are found by who did it, and all who have any are named', async () => {
  const [one, other] = [await shop.admin('one'), await shop.admin('other')]
  await write(one, 'by one')
  await write(other, 'by other')
  await write(one, 'by one again')

  expect(await subjects(`actor=${one.email.toUpperCase()}`)).toEqual(['by one again', 'by one'])
  expect((await find('')).actors).toEqual(expect.arrayContaining([one.email, other.email]))
  expect(await find('actor=nobody@example.com')).toMatchObject({ count: 0, entries: [] })
})

test('entries are found by what it was done to: order, quote and part by number, part by a piece of its name, person by email', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart({ name: 'Zwieback 100% board', partNumber: 'ZW-55' })
  const order = await shop.placeOrder(ann, part)
  const quote = await savedQuote(shop.db, ann.userId, [{ part }])
  for (const subject of [order._id, quote.id, part._id, ann.email]) await write(admin, subject)
  const quoteNumber = (await ann.get(`/quotes/${quote.id}`)).json<{ number: string }>().number

  expect(await subjects(`q=${order.number.toLowerCase()}`)).toEqual([order._id])
  expect(await subjects(`q=${quoteNumber}`)).toEqual([quote.id])
  expect(await subjects('q=zw-55')).toEqual([part._id])
  expect(await subjects('q=back%20100%25')).toEqual([part._id])
  expect(await subjects('q=zwie%25board')).toEqual([])
  expect(await subjects(`q=${ann.email.toUpperCase()}`)).toEqual([ann.email])
  expect(await subjects(`q=${part._id}`)).toEqual([part._id])
  expect(await subjects('q=O-99999999999999999999')).toEqual([])
})

test('the file has what the filter finds, in batches, with cells that no spreadsheet evaluates', async () => {
  const many = await shop.admin('many')
  await shop.db.execute(sql`
    insert into audit_log (actor_id, action, subject, detail)
    select ${many.userId}::uuid, 'ship-order', n::text, '{"reference": "=1+1"}' from generate_series(1, 1001) as n`)

  const file = await admin.get(`/audit-file?actor=${many.email}`)

  expect(file.headers['content-disposition']).toContain('audit-log.csv')
  expect(cellsOf(file, 'Subject')).toEqual(Array.from({ length: 1_001 }, (_, index) => String(1_001 - index)))
  expect(cellOf(file, 'Person')).toBe(many.email)
  expect(file.body).not.toMatch(/[,"]=1/)
})

test('entries older than the retention are deleted, younger ones and all without a retention stay', async () => {
  const old = await shop.admin('old')
  for (const days of [500, 401, 399, 1]) await write(old, `${days} days`, days)
  const left = () => subjects(`actor=${old.email}`)

  await sweepAudit(shop.db, { auditDays: 0 })
  const kept = await left()
  await sweepAudit(shop.db, { auditDays: 400 })

  expect(kept).toHaveLength(4)
  expect(await left()).toEqual(['1 days', '399 days'])
  // Whatever is set: what is younger than 30 days stays.
  await expect(sweepAudit(shop.db, { auditDays: 1 })).rejects.toMatchObject({ cause: { message: expect.stringMatching(/only added to/) } })
})
