import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { MAXIMUM_QUOTE_VERSIONS, STOCK_LEAD_DAYS } from '#contract/basics/limits.ts'
import type { ShopQuote } from '#contract/quotes/offers.ts'
import { shortDayText, weekdayText } from '#contract/basics/day-text.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { AuditPage } from '#contract/shop/operations.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import type { AdminQuotes } from '#contract/quotes/voidings.ts'
import { databaseNow } from '#database/clock.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { checkLastingInvariants } from '#server/run/invariants/check-invariants.ts'
import { cellOf } from '#tests/support/shops/cells.ts'
import { comingWorkingDay } from '#tests/support/shops/coming-days.ts'
import { withMethods } from '#tests/support/shops/freight.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOfGroup } from '#tests/support/shops/order-groups.ts'
import { openPaymentOf, payByCard, payOrder, reportPaid } from '#tests/support/shops/payments.ts'
import { expireQuote, saveQuote } from '#tests/support/shops/quotes.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { shipTextOn } from '#tests/support/shops/ship-text.ts'

let shop: TestShop
let admin: Customer
let ann: Customer
let seller: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
  seller = await shop.customer('seller')
  await shop.db
    .update(users)
    .set({ permissions: ['prices'] })
    .where(eq(users.id, seller.userId))
})

type Part = Awaited<ReturnType<TestShop['addPart']>>

const quoteOf = (buyer: Customer, part: Part, quantity = 1_000) => saveQuote(buyer, { lines: [{ text: part.partNumber, quantity }] })
const read = async (buyer: Customer, { _id }: Pick<Quote, '_id'>) => (await buyer.get(`/quotes/${_id}`)).json<Quote>()
const order = (buyer: Customer, { _id, version, total }: Pick<Quote, '_id' | 'version' | 'total'>, more: object = {}) =>
  buyer.post(`/quotes/${_id}/order`, { version, total, ...contact, ...more })
const ask = (buyer: Customer, { _id, version }: Quote, text = 'We take 50,000 a year. 2 dollars?') =>
  buyer.post(`/quotes/${_id}/request`, { version, text })
/** 2.50 dollars are asked for; 2 are offered. */
const offer = (by: Customer, { _id, version }: Quote, more: object = {}) =>
  by.post(`/quotes/${_id}/offer`, {
    version,
    lines: [{ row: 1, unitPrice: 2 }],
    terms: 'Half in January, half in June.',
    validDays: 60,
    total: 2_000,
    ...more,
  })
const all = async (query = '') => (await admin.get(`/allQuotes?size=100${query}`)).json<AdminQuotes>()
const rowOf = async ({ _id }: Pick<Quote, '_id'>) => (await all()).quotes.find((quote) => quote._id === _id)!
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const mailsOf = (kind: string, recipient: string) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.recipient, recipient)))

test('a buyer asks, a seller offers, the buyer is told and orders at the offered price', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const quote = await quoteOf(ann, part)
  expect((await ask(ann, quote)).json()).toEqual({ modifiedCount: 1 })
  expect(await rowOf(quote)).toMatchObject({ request: 'We take 50,000 a year. 2 dollars?', offered: false, state: 'open' })
  expect((await all('&state=asked')).quotes.map(({ _id }) => _id)).toEqual([quote._id])
  for (const { email } of [admin, seller]) {
    expect((await mailsOf('quote-request', email)).map(({ body }) => body)).toEqual([expect.stringContaining('2 dollars?')])
  }

  expect((await offer(seller, quote)).json()).toEqual({ version: 2 })

  const offered = await read(ann, quote)
  expect(offered).toMatchObject({
    version: 2,
    total: 2_000,
    offer: { terms: 'Half in January, half in June.' },
    request: { answered: true },
    orderable: true,
    lines: [{ row: 1, quantity: 1_000, unitPrice: 2, lineTotal: 2_000 }],
  })
  const days = (Date.parse(offered.validUntil) - Date.parse(offered.createdAt)) / 86_400_000
  expect(Math.round(days)).toBe(60)
  expect(await mailsOf('quote-offered', ann.email)).toMatchObject([{ body: expect.stringContaining('Half in January') }])
  expect(await rowOf(quote)).toMatchObject({ request: null, offered: true })
  expect((await order(ann, quote)).json().code).toBe('QUOTE_CHANGED')
  const placed = (await order(ann, offered)).json()
  expect(placed).toMatchObject({ totalPrice: 2_000, orders: [{ price: 2, orderQuantity: 1_000 }] })
  expect(await shop.stockOf(part)).toBe(9_000)
  expect((await all('&state=ordered')).quotes.map(({ _id }) => _id)).toContain(quote._id)
  const audit = (await admin.get(`/audit-log?q=${quote.number}`)).json<AuditPage>()
  expect(audit.entries).toMatchObject([
    { actor: seller.email, action: 'offer-quote', detail: { total: '$2,000.00', totalBefore: '$2,500.00' } },
  ])
})

