import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { mails } from '#database/tables/mails.ts'
import { holds, orderGroups, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { comingSaturday } from '#tests/support/shops/coming-days.ts'
import { untilAnswered } from '#tests/support/load/crowd.ts'
import { contact, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { orderQuote, requoted, savedQuote, unpaidGroup, type SavedLine } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, mailsAbout } from '#tests/support/shops/payments.ts'

const shop = await openShop()

async function quoteOf(lines: (SavedLine | Part)[], buyer?: Customer) {
  const owner = buyer ?? (await shop.customer())
  return {
    buyer: owner,
    quote: await savedQuote(
      shop.db,
      owner.userId,
      lines.map((line) => ('part' in line ? line : { part: line })),
    ),
  }
}

const ordersOf = async ({ userId }: Customer) => shop.db.select().from(orders).where(eq(orders.userId, userId))
const groupsOf = async ({ userId }: Customer) => shop.db.select().from(orderGroups).where(eq(orderGroups.userId, userId))

/** Nothing was written, and no piece taken. */
async function expectNothing(buyer: Customer, ...untouched: Part[]): Promise<void> {
  expect(await ordersOf(buyer)).toEqual([])
  expect(await groupsOf(buyer)).toEqual([])
  for (const part of untouched) expect(await shop.stockOf(part)).toBe(part.available)
}

test('a quote becomes an order for each line at its own prices, and the pieces of all lines are taken', async () => {
  const [first, second] = [await shop.addPart({ price: 2.5 }), await shop.addPart({ price: 0.0385 })]
  const { buyer, quote } = await quoteOf([
    { part: first, quantity: 2_000, price: 1.75 },
    { part: second, quantity: 3_333 },
  ])

  const answer = await orderQuote(buyer, quote)

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    quoteNumber: quote.number,
    totalPrice: 3_628.32,
    paid: false,
    transactionId: '',
    orders: [
      { name: first.name, img: first.img, price: 1.75, orderQuantity: 2_000, totalPrice: 3_500, email: buyer.email, ...contact },
      { name: second.name, img: second.img, price: 0.0385, orderQuantity: 3_333, totalPrice: 128.32, paid: false },
    ],
  })
  expect(new Set(answer.json().orders.map(({ groupId }: Order) => groupId))).toEqual(new Set([answer.json().groupId]))
  expect([await shop.stockOf(first), await shop.stockOf(second)]).toEqual([8_000, 6_667])
  await expectBooksToBalance(shop)
})

test.each([
  ['is over', '2020-01-01', /is over/],
  ['is a Saturday', comingSaturday(), /closed on Sat/],
  ['is not in the calendar', '2027-02-30', /Enter a day/],
  ['is too far', '2099-12-31', /within three years/],
])('a wished day that %s is refused at its field, and nothing is ordered', async (_, wishedOn, sentence) => {
  const part = await shop.addPart()
  const { buyer, quote } = await quoteOf([part])

  const answer = await orderQuote(buyer, quote, { wishedOn })

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'wishedOn', message: expect.stringMatching(sentence) }] })
  await expectNothing(buyer, part)
})

test('each order of a group stands in My Order like any other', async () => {
  const { buyer, group } = await unpaidGroup(shop)

  expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toEqual(group.orders)
  expect((await buyer.get(`/order/${group.orders[1]!._id}`)).json()).toMatchObject(group.orders[1]!)
})

test('two lines of one part are two orders, and add up against the stock', async () => {
  const part = await shop.addPart({ available: 5_000 })
  const { buyer, quote } = await quoteOf([
    { part, quantity: 2_000 },
    { part, quantity: 3_000 },
  ])
  const tooMany = await quoteOf([
    { part, quantity: 2_000 },
    { part, quantity: 3_001 },
  ])

  const refused = await orderQuote(tooMany.buyer, tooMany.quote)
  const answer = await orderQuote(buyer, quote)

  expect(refused.json()).toMatchObject({ code: 'STOCK_TOO_LOW', fields: [{ field: 'lines.1' }, { field: 'lines.2' }] })
  expect(answer.json().orders).toHaveLength(2)
  expect(await shop.stockOf(part)).toBe(0)
})

