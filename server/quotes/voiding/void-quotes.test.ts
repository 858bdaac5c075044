import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Quote } from '#contract/quotes/quotes.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { mails } from '#database/tables/mails.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { quotes, quoteVersions, quoteVoidings } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expireQuote, saveQuote } from '#tests/support/shops/quotes.ts'
import { finishVoidings } from './finish-voidings.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

type Part = Awaited<ReturnType<TestShop['addPart']>>

const moment = () => new Date(Date.now()).toISOString()
const anHour = () => ({ from: new Date(Date.now() - 1_800_000).toISOString(), to: new Date(Date.now() + 1_800_000).toISOString() })
const quoteOf = (buyer: Customer, part: Part, quantity = 1_000) => saveQuote(buyer, { lines: [{ text: part.partNumber, quantity }] })
const seen = async (buyer: Customer, { _id }: Pick<Quote, '_id'>, version?: number) =>
  (await buyer.get(`/quotes/${_id}${version ? `?version=${version}` : ''}`)).json<Quote>()
const order = (buyer: Customer, { _id, version, total }: Quote) => buyer.post(`/quotes/${_id}/order`, { version, total, ...contact })
const setPrice = (part: Part, price: number) => admin.put(`/parts/${part._id}`, { price, confirmed: true })
const voidMany = (body: object) => admin.post('/void-quotes', { ...anHour(), reason: 'The price was a slip', ...body })
const mailsTo = ({ email }: Customer) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.kind, 'quote-withdrawn')))

test('one call withdraws every quote with a price that was briefly wrong, and nothing else (71)', async () => {
  const [part, other, bob] = [await shop.addPart({ price: 2.5 }), await shop.addPart(), await shop.customer('bob')]
  const right = await quoteOf(ann, part)
  await setPrice(part, 0.025)
  const from = moment()
  const wrong = await Promise.all([ann, ann, ann, bob].map((buyer) => quoteOf(buyer, part)))
  const unrelated = await quoteOf(ann, other)
  await setPrice(part, 2.5)
  const rightAgain = await quoteOf(bob, part)
  const which = { partsId: part._id, from, to: anHour().to, below: 1 }

  const figures = (await admin.get(`/void-quotes?${new URLSearchParams({ ...which, below: '1' })}`)).json()
  const voided = await voidMany(which)

  expect(figures).toEqual({ versions: 4, quotes: 4, buyers: 2, ordered: 0 })
  expect(voided.json()).toEqual({ ...figures, finished: true })
  for (const quote of wrong.slice(0, 3))
    expect(await seen(ann, quote)).toMatchObject({ orderable: false, withdrawn: { reason: 'The price was a slip' } })
  for (const [buyer, quote] of [
    [ann, right],
    [ann, unrelated],
    [bob, rightAgain],
  ] as const)
    expect(await seen(buyer, quote)).toMatchObject({ orderable: true, withdrawn: null })
  expect(await mailsTo(ann)).toMatchObject([
    { subject: '3 of your quotes were withdrawn', body: expect.stringContaining('The price was a slip') },
  ])
  expect(await mailsTo(bob)).toMatchObject([{ subject: `Your quote ${wrong[3]!.number} was withdrawn` }])
  expect(
    await shop.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'void-quotes'), eq(auditLog.subject, part._id))),
  ).toMatchObject([{ actorId: admin.userId, detail: { from, below: '1.0000' } }])
})

test('a withdrawn quote cannot be ordered, says why, and can be priced again as a new version (71)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const quote = await quoteOf(ann, part)
  await voidMany({ partsId: part._id })

  const refused = await order(ann, quote)
  expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
    409,
    'QUOTE_WITHDRAWN',
    'The shop has withdrawn this quote: The price was a slip',
  ])
  expect(await shop.stockOf(part)).toBe(10_000)
  const { secret } = (await ann.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()
  expect((await shop.visitor.get(`/shared-quotes/${secret}`)).json().withdrawn.reason).toBe('The price was a slip')
  expect((await ann.get('/quotes')).json().quotes[0]).toMatchObject({ _id: quote._id, withdrawn: { reason: 'The price was a slip' } })

  const renewed = (await ann.post(`/quotes/${quote._id}/requote`, { version: 1 })).json<Quote>()
  expect(renewed).toMatchObject({ version: 2, withdrawn: null, orderable: true })
  expect((await order(ann, renewed)).statusCode).toBe(200)
  expect((await seen(ann, quote, 1)).withdrawn).toMatchObject({ reason: 'The price was a slip' })
})

test('of concurrently ordering and withdrawing a quote exactly one succeeds (71)', async () => {
  const part = await shop.addPart({ price: 2.5, available: 1_000_000 })
  const wins = { ordered: 0, withdrawn: 0 }
  for (let race = 0; race < 12; race++) {
    const quote = await quoteOf(ann, part)
    const [placed] = await Promise.all([
      order(ann, quote),
      race % 2 ? voidMany({ partsId: part._id }) : admin.post(`/quotes/${quote._id}/void`, { version: 1, reason: 'x' }),
    ])
    await finishVoidings(shop.services)
    wins[placed.statusCode === 200 ? 'ordered' : 'withdrawn']++
    expect((await seen(ann, quote)).withdrawn === null).toBe(placed.statusCode === 200)
    if (placed.statusCode === 200) await Promise.all(placed.json().orders.map(({ _id }: { _id: string }) => ann.delete(`/order/${_id}`)))
  }

  const both = await shop.db
    .select({ id: quotes.id })
    .from(quoteVersions)
    .innerJoin(quotes, eq(quotes.id, quoteVersions.quoteId))
    .innerJoin(orderGroups, and(eq(orderGroups.quoteId, quoteVersions.quoteId), eq(orderGroups.quoteVersion, quoteVersions.version)))
    .where(isNotNull(quoteVersions.voidingId))
  expect(both).toEqual([])
  expect(wins.ordered + wins.withdrawn).toBe(12)
})