test('an offer can be ordered until its own end, whatever is saved after it, and is among the last versions to go', async () => {
  const part = await shop.addPart({ price: 2.5, available: 20_000 })
  const bob = await shop.customer('bob')
  const quote = await quoteOf(bob, part)
  await offer(admin, quote)
  const offered = await read(bob, quote)
  await bob.put(`/quotes/${quote._id}`, { version: 2, lines: [{ text: part.partNumber, quantity: 4_000 }] })
  await bob.post(`/quotes/${quote._id}/requote`, { version: 3 })
  const filled = MAXIMUM_QUOTE_VERSIONS + 2
  await shop.db.execute(sql`
    insert into quote_versions (quote_id, version, total_cents, valid_until)
    select ${quote._id}::uuid, n, 0, now() from generate_series(5, ${filled}::int) as n`)
  await shop.db.execute(sql`update quotes set version = ${filled} where id = ${quote._id}::uuid`)
  await bob.put(`/quotes/${quote._id}`, { version: filled, lines: [{ text: part.partNumber, quantity: 3_000 }] })

  const newest = await read(bob, quote)
  const held = (await bob.get(`/quotes/${quote._id}?version=2`)).json<Quote>()
  const answers = await Promise.all(Array.from({ length: 3 }, () => order(bob, offered)))

  expect(newest).toMatchObject({ version: filled + 1, offers: [{ version: 2, validUntil: offered.validUntil, total: 2_000 }] })
  expect(newest.versions).toContain(2)
  expect(held).toMatchObject({ version: 2, orderable: true, total: 2_000, validUntil: offered.validUntil })
  expect((await order(bob, { ...offered, version: 1, total: 2_500 })).json().code).toBe('QUOTE_CHANGED')
  expect(new Set(answers.map((answer) => answer.json<OrderGroup>().groupId)).size).toBe(1)
  expect(answers[0]!.json()).toMatchObject({ totalPrice: 2_000, orders: [{ orderQuantity: 1_000, price: 2 }] })
  expect(await shop.stockOf(part)).toBe(19_000)
  expect((await read(bob, quote)).offers).toEqual([])
  expect((await order(bob, newest)).statusCode).toBe(200)
})