test('when fewer pieces are left for one line, its row is named and nothing is taken for any', async () => {
  const [plenty, few] = [await shop.addPart(), await shop.addPart({ available: 1_500 })]
  const { buyer, quote } = await quoteOf([plenty, { part: few, quantity: 1_501 }])

  const answer = await orderQuote(buyer, quote)

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'STOCK_TOO_LOW',
    fields: [{ field: 'lines.2', message: 'Only 1,500 pieces are left.' }],
  })
  await expectNothing(buyer, plenty, few)
})

test('one mail tells of all orders of a group', async () => {
  const { buyer, group } = await unpaidGroup(shop)

  const [mail, ...more] = await shop.db.select().from(mails).where(eq(mails.recipient, buyer.email))

  expect(more).toEqual([])
  expect(mail).toMatchObject({
    kind: 'order-placed',
    ref: group.groupId,
    subject: `We have received your order of quote ${group.quoteNumber}`,
  })
  expect(mail!.body).toContain('Total:   $6,000.00')
  expect(mail!.body).toContain(`/dashboard/payment/${group.orders[0]!._id}\n`)
})

test('twenty identical orders at once make one group, and each is answered with it', async () => {
  const part = await shop.addPart({ available: 100_000 })
  const { buyer, quote } = await quoteOf([part, part])

  const answers = await Promise.all(Array.from({ length: 20 }, () => orderQuote(buyer, quote)))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await groupsOf(buyer)).toHaveLength(1)
  expect(await ordersOf(buyer)).toHaveLength(2)
  expect(await shop.stockOf(part)).toBe(98_000)
  expect(await mailsAbout(shop, { _id: answers[0]!.json().groupId })).toEqual(['order-placed'])
})

test('repeating an order answers with the same group after the quote has expired, was changed or deleted', async () => {
  const {
    buyer,
    quote,
    group,
    parts: [part],
  } = await unpaidGroup(shop)
  await shop.db
    .update(quoteVersions)
    .set({ validUntil: sql`now() - interval '1 day'` })
    .where(eq(quoteVersions.quoteId, quote.id))
  await requoted(shop.db, quote, [{ part: part! }])
  await shop.db
    .update(quotes)
    .set({ deletedAt: sql`now()` })
    .where(eq(quotes.id, quote.id))

  const answer = await orderQuote(buyer, quote)

  expect(answer.json()).toEqual(group)
})

test('a newer version of an ordered quote is ordered anew', async () => {
  const {
    buyer,
    quote,
    parts: [part],
  } = await unpaidGroup(shop)
  const newer = await requoted(shop.db, quote, [{ part: part! }])

  const answer = await orderQuote(buyer, newer)

  expect(answer.statusCode).toBe(200)
  expect(await groupsOf(buyer)).toHaveLength(2)
})

const elsewhere = { name: 'Bob', company: '', street: 'Dock Road 2', city: 'Hamburg', postalCode: '20457', country: 'DE', phone: '' }

test.each([
  { reference: 'PO-2' },
  { phone: '+1 555 0199' },
  { address: 'Dock Road 9' },
  { shipTo: elsewhere },
  { lines: [{ row: 1, shipTo: elsewhere }] },
])(
  'a quote that was ordered is not ordered with %j: the answer names the order, and nothing of the request is lost unseen',
  async (more) => {
    const { buyer, quote } = await quoteOf([await shop.addPart()])
    const said = { reference: 'PO-1' }

    const answers = await Promise.all([said, said, { ...said, ...more }].map((item) => orderQuote(buyer, quote, item)))
    const again = await orderQuote(buyer, quote, said)

    const codes = answers.map(({ statusCode }) => statusCode)
    // Either was first; the other is refused.
    expect([
      [200, 200, 409],
      [409, 409, 200],
    ]).toContainEqual(codes)
    const [order] = await ordersOf(buyer)
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json()
    expect(refused).toMatchObject({ code: 'QUOTE_ORDERED', ordered: { orderId: order!.id, groupId: order!.groupId } })
    expect(again.statusCode).toBe(codes[0])
    expect(await groupsOf(buyer)).toHaveLength(1)
  },
)