test('the job finishes an interrupted voiding, and a finished one sends no second mail (71)', async () => {
  const [part, carl] = [await shop.addPart(), await shop.customer('carl')]
  const some = await Promise.all([1, 2, 3].map(() => quoteOf(carl, part)))
  await shop.db
    .insert(quoteVoidings)
    .values({ adminId: admin.userId, reason: 'x', partId: part._id, savedFrom: new Date(Date.now() - 60_000), savedTo: new Date() })

  await Promise.all([finishVoidings(shop.services), finishVoidings(shop.services)])
  // As if the process had died before it marked the voiding as finished.
  await shop.db.update(quoteVoidings).set({ finishedAt: null }).where(eq(quoteVoidings.partId, part._id))
  await finishVoidings(shop.services)

  for (const quote of some) expect((await seen(carl, quote)).withdrawn).not.toBeNull()
  expect(await mailsTo(carl)).toHaveLength(1)
  expect(await shop.db.$count(quoteVoidings, sql`finished_at is null`)).toBe(0)
})

test('a quote that is being ordered during a voiding is left for the next run (71)', async () => {
  const [part, dora] = [await shop.addPart(), await shop.customer('dora')]
  const [busy, free] = [await quoteOf(dora, part), await quoteOf(dora, part)]

  const answer = await transaction(shop.db, async (tx) => {
    await tx.select().from(quotes).where(eq(quotes.id, busy._id)).for('update')
    return voidMany({ partsId: part._id })
  })
  expect(answer.json()).toMatchObject({ versions: 1, finished: false })
  expect([(await seen(dora, busy)).withdrawn, (await seen(dora, free)).withdrawn === null]).toEqual([null, false])

  await finishVoidings(shop.services)
  expect((await seen(dora, busy)).withdrawn).not.toBeNull()
  expect(await mailsTo(dora)).toMatchObject([{ subject: '2 of your quotes were withdrawn' }])
})

test('one quote is withdrawn once, in the version the admin saw, and not when it was ordered (71)', async () => {
  const part = await shop.addPart({ available: 50_000 })
  const [one, ordered] = [await quoteOf(ann, part), await quoteOf(ann, part)]
  await order(ann, ordered)
  const voidOne = (quote: Quote, version: number) => admin.post(`/quotes/${quote._id}/void`, { version, reason: 'A slip' })

  const answers = [await voidOne(one, 2), await voidOne(one, 1), await voidOne(one, 1), await voidOne(ordered, 1)]

  expect(answers.map((answer) => answer.json().code ?? answer.json().modifiedCount)).toEqual(['QUOTE_CHANGED', 1, 0, 'QUOTE_ORDERED'])
  expect((await voidMany({ partsId: part._id })).json()).toMatchObject({ versions: 0, ordered: 1 })
  expect((await voidMany({ partsId: part._id, to: '2020-01-01T00:00:00Z' })).json().fields).toEqual([
    { field: 'to', message: 'The second moment is not before the first.' },
  ])
  for (const from of ['2026-12-31T23:59:60Z', '0000-01-01T00:00:00Z']) {
    expect((await voidMany({ partsId: part._id, from })).json().fields).toEqual([{ field: 'from', message: 'Enter a date and a time.' }])
  }
  expect((await voidMany({ partsId: part._id, below: 0.00001 })).json().fields).toMatchObject([{ field: 'below' }])
  expect((await voidMany({ partsId: part._id, reason: ' ' })).json().fields).toEqual([
    { field: 'reason', message: 'Enter a reason. The buyers will see it.' },
  ])
})

test("admins see all quotes, and find them by number, buyer's mail and part", async () => {
  const [part, eve] = [await shop.addPart({ partNumber: 'TCB-55 4K' }), await shop.customer('eve')]
  const [open, expired, voided] = [await quoteOf(eve, part), await quoteOf(eve, part), await quoteOf(eve, part)]
  await expireQuote(shop, expired)
  await admin.post(`/quotes/${voided._id}/void`, { version: 1, reason: 'A slip' })
  const found = async (q: string) => (await admin.get(`/allQuotes?q=${encodeURIComponent(q)}`)).json()

  const byPart = await found('tcb554k')
  expect(byPart).toMatchObject({ count: 3, part: { partsId: part._id, partNumber: 'TCB-55 4K' } })
  expect(byPart.quotes.map(({ _id, state }: Quote & { state: string }) => [_id, state])).toEqual([
    [voided._id, 'withdrawn'],
    [expired._id, 'expired'],
    [open._id, 'open'],
  ])
  expect(byPart.quotes[0]).toEqual({
    _id: voided._id,
    number: voided.number,
    displayName: eve.displayName,
    offered: false,
    request: null,
    expiring: false,
    missed: null,
    followedUpAt: null,
    version: 1,
    email: eve.email,
    lineCount: 1,
    total: 2_500,
    createdAt: voided.createdAt,
    validUntil: voided.validUntil,
    state: 'withdrawn',
    reason: 'A slip',
  })
  expect((await found(open.number.toLowerCase())).quotes).toMatchObject([{ _id: open._id }])
  expect((await found(eve.email.slice(0, 9).toUpperCase())).count).toBe(3)
  expect(await found('nothing like it')).toMatchObject({ count: 0, page: 0, part: null, quotes: [] })
  expect((await found(' ')).count).toBeGreaterThan(3)
})