test('offers of one quote hold beside each other until they end or are withdrawn, and a private link tells of none', async () => {
  const part = await shop.addPart({ price: 2.5, available: 20_000 })
  const bob = await shop.customer('bob')
  const quote = await quoteOf(bob, part)
  const { secret } = (await bob.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()
  await offer(admin, quote)
  await offer(admin, { ...quote, version: 2 }, { lines: [{ row: 1, unitPrice: 1.9 }], total: 1_900 })
  await offer(admin, { ...quote, version: 3 }, { lines: [{ row: 1, unitPrice: 1.8 }], total: 1_800 })
  await bob.put(`/quotes/${quote._id}`, { version: 4, lines: [{ text: part.partNumber, quantity: 4_000 }] })
  const version = (number: number) => and(eq(quoteVersions.quoteId, quote._id), eq(quoteVersions.version, number))
  expect((await read(bob, quote)).offers.map((held) => held.version)).toEqual([2, 3, 4])
  expect((await bob.get(`/shared-quotes/${secret}`)).json<Quote>().offers).toEqual([])

  const withdraw = (number: number) => admin.post(`/quotes/${quote._id}/void`, { version: number, reason: 'A wrong price' })
  expect((await withdraw(1)).json().code).toBe('QUOTE_CHANGED')
  expect((await withdraw(2)).json()).toEqual({ modifiedCount: 1 })
  await shop.db.update(quoteVersions).set({ validUntil: databaseNow }).where(version(3))

  expect((await read(bob, quote)).offers.map((held) => held.version)).toEqual([4])
  expect((await order(bob, { ...quote, version: 2, total: 2_000 })).json().code).toBe('QUOTE_WITHDRAWN')
  expect((await order(bob, { ...quote, version: 3, total: 1_900 })).json().code).toBe('QUOTE_EXPIRED')
  expect((await order(bob, { ...quote, version: 4, total: 1_800 })).statusCode).toBe(200)
  expect(await mailsOf('quote-withdrawn', bob.email)).toMatchObject([{ body: expect.stringContaining(`${quote.number}, version 2`) }])
})

test('a request that is sent twice is mailed once, and another one, also at the same moment, is mailed as well', async () => {
  const bob = await shop.customer('bob')
  const quote = await quoteOf(bob, await shop.addPart({ price: 2.5 }))

  await Promise.all(['2 dollars?', '2 dollars?', '1.90 for 5,000?'].map((text) => ask(bob, quote, text)))

  const queued = (await mailsOf('quote-request', admin.email)).filter(({ ref }) => ref.startsWith(quote._id))
  expect(queued).toHaveLength(2)
  for (const text of ['2 dollars?', '1.90 for 5,000?']) expect(queued.filter(({ body }) => body.includes(text))).toHaveLength(1)
})

test('an offer changes quantities, leaves out what is not sold, and numbers its lines anew', async () => {
  const [sold, gone] = [await shop.addPart({ price: 2.5 }), await shop.addPart({ price: 1 })]
  const quote = await saveQuote(ann, { lines: [{ text: gone.partNumber }, { text: 'no such thing at all' }, { text: sold.partNumber }] })
  await admin.delete(`/parts/${gone._id}`)

  const made = await offer(admin, quote, { lines: [{ row: 3, quantity: 4_000, unitPrice: 2.4567 }], total: 9_826.8 })

  expect(made.json()).toEqual({ version: 2 })
  expect((await read(ann, quote)).lines).toMatchObject([
    { row: 1, partsId: sold._id, quantity: 4_000, unitPrice: 2.4567, lineTotal: 9_826.8 },
  ])
})

test('an offer is refused whole: for another sum, an unknown row, an inexact price, an older version, an ordered quote', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const quote = await quoteOf(ann, part)
  const refusals = [
    [{ total: 1_999.99 }, 'TOTAL_CHANGED'],
    [{ lines: [{ row: 2, unitPrice: 2 }] }, 'INVALID_INPUT'],
    [{ lines: [{ row: 1, unitPrice: 2.00001 }] }, 'INVALID_INPUT'],
    [{ lines: [{ row: 1, unitPrice: 0 }] }, 'INVALID_INPUT'],
    [{ lines: [{ row: 1, quantity: 0, unitPrice: 2 }] }, 'INVALID_INPUT'],
    [{ validDays: 366 }, 'INVALID_INPUT'],
    [{ version: 2 }, 'QUOTE_CHANGED'],
  ] as const
  for (const [change, code] of refusals) expect((await offer(admin, quote, change)).json().code, JSON.stringify(change)).toBe(code)
  const nothing = await saveQuote(ann, { lines: [{ text: 'no such thing at all' }] })
  expect((await offer(admin, nothing, { lines: [], total: 0 })).json().code).toBe('QUOTE_NOT_ORDERABLE')
  expect((await read(ann, quote)).version).toBe(1)

  await order(ann, quote)
  expect((await offer(admin, quote)).json().code).toBe('QUOTE_ORDERED')
  expect((await ask(ann, quote)).json().code).toBe('QUOTE_ORDERED')
})

test('an offer far below the price of today is to be confirmed (71)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const quote = await quoteOf(ann, part)
  const low = { lines: [{ row: 1, unitPrice: 0.2 }], total: 200 }

  const refused = (await offer(admin, quote, low)).json()
  expect(refused).toMatchObject({ code: 'PRICE_FALL', priceFall: { quantity: 1_000, oldPrice: 2.5, newPrice: 0.2, percent: 92 } })
  expect((await offer(admin, quote, { ...low, confirmed: true })).json()).toEqual({ version: 2 })
})