test('a version that was ordered and cancelled altogether is not ordered again as if nothing had been', async () => {
  const { buyer, quote, group } = await unpaidGroup(shop, 2)
  for (const { _id } of group.orders) await buyer.delete(`/order/${_id}`)

  const answer = await orderQuote(buyer, quote)

  expect(answer.json()).toMatchObject({ code: 'QUOTE_NOT_ORDERABLE', fields: [{ field: 'version' }] })
  expect((await buyer.get(`/order-groups/${group.groupId}`)).statusCode).toBe(404)
})

test("somebody else's quote, an unknown one and a deleted one are not found alike, not even by an admin", async () => {
  const { buyer, quote } = await quoteOf([await shop.addPart()])
  const deleted = await quoteOf([await shop.addPart()], buyer)
  await shop.db
    .update(quotes)
    .set({ deletedAt: sql`now()` })
    .where(eq(quotes.id, deleted.quote.id))

  const answers = await Promise.all([
    orderQuote(await shop.customer(), quote),
    orderQuote(await shop.admin(), quote),
    orderQuote(buyer, { ...quote, id: randomUUID() }),
    orderQuote(buyer, deleted.quote),
  ])

  const seen = answers.map((answer) => ({ status: answer.statusCode, ...answer.json(), requestId: '' }))
  for (const one of seen) expect(one).toEqual({ status: 404, code: 'NOT_FOUND', message: 'Not found.', requestId: '' })
  await expectNothing(buyer)
})

test("another person's group is not found, nor is an unknown one; the shop reads every group as its buyer does", async () => {
  const { buyer, group } = await unpaidGroup(shop)
  const stranger = await shop.customer()
  const [own, ofShop] = [
    await buyer.get(`/order-groups/${group.groupId}`),
    await (await shop.admin()).get(`/order-groups/${group.groupId}`),
  ]

  expect((await stranger.get(`/order-groups/${group.groupId}`)).statusCode).toBe(404)
  expect(ofShop.json()).toEqual(own.json())
  expect((await (await shop.customer()).get(`/order-groups/${randomUUID()}`)).statusCode).toBe(404)
})

test('prices that have expired are refused, also to the very second', async () => {
  const part = await shop.addPart()
  const { buyer, quote } = await quoteOf([part])
  await shop.db
    .update(quoteVersions)
    .set({ validUntil: sql`now()` })
    .where(eq(quoteVersions.quoteId, quote.id))

  const answer = await orderQuote(buyer, quote)

  expect(answer.statusCode).toBe(409)
  expect(answer.json().code).toBe('QUOTE_EXPIRED')
  await expectNothing(buyer, part)
})

test('only the newest version is ordered', async () => {
  const part = await shop.addPart()
  const { buyer, quote } = await quoteOf([part])
  await requoted(shop.db, quote, [{ part, quantity: 2_000 }])

  for (const version of [1, 3]) {
    const answer = await orderQuote(buyer, quote, { version })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'QUOTE_CHANGED'])
  }
  await expectNothing(buyer, part)
})

test('lines without a part on sale are named by their rows', async () => {
  const [part, removed] = [await shop.addPart(), await shop.addPart()]
  const { buyer, quote } = await quoteOf([removed, part])
  await (await shop.admin()).delete(`/parts/${removed._id}`)

  const gone = await orderQuote(buyer, quote)
  await shop.db.insert(quoteLines).values({ quoteId: quote.id, version: 1, row: 3, text: 'Bolt', asked: '', status: 'unknown' })
  const open = await orderQuote(buyer, quote)

  expect(gone.json()).toMatchObject({
    code: 'QUOTE_NOT_ORDERABLE',
    fields: [{ field: 'lines.1', message: 'This part is no longer sold.' }],
  })
  expect(open.json()).toMatchObject({
    code: 'QUOTE_NOT_ORDERABLE',
    fields: [{ field: 'lines.3', message: 'No part is chosen for this line.' }],
  })
  await expectNothing(buyer, part)
})