test('of two offers at once one is made', async () => {
  const quote = await quoteOf(ann, await shop.addPart({ price: 2.5 }))
  const codes = (await Promise.all([admin, seller, admin].map((by) => offer(by, quote)))).map(({ statusCode }) => statusCode)
  expect(codes.toSorted()).toEqual([200, 409, 409])
  expect((await read(ann, quote)).version).toBe(2)
})

test('of an offer and an order at once, the order is at the price that its buyer saw', async () => {
  for (let race = 0; race < 8; race++) {
    const part = await shop.addPart({ price: 2.5 })
    const bob = await shop.customer(`bob${race}`)
    const quote = await quoteOf(bob, part)
    const [placed, made] = await Promise.all([order(bob, quote), offer(admin, quote)])
    expect([placed.statusCode, made.statusCode].toSorted()).toEqual([200, 409])
    expect(await shop.stockOf(part)).toBe(placed.statusCode === 200 ? 9_000 : 10_000)
  }
})

test('why a quote was not ordered: what the buyer says, else stock, price or silence', async () => {
  const part = await shop.addPart({ price: 2.5, available: 5_000 })
  const [said, short, dear, silent] = await Promise.all([1_000, 6_000, 1_000, 1_000].map((quantity) => quoteOf(ann, part, quantity)))
  await ask(ann, dear!)
  for (const quote of [short!, dear!, silent!]) await expireQuote(shop, quote)
  expect((await rowOf(said!)).missed).toBe(null)
  expect((await ann.post(`/quotes/${said!._id}/decline`, { version: 1, reason: 'other' })).json()).toEqual({ modifiedCount: 1 })
  const missed = await Promise.all([said, short, dear, silent].map(async (quote) => (await rowOf(quote!)).missed))
  expect(missed).toEqual(['other', 'stock', 'price', 'silence'])
  const { counts, quotes } = await all('&state=missed')
  expect(counts['missed']).toBe(quotes.length)
  expect((await order(ann, said!)).statusCode).toBe(200)
  expect((await rowOf(said!)).missed).toBe(null)
})

test('a reminder goes out once in three days, and only while the quote can be ordered', async () => {
  const bea = await shop.customer('bea')
  const quote = await quoteOf(bea, await shop.addPart({ price: 2.5 }))
  const remind = async () => (await admin.post(`/quotes/${quote._id}/follow-up`, { version: 1 })).json()
  const twice = await Promise.all([remind(), remind()])
  expect(twice.map(({ modifiedCount }) => modifiedCount).toSorted()).toEqual([0, 1])
  expect(await mailsOf('quote-follow-up', bea.email)).toMatchObject([{ subject: `Your quote ${quote.number} is still open` }])

  await shop.db.execute(sql`update quotes set followed_up_at = now() - interval '73 hours' where id = ${quote._id}::uuid`)
  await shop.db.execute(sql`delete from mails where kind = 'quote-follow-up'`)
  expect(await remind()).toEqual({ modifiedCount: 1 })
  await expireQuote(shop, quote)
  expect((await remind()).code).toBe('QUOTE_EXPIRED')
})