test("another total than the buyer saw is refused with the quote's own", async () => {
  const part = await shop.addPart({ price: 2 })
  const { buyer, quote } = await quoteOf([
    { part, quantity: 1_000 },
    { part, quantity: 3_000, price: 1 },
  ])

  for (const total of [quote.total - 0.01, quote.total + 1, 0, 0.001]) {
    const answer = await orderQuote(buyer, quote, { total })
    expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 5_000 })
  }
  await expectNothing(buyer, part)
})

test('a sum that one card payment cannot take is refused before any piece is taken', async () => {
  const [dear, cheap] = [await shop.addPart({ price: 600 }), await shop.addPart({ price: 0.0001 })]
  const above = await quoteOf([dear, dear])
  const below = await quoteOf([cheap])

  const [tooMuch, tooLittle] = [await orderQuote(above.buyer, above.quote), await orderQuote(below.buyer, below.quote)]

  expect(tooMuch.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'total' }] })
  expect(tooMuch.json().message).toContain('at most $999,999.99')
  expect(tooLittle.json().message).toContain('at least $0.50')
  await expectNothing(above.buyer, dear)
  await expectNothing(below.buyer, cheap)
})

test('more lines than are ordered together are refused, and so is a quote without any', async () => {
  const part = await shop.addPart({ available: 1_000_000, price: 0.01 })
  const { buyer, quote } = await quoteOf(Array<Part>(MAXIMUM_ORDERED_LINES + 1).fill(part))

  const tooMany = await orderQuote(buyer, quote)
  await shop.db.delete(quoteLines).where(eq(quoteLines.quoteId, quote.id))
  const none = await orderQuote(buyer, quote, { total: 0 })

  expect(tooMany.json()).toMatchObject({
    code: 'QUOTE_NOT_ORDERABLE',
    fields: [{ field: 'lines', message: 'At most 500 lines are ordered together.' }],
  })
  expect(none.json().code).toBe('QUOTE_NOT_ORDERABLE')
  await expectNothing(buyer, part)
})

test('phone and address are asked for as on the purchase screen', async () => {
  const { buyer, quote } = await quoteOf([await shop.addPart()])

  const answer = await orderQuote(buyer, quote, { phone: ' ', address: undefined })

  expect(answer.statusCode).toBe(400)
  expect(
    answer
      .json()
      .fields.map(({ field }: { field: string }) => field)
      .toSorted(),
  ).toEqual(['address', 'phone'])
  await expectNothing(buyer)
})

test('a group counts as one unpaid order, a hold as the order that it may become (12)', async () => {
  const small = await openShop({ env: { MAX_UNPAID_ORDERS: '3' } })
  const { buyer } = await unpaidGroup(small, 5)
  const part = await small.addPart({ available: 100_000 })
  const quoted = () => savedQuote(small.db, buyer.userId, [{ part }, { part }])
  const second = await orderQuote(buyer, await quoted())
  await small.db
    .insert(holds)
    .values({ userId: buyer.userId, partId: part._id, quantity: 1_000, unitPrice: '1', expiresAt: sql`now() + interval '1 minute'` })
  const third = await quoted()

  const full = await orderQuote(buyer, third)
  await small.db.update(holds).set({ state: 'released' }).where(eq(holds.state, 'held'))
  const room = await orderQuote(buyer, third)

  expect(second.statusCode).toBe(200)
  expect([full.statusCode, full.json().code]).toEqual([409, 'TOO_MANY_UNPAID'])
  expect(room.statusCode).toBe(200)
})