test('a shared quote tells nothing of what its buyer asked or answered', async () => {
  const quote = await quoteOf(ann, await shop.addPart({ price: 2.5 }))
  await ask(ann, quote, 'Secret plans')
  await ann.post(`/quotes/${quote._id}/decline`, { version: 1, reason: 'price' })
  const { secret } = (await ann.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()
  expect((await shop.visitor.get(`/shared-quotes/${secret}`)).json()).toMatchObject({ request: null, declinedFor: null })
})

test("the shop reads anybody's quote with today's prices beside those quoted", async () => {
  const part = await shop.addPart({ price: 2.5 })
  const quote = await quoteOf(ann, part)
  await admin.put(`/parts/${part._id}`, { price: 3 })
  expect((await admin.get(`/allQuotes/${quote._id}`)).json<ShopQuote>()).toMatchObject({
    customer: { _id: ann.userId, email: ann.email },
    total: 2_500,
    listTotal: 3_000,
    lines: [{ unitPrice: 2.5, listPrice: 3 }],
  })
})

/** How many pieces are in stock, and what the lines of the offer have. */
const aboveStock = [
  { available: 0, quantities: [1_000] },
  { available: 500, quantities: [1_500] },
  { available: 3_000, quantities: [2_000, 1_500] },
  { available: 1_200, quantities: [1_000, 2_000, 3_000] },
]

test.each(aboveStock)(
  'the shop is told that $quantities pieces are not there, of which it has $available, before it offers them; what it confirms can be ordered',
  async ({ available, quantities }) => {
    const part = await shop.addPart({ price: 2.5, available, leadDays: 20 })
    const bob = await shop.customer('bob')
    const quote = await saveQuote(bob, { lines: quantities.map((quantity) => ({ text: part.partNumber, quantity })) })
    const total = quantities.reduce((sum, quantity) => sum + quantity, 0) * 2
    const lines = quantities.map((quantity, index) => ({ row: index + 1, quantity, unitPrice: 2, ...(index === 0 && { leadDays: 7 }) }))

    const told = await offer(admin, quote, { lines, total })
    const made = await offer(admin, quote, { lines, total, madeToOrder: true })
    const offered = await read(bob, quote)
    const group = (await order(bob, offered)).json<OrderGroup>()

    expect(told.json()).toMatchObject({
      code: 'STOCK_TOO_LOW',
      fields: quantities.map((_, index) => ({ field: `lines.${index}.quantity`, message: expect.stringContaining('in stock') as string })),
    })
    expect(made.json()).toEqual({ version: 2 })
    expect(offered.orderable).toBe(true)
    expect(offered.lines.map(({ leadDays }) => leadDays)).toEqual(quantities.map((_, index) => (index === 0 ? 7 : 20)))
    expect(offered.lines.at(-1)!.notes).toEqual(['made-to-order'])
    expect(group.orders.map(({ orderQuantity }) => orderQuantity)).toEqual(quantities)
    expect(await shop.stockOf(part)).toBe(0)
    const inFull = await Promise.all(group.orders.map(async ({ _id }) => (await admin.get(`/order/${_id}`)).json<OrderInFull>()))
    const toMake = inFull.reduce((sum, { madeToOrder = 0 }) => sum + madeToOrder, 0)
    expect(toMake).toBe(total / 2 - available)
    expect(await checkLastingInvariants(shop.db)).toEqual([])
  },
)

test.each<[string, (buyer: Customer, placed: Order) => Promise<unknown>, number]>([
  ['cancelled', (buyer, { _id }) => buyer.delete(`/order/${_id}`), 500],
  ['reduced by what is to be made', (buyer, { _id }) => buyer.put(`/order/${_id}/pieces`, { orderQuantity: 1_000, totalPrice: 2_000 }), 0],
  ['paid and refunded', (buyer, placed) => payAndRefund(buyer, placed), 500],
])('of an order that is partly made to order, %s, only pieces that were in stock go back', async (_, change, back) => {
  const part = await shop.addPart({ price: 2.5, available: 500 })
  const bob = await shop.customer('bob')
  const quote = await quoteOf(bob, part, 2_000)
  await offer(admin, quote, { total: 4_000, madeToOrder: true })
  const [placed] = (await order(bob, await read(bob, quote))).json<OrderGroup>().orders

  await change(bob, placed!)

  expect(await shop.stockOf(part)).toBe(back)
  expect(await checkLastingInvariants(shop.db)).toEqual([])
})

test('pieces that came into stock since the offer are taken before any are made, and nothing is made without an offer', async () => {
  const part = await shop.addPart({ price: 2.5, available: 500 })
  const [bob, eve] = [await shop.customer('bob'), await shop.customer('eve')]
  const [quote, plain] = [await quoteOf(bob, part, 2_000), await quoteOf(eve, part, 2_000)]
  await offer(admin, quote, { total: 4_000, madeToOrder: true })
  await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 3_500 } })

  const [placed] = (await order(bob, await read(bob, quote))).json<OrderGroup>().orders
  const refused = await order(eve, plain)

  expect((await admin.get(`/order/${placed!._id}`)).json<OrderInFull>().madeToOrder).toBeUndefined()
  expect(await shop.stockOf(part)).toBe(1_500)
  expect(refused.json().code).toBe('STOCK_TOO_LOW')
  expect(await checkLastingInvariants(shop.db)).toEqual([])
})

/** What the shop has of the part, what its offer says of each line, and which lead time each order then has. */
test.each([
  { of: 'a line that is made to order', available: 0, offered: [7], kept: [7] },
  { of: 'lines with and without a lead time of their own', available: 500, offered: [7, undefined], kept: [7, 20] },
  { of: 'a line that is in stock', available: 5_000, offered: [0], kept: [0] },
])(
  'orders of $of keep the lead time of their offer, wherever they are shown, and when they are reduced, and the day that was promised when they were paid',
  async ({ available, offered, kept }) => {
    const part = await shop.addPart({ price: 2.5, available, leadDays: 20 })
    const bob = await shop.customer('bob')
    const quote = await saveQuote(bob, { lines: offered.map(() => ({ text: part.partNumber, quantity: 2_000 })) })
    const lines = offered.map((leadDays, index) => ({ row: index + 1, unitPrice: 2, ...(leadDays !== undefined && { leadDays }) }))
    await offer(admin, quote, { lines, total: 4_000 * lines.length, madeToOrder: true })

    const group = (await order(bob, await read(bob, quote))).json<OrderGroup>()
    await admin.put(`/parts/${part._id}`, { leadDays: 44 })
    const reduced = await bob.put(`/order/${group.orders[0]!._id}/pieces`, { orderQuantity: 1_000, totalPrice: 2_000 })

    const daysOf = (placed: Order[]) => placed.map(({ leadDays }) => leadDays)
    expect(daysOf(group.orders)).toEqual(kept)
    expect(daysOf((await bob.get(`/order?customer=${bob.email}`)).json<Order[]>())).toEqual(kept)
    const toShip = (await admin.get('/allOrder')).json<Order[]>().filter(({ groupId }) => groupId === group.groupId)
    expect(daysOf(toShip)).toEqual(kept)
    expect(reduced.json()).toMatchObject({ orderQuantity: 1_000, leadDays: kept[0] })
    expect((await bob.get(`/order/${group.orders[0]!._id}`)).json()).toMatchObject({ leadDays: kept[0] })
    const [mail] = await mailsOf('order-placed', bob.email)
    for (const days of kept) expect(mail!.body).toContain(`lead time ${days} working days`)
    expect(mail!.body).toContain(`it ships by ${shipTextOn(Math.max(...kept), new Date(group.orders[0]!.createdAt))}.`)

    const [first] = group.orders
    await payOrder(shop, bob, { ...first!, totalPrice: 2_000 + 4_000 * (lines.length - 1) })
    const [row] = await shop.db.select({ paidAt: orders.paidAt }).from(orders).where(eq(orders.id, first!._id))
    const paidAt = new Date(row!.paidAt!)
    const inAWeek = new Date(paidAt.getTime() + 7 * 86_400_000)
    shop.services.settings.shop.holidays = [{ from: dayOf(paidAt), to: dayOf(inAWeek), name: '' }]
    const paid = (await bob.get(`/order-groups/${group.groupId}`)).json<OrderGroup>().orders
    delete shop.services.settings.shop.holidays // before anything can fail
    expect(paid.map(({ shipBy }) => shipBy)).toEqual(kept.map((days) => shipDay(days, shopCalendar([], paidAt))))
    const [paidMail] = await mailsOf('order-paid', bob.email)
    for (const days of kept) expect(paidMail!.body).toContain(`ships by ${shipTextOn(days, paidAt)}`)
  },
)