test('a group of more orders than are allowed leaves room for a purchase (12)', async () => {
  const many = await Promise.all(Array.from({ length: 25 }, () => shop.addPart()))
  const { buyer, quote } = await quoteOf(many)
  await orderQuote(buyer, quote)

  const held = await buyer.put(`/inventory/${many[0]!._id}`, { restAvailable: { available: 0 }, orderQuantity: 1_000 })

  expect(held.json()).toMatchObject({ modifiedCount: 1 })
})

test('of several quotes that one customer orders at once, no more become groups than there is room for (12)', async () => {
  const small = await openShop({ env: { MAX_UNPAID_ORDERS: '2' } })
  const [buyer, part] = [await small.customer(), await small.addPart({ available: 100_000 })]
  const quoted = await Promise.all(Array.from({ length: 8 }, () => savedQuote(small.db, buyer.userId, [{ part }])))

  const answers = await Promise.all(quoted.map((quote) => untilAnswered(() => orderQuote(buyer, quote))))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, ...Array(6).fill(409)])
  expect(await small.stockOf(part)).toBe(98_000)
})

test('quotes over the same last pieces, at once: all of a quote or nothing, no piece twice, no circle of waiting (1)', async () => {
  const shared = await Promise.all(Array.from({ length: 6 }, () => shop.addPart({ available: 4_000 })))
  const rivals = await Promise.all(Array.from({ length: 12 }, (_, index) => quoteOf(index % 2 === 0 ? shared : shared.toReversed())))

  const answers = await Promise.all(rivals.map(({ buyer, quote }) => untilAnswered(() => orderQuote(buyer, quote))))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(4).fill(200), ...Array(8).fill(409)])
  for (const [index, answer] of answers.entries()) {
    if (answer.statusCode === 200) expect(answer.json().orders).toHaveLength(6)
    else {
      expect(answer.json().code).toBe('STOCK_TOO_LOW')
      expect(await ordersOf(rivals[index]!.buyer)).toEqual([])
    }
  }
  for (const part of shared) expect(await shop.stockOf(part)).toBe(0)
  await expectBooksToBalance(shop)
})

test('a purchase, an ordered quote and a removal of its parts at once leave every piece accounted for', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [await shop.addPart({ available: 2_000 }), await shop.addPart({ available: 2_000 })]
    const { buyer, quote } = await quoteOf([two, one])
    const [single, admin] = [await shop.customer(), await shop.admin()]

    const [ordered] = await Promise.all([
      orderQuote(buyer, quote),
      single.put(`/inventory/${one._id}`, { restAvailable: { available: 0 }, orderQuantity: 1_500 }),
      admin.delete(`/parts/${two._id}`),
    ])

    expect([200, 409]).toContain(ordered.statusCode)
    if (ordered.statusCode !== 200) await expectNothing(buyer)
  }
  await expectBooksToBalance(shop)
})

test('five hundred lines are ordered by as many statements as two', async () => {
  const stocked: Part[] = []
  for (let index = 0; index < 100; index++) stocked.push(await shop.addPart({ available: 1_000_000, price: 0.5 }))
  const timed = async (lines: number) => {
    const { buyer, quote } = await quoteOf(Array.from({ length: lines }, (_, index) => stocked[index % stocked.length]!))
    const statements = await countStatements(shop.db, async () => {
      expect((await orderQuote(buyer, quote)).statusCode).toBe(200)
    })
    expect(await ordersOf(buyer)).toHaveLength(lines)
    return statements
  }
  await timed(2)

  const [few, many] = [await timed(2), await timed(MAXIMUM_ORDERED_LINES)]

  expect(few).toBeGreaterThan(8)
  expect(many).toBe(few)
  await expectBooksToBalance(shop)
})

test('the name that was quoted is the one that is ordered', async () => {
  const part = await shop.addPart({ name: 'Hinge' })
  const { buyer, quote } = await quoteOf([part])
  await shop.db.update(parts).set({ name: 'Another hinge', price: '9' }).where(eq(parts.id, part._id))

  const answer = await orderQuote(buyer, quote)

  expect(answer.json().orders).toMatchObject([{ name: 'Hinge', price: 2.5, totalPrice: 2_500 }])
})