test('pieces offered from stock ship as from stock, also of a quote that asked for more than that', async () => {
  const part = await shop.addPart({ price: 2.5, available: 1_000, leadDays: 20 })
  const bob = await shop.customer('bob')
  const quote = await quoteOf(bob, part, 5_000)
  expect(quote.lines).toMatchObject([{ leadDays: 20 }])
  await offer(admin, quote, { lines: [{ row: 1, quantity: 1_000, unitPrice: 2 }] })

  const offered = await read(bob, quote)
  const group = (await order(bob, offered)).json<OrderGroup>()

  expect(offered.lines).toMatchObject([{ quantity: 1_000, leadDays: STOCK_LEAD_DAYS }])
  expect(group.orders).toMatchObject([{ leadDays: STOCK_LEAD_DAYS }])
})

test('an offer below the minimum order, or between its steps, is ordered as offered; one that no card can pay is refused', async () => {
  const part = await shop.addPart({ price: 2.5, available: 10_000 })
  await shop.db.update(parts).set({ minimumOrder: 2_000, orderStep: 500 }).where(eq(parts.id, part._id))
  const bob = await shop.customer('bob')
  const quote = await saveQuote(bob, { lines: [1, 2].map(() => ({ text: part.partNumber, quantity: 2_000 })) })
  const lines = [
    { row: 1, quantity: 5, unitPrice: 4 },
    { row: 2, quantity: 2_100, unitPrice: 2 },
  ]

  const tooLittle = await offer(admin, quote, {
    lines: [
      { row: 1, quantity: 1, unitPrice: 0.01 },
      { row: 2, quantity: 1, unitPrice: 0.01 },
    ],
    total: 0.02,
    confirmed: true,
  })
  await offer(admin, quote, { lines, total: 4_220, sample: true })
  const offered = await read(bob, quote)
  const group = (await order(bob, offered)).json<OrderGroup>()

  expect(tooLittle.json()).toMatchObject({ fields: [{ field: 'total', message: expect.stringContaining('at least') }] })
  expect(offered).toMatchObject({
    sample: true,
    orderable: true,
    lines: [
      { quantity: 5, notes: [] },
      { quantity: 2_100, notes: [] },
    ],
  })
  expect(group.orders).toMatchObject([
    { orderQuantity: 5, totalPrice: 20, sample: true },
    { orderQuantity: 2_100, totalPrice: 4_200, sample: true },
  ])
  expect(await shop.stockOf(part)).toBe(10_000 - 2_105)
})

test('an order that no offer was made for has no lead time', async () => {
  const part = await shop.addPart({ price: 2.5, available: 5_000, leadDays: 20 })
  const bob = await shop.customer('bob')

  const group = (await order(bob, await quoteOf(bob, part))).json<OrderGroup>()
  const bought = await shop.placeOrder(bob, part, 1_000)

  for (const placed of [...group.orders, bought]) expect(placed).not.toHaveProperty('leadDays')
  const [mail] = await mailsOf('order-placed', bob.email)
  expect(mail!.body).not.toContain('lead time')
})

test('terms of the offer, the wished day and the note of its quote go with the orders, to buyer, shipper and invoice, as they were then', async () => {
  await publishSeller(shop, admin)
  const [part, other] = [await shop.addPart({ price: 2.5 }), await shop.addPart({ price: 2.5 })]
  const bob = await shop.customer('bob')
  const lines = [{ text: part.partNumber }, { text: other.partNumber }]
  const quote = await saveQuote(bob, { note: 'Please by 12 December.\nDock 3', lines })
  await offer(admin, quote, { total: 4_500, terms: 'Half in January.' })

  const wishedOn = comingWorkingDay()

  const group = (await order(bob, await read(bob, quote), { wishedOn })).json<OrderGroup>()
  await bob.put(`/quotes/${quote._id}`, { version: 2, note: 'Changed later' })

  const said = { terms: 'Half in January.', note: 'Please by 12 December.\nDock 3', wishedOn }
  const [first] = group.orders
  expect(group.orders).toMatchObject([said, said])
  for (const one of [bob, admin]) expect((await one.get(`/order/${first!._id}`)).json()).toMatchObject(said)
  expect((await bob.get(`/order?customer=${bob.email}`)).json()).toMatchObject([said, said])
  await shop.db.update(parts).set({ packName: 'reel', packPieces: 500 }).where(eq(parts.id, part._id))
  await settlePayment(shop.services, (await payByCard(shop, await openPaymentOfGroup(bob, group))).id)
  const [invoice] = await shop.db.select().from(invoices).where(eq(invoices.billId, group.groupId))
  expect(invoice!.data.said).toEqual([
    'Terms: Half in January.',
    `Wished day: ${shortDayText(wishedOn)}`,
    `Packs on ${first!.number}: 2 reels`,
    'Your note: Please by 12 December.\nDock 3',
  ])
  for (const kind of ['order-placed', 'order-paid'] as const) {
    const [mail] = await mailsOf(kind, bob.email)
    expect(mail!.body).toContain('Half in January.')
    expect(mail!.body).toContain(`wished for ${weekdayText(wishedOn)}`)
  }
  const file = await admin.get(`/allOrderFile?format=csv&q=${first!.number}`)
  expect(cellOf(file, 'Wished day')).toBe(wishedOn)
  const plain = await shop.placeOrder(bob, part, 1_000)
  expect(plain).not.toHaveProperty('terms')
  expect(plain).not.toHaveProperty('note')
  expect(plain).not.toHaveProperty('wishedOn')
})

async function payAndRefund(buyer: Customer, placed: Order): Promise<void> {
  const { id } = await payByCard(shop, await openPaymentOf(buyer, placed))
  await reportPaid(buyer, placed, id)
  const answer = await admin.post(`/order/${placed._id}/refund`, { reason: 'Cannot be made' })
  expect(answer.statusCode).toBe(200)
}

test('an offer may carry its freight, which the buyer sees and orders with it', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ price: 2.5 })
  const quote = await quoteOf(buyer, part)
  const incoterm = { code: 'CPT', place: ' Hamburg ' }
  const placeless = await offer(admin, quote, { freight: { name: 'x', amount: 1, incoterm: { code: 'CPT', place: ' ' } } })
  const told = await offer(admin, quote, { freight: { name: ' By our lorry ', amount: 150.5, incoterm } })
  const refused = await offer(admin, quote, { freight: { name: '', amount: -1 } })

  const offered = await read(buyer, quote)
  const unseen = await order(buyer, offered, { amountDue: 2_000 })
  const placed = (await order(buyer, offered, { amountDue: 2_150.5 })).json<OrderGroup>()

  const term = { code: 'CPT', place: 'Hamburg' }
  expect(told.statusCode).toBe(200)
  expect(placeless.json()).toMatchObject({ fields: [{ field: 'freight.incoterm.place' }] })
  expect(refused.json()).toMatchObject({ fields: [{ field: 'freight.name' }, { field: 'freight.amount' }] })
  expect(offered).toMatchObject({ total: 2_000, offer: { freight: { name: 'By our lorry', amount: 150.5, incoterm: term } } })
  expect(unseen.json()).toMatchObject({ code: 'TOTAL_CHANGED' })
  expect(placed.orders[0]).toMatchObject({
    totalPrice: 2_000,
    freight: { amount: 150.5, name: 'By our lorry', carrier: null, incoterm: term },
  })
  const mail = (await mailsOf('quote-offered', buyer.email)).map(({ body }) => body).find((body) => body.includes('lorry'))
  expect(mail).toContain('$150.50, By our lorry, CPT Hamburg, Incoterms 2020')
})

test('a reminder says that freight is added where the shop has methods, and what it is of an offer that has it', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ price: 2.5 })
  const remind = async (quote: Quote, version = 1) => {
    expect((await admin.post(`/quotes/${quote._id}/follow-up`, { version })).json()).toEqual({ modifiedCount: 1 })
    return (await mailsOf('quote-follow-up', buyer.email)).find(({ subject }) => subject.includes(quote.number))!.body
  }
  const [without, plain, offered] = [await quoteOf(buyer, part), await quoteOf(buyer, part), await quoteOf(buyer, part)]
  await offer(admin, offered, { freight: { name: 'By our lorry', amount: 150.29 } })

  expect(await remind(without)).not.toContain('Freight')
  const [added, told] = await withMethods(shop, { Pallets: 45 }, async () => [await remind(plain), await remind(offered, 2)])

  expect(added).toMatch(/Freight: +Is added when the quote is ordered, by the address\./)
  expect(told).toMatch(/Freight: +\$150\.29, By our lorry/)
  expect(told).not.toContain('Is added')
})
