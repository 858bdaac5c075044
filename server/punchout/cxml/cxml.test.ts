import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayText } from '#contract/basics/day-text.ts'
import { freightMessages } from '#contract/freight/freight.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderMessage } from '#contract/orders/order-messages.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { PunchoutLine } from '#contract/quotes/punchout.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parts as partsOnSale } from '#database/tables/parts.ts'
import { punchoutOrders } from '#database/tables/punchout.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { credential, orderRequest, requestDocument, SELLER, setupRequest, SHIP_TO } from '#tests/support/procurement/cxml-documents.ts'
import { connect, procurementOf, readAnswer, RETURN_URL } from '#tests/support/procurement/procurement.ts'
import { comingWorkingDay } from '#tests/support/shops/coming-days.ts'
import { pallets, withMethods } from '#tests/support/shops/freight.ts'
import { contact, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance } from '#tests/support/shops/payments.ts'

const shop = await openShop()

async function buyerWithSystem(name = 'ann') {
  const buyer = await shop.customer(name)
  return { buyer, system: procurementOf(shop, await connect(buyer)) }
}

/** A buyer whose procurement system has a cart of two parts. */
async function cartInSystem(name?: string) {
  const { buyer, system } = await buyerWithSystem(name)
  const parts = [await shop.addPart({ price: 2.5, available: 50_000 }), await shop.addPart({ price: 0.0385, available: 50_000 })] as const
  const { token } = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const lines = [
    { text: parts[0].partNumber, quantity: 2_000 },
    { text: parts[1].partNumber, quantity: 3_333 },
  ]
  const { message, form, page } = await system.transfer(token, lines)
  return { buyer, system, parts, token, lines, cart: message!, form, page }
}

const ordersOf = ({ userId }: Customer) => shop.db.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.position)
const quotesOf = ({ userId }: Customer) => shop.db.select().from(quotes).where(eq(quotes.userId, userId))

test('a punch-out from start to order: the cart comes back with its prices, and the purchase order orders it (91)', async () => {
  const { buyer, system, parts, cart, form, page } = await cartInSystem()

  const answer = await system.order('PO-4711', cart)

  expect(form.action).toBe(RETURN_URL)
  expect(page.headers['content-security-policy']).toContain('form-action https:')
  const [quote] = await quotesOf(buyer)
  expect(cart).toEqual({
    cookie: 'cookie-4711',
    total: '5128.32',
    operationAllowed: 'edit',
    from: SELLER,
    to: { domain: 'DUNS', identity: '123456789' },
    items: [
      { quantity: '2000', partNumber: parts[0].partNumber, auxiliary: `${quote!.number}/1/1`, price: '2.5', description: parts[0].name },
      { quantity: '3333', partNumber: parts[1].partNumber, auxiliary: `${quote!.number}/1/2`, price: '0.0385', description: parts[1].name },
    ],
  })
  expect(answer).toMatchObject({ http: 200, code: '200', text: 'OK' })
  const placed = await ordersOf(buyer)
  expect(placed).toMatchObject([
    { partId: parts[0]._id, quantity: 2_000, totalCents: 500_000, reference: 'PO-4711', phone: '+49 40 1234567', state: 'unpaid' },
    { partId: parts[1]._id, quantity: 3_333, totalCents: 12_832, reference: 'PO-4711' },
  ])
  expect(placed[0]!.shipTo).toMatchObject({
    name: 'Ann Example',
    company: 'Buyer & Söhne',
    street: 'Dock Road 1',
    city: 'Hamburg',
    state: 'HH',
    country: 'DE',
  })
  expect(await shop.stockOf(parts[0])).toBe(48_000)
  await expectBooksToBalance(shop)
})

test('a cart is changed: its lines come as the system has them, and go back as the next version (91)', async () => {
  const { buyer, system, parts, cart } = await cartInSystem()
  const changed = [{ ...cart.items[0]!, quantity: '5000' }]

  const opened = (await system.open((await system.setUp('edit', changed)).startPage)).json<{ token: string; lines: PunchoutLine[] }>()
  const { message } = await system.transfer(opened.token, [{ text: parts[0].partNumber, quantity: 6_000, partsId: parts[0]._id }])

  expect(opened).toMatchObject({ operation: 'edit', lines: [{ text: parts[0].partNumber, quantity: 5_000, partsId: parts[0]._id }] })
  const [quote] = await quotesOf(buyer)
  expect(message!.items).toMatchObject([{ quantity: '6000', auxiliary: `${quote!.number}/2/1` }])
  expect(await system.order('PO-1', cart)).toMatchObject({ code: '409' })
  expect(await system.order('PO-1', message!)).toMatchObject({ code: '200' })
})

test('a cart is looked at: it goes back as it came, whatever the browser sends (91)', async () => {
  const { buyer, system, parts, cart } = await cartInSystem()
  const { token } = (await system.open((await system.setUp('inspect', cart.items)).startPage)).json<{ token: string }>()

  const { message } = await system.transfer(token, [{ text: parts[0].partNumber, quantity: 9_000 }])

  expect(message).toEqual({ ...cart, operationAllowed: 'inspect' })
  expect(await quotesOf(buyer)).toMatchObject([{ version: 1 }])
})

test('a session has one quote: the same cart twice is one version, another its next (91)', async () => {
  const { buyer, system, token, lines, cart } = await cartInSystem()

  const again = await Promise.all(Array.from({ length: 5 }, () => system.transfer(token, lines)))
  const other = await system.transfer(token, lines.slice(0, 1))

  expect(again.map(({ message }) => message)).toEqual(Array.from({ length: 5 }, () => cart))
  expect(other.message!.items).toMatchObject([{ auxiliary: expect.stringMatching(/\/2\/1$/) }])
  expect(await quotesOf(buyer)).toMatchObject([{ version: 2 }])
})

test('the first transfer of a session five times at once makes one quote (91)', async () => {
  const { buyer, system } = await buyerWithSystem()
  const part = await shop.addPart({ available: 50_000 })
  const { token } = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const lines = [{ text: part.partNumber, quantity: 2_000 }]

  const transfers = await Promise.all(Array.from({ length: 5 }, () => system.transfer(token, lines)))

  expect(new Set(transfers.map(({ message }) => message!.items[0]!.auxiliary)).size).toBe(1)
  expect(await quotesOf(buyer)).toMatchObject([{ version: 1 }])
})

test('names with marks of XML arrive as they are (91)', async () => {
  const { system } = await buyerWithSystem()
  const name = `Cable 5 < 6 & 'B' "C" </Description><Evil/>`
  const part = await shop.addPart({ name, available: 50_000 })
  const { token } = (await system.open((await system.setUp('create', [], RETURN_URL, '<cookie & "4711">')).startPage)).json<{
    token: string
  }>()

  const { message } = await system.transfer(token, [{ text: part.partNumber, quantity: 2_000 }])

  expect(message).toMatchObject({ cookie: '<cookie & "4711">', items: [{ description: name }] })
})

test('the link of a start page works once, also for ten at the same time (91)', async () => {
  const { system } = await buyerWithSystem()
  const { startPage } = await system.setUp()

  const answers = await Promise.all(Array.from({ length: 10 }, () => system.open(startPage)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, ...Array<number>(9).fill(410)])
  expect((await system.open(startPage)).json()).toMatchObject({ code: 'PUNCHOUT_OVER' })
})

test('the same purchase order ten times at once is placed once, and answered alike (91)', async () => {
  const { buyer, system, cart } = await cartInSystem()

  const answers = await Promise.all(Array.from({ length: 10 }, () => system.order('PO-7', cart)))

  expect(new Set(answers.map(({ code, sentence }) => `${code} ${sentence}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ code: '200' })
  expect(await ordersOf(buyer)).toHaveLength(2)
  expect(await shop.db.select().from(punchoutOrders).where(eq(punchoutOrders.userId, buyer.userId))).toHaveLength(1)
  await expectBooksToBalance(shop)
})

test('fifty messages of one network at once are answered (91)', async () => {
  const { system } = await buyerWithSystem()

  const answers = await Promise.all(Array.from({ length: 50 }, () => system.send('<ProfileRequest/>')))

  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200']))
})

test('of ten purchase orders for one cart one orders it; the others are told which (91)', async () => {
  const { buyer, system, cart } = await cartInSystem()

  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => system.order(`PO-${index}`, cart)))

  expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(answers.filter(({ code, sentence }) => code === '409' && /was ordered before as PO-\d/.test(sentence))).toHaveLength(9)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('one number of a purchase order is not taken for two carts, also at the same time (91)', async () => {
  const { buyer, system, lines, cart } = await cartInSystem()
  const { token } = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const { message: other } = await system.transfer(token, lines)

  const answers = await Promise.all([system.order('PO-1', cart), system.order('PO-1', other!)])

  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(answers.find(({ code }) => code === '409')!.sentence).toBe('The order PO-1 was sent before with other contents.')
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test.each<[string, (cart: Awaited<ReturnType<typeof cartInSystem>>['cart']) => Partial<typeof cart>, RegExp]>([
  ['another quantity', ({ items }) => ({ items: [{ ...items[0]!, quantity: '1999' }, items[1]!] }), /Item 1: 1999 pieces; Q-\d+ has 2000/],
  ['another price', ({ items }) => ({ items: [items[0]!, { ...items[1]!, price: '0.04' }] }), /Item 2: the price is 0.04 USD/],
  ['another part', ({ items }) => ({ items: [{ ...items[0]!, partNumber: 'X-1' }, items[1]!] }), /Item 1: the part is X-1/],
  ['a missing line', ({ items }) => ({ items: items.slice(0, 1) }), /is missing. A quote is ordered as a whole/],
  ['a line twice', ({ items }) => ({ items: [items[0]!, items[0]!] }), /Item 2 stands in the order twice/],
  ['another total', () => ({ total: '5128.31' }), /The total is 5128.31 USD/],
])('a purchase order with %s is refused with a sentence, and nothing is ordered (91)', async (_, change, sentence) => {
  const { buyer, system, parts, cart } = await cartInSystem()

  const answer = await system.order('PO-1', { ...cart, ...change(cart) })

  expect(answer).toMatchObject({ http: 200, code: '409', sentence: expect.stringMatching(sentence) })
  expect(await ordersOf(buyer)).toEqual([])
  expect(await shop.stockOf(parts[0])).toBe(50_000)
  expect(await system.order('PO-1', cart)).toMatchObject({ code: '200' })
})

test('what a purchase order says beyond the fields of the shop stands as a note and a message at each of its orders (91)', async () => {
  const admin = await shop.admin()
  const { buyer, system, cart } = await cartInSystem()
  const more = { headerMore: '<Comments>Ring twice.\nThen wait.</Comments>', itemMore: '<Comments>Blue &amp; dry</Comments>' }

  const answers = [await system.order('PO-5', cart, more), await system.order('PO-5', cart, more)]

  expect(answers).toMatchObject([{ code: '200' }, { code: '200' }])
  const placed = await ordersOf(buyer)
  const messagesFor = async (who: Customer) =>
    Promise.all(
      placed.map(async ({ id }) =>
        (await who.get(`/order/${id}/messages`))
          .json<{ messages: OrderMessage[] }>()
          .messages.map(({ side, author, text }) => [side, author, text]),
      ),
    )
  const expected = [
    [['customer', buyer.email, 'Deliver to: Dock 4\nRing twice.\nThen wait.\nBlue & dry']],
    [['customer', buyer.email, 'Deliver to: Dock 4\nRing twice.\nThen wait.']],
  ]
  expect(await messagesFor(buyer)).toEqual(expected)
  expect(await messagesFor(admin)).toEqual(expected)
  const notes = await Promise.all(placed.map(async ({ id }) => (await admin.get(`/order/${id}`)).json<Order>().note))
  expect(notes).toEqual(expected.map(([message]) => message![2]))
  const sent = await shop.db
    .select({ body: mails.body })
    .from(mails)
    .where(and(eq(mails.recipient, admin.email), eq(mails.kind, 'order-question')))
  expect(sent).toMatchObject([{ body: expect.stringContaining('Blue & dry') }])
  expect(sent[0]!.body).toContain(orderNumber(placed[1]!.position))
})

test('the day that a purchase order wishes for stands at its orders; an impossible one as it was said', async () => {
  const [first, second] = [await cartInSystem('carla'), await cartInSystem('dora')]
  const wishedOn = comingWorkingDay()

  await first.system.order('PO-9', first.cart, { wishedOn: `${wishedOn}T00:00:00-08:00` })
  await second.system.order('PO-9', second.cart, { wishedOn: '2020-01-01' })

  const said = async (buyer: Customer) => (await buyer.get(`/order?customer=${buyer.email}`)).json<Order[]>()
  expect(await said(first.buyer)).toMatchObject([{ wishedOn }, { wishedOn }])
  const [order] = await said(second.buyer)
  expect(order).not.toHaveProperty('wishedOn')
  expect(order!.note).toContain('Requested delivery: 2020-01-01')
})

test('pieces that leave later than the cart said are ordered, since nobody could press again, and the answer says their day', async () => {
  const { buyer, system, parts: [first], cart } = await cartInSystem('emil') // prettier-ignore
  const [quote] = await quotesOf(buyer)
  await shop.db.update(quoteLines).set({ leadDays: 0 }).where(eq(quoteLines.quoteId, quote!.id))
  await shop.db.update(partsOnSale).set({ available: 500, madeMonthly: 20_000 }).where(eq(partsOnSale.id, first._id))

  const answer = await system.order('PO-10', cart)

  const order = (await buyer.get(`/order?customer=${buyer.email}`)).json<Order[]>().find(({ partsId }) => partsId === first._id)
  expect(order).toMatchObject({ promised: [{ pieces: 1_500, day: expect.any(String) }] })
  expect(answer).toMatchObject({ http: 200, code: '200' })
  expect(answer.sentence).toContain(`The last pieces of ${order!.number} leave by ${dayText(order!.promised![0]!.day)}`)
})

const shipping = (dollars: string, currency = 'USD') => `<Shipping><Money currency="${currency}">${dollars}</Money></Shipping>`
const SUMS = 'It is 5147.82 USD by Parcel, with 19.5 USD in Shipping, or 5218.32 USD by Express, with 90 USD in Shipping.'

test.each<[string, { total?: string; headerMore?: string; itemMore?: string }, number]>([
  ['in Shipping', { headerMore: shipping('90.00') }, 9_000],
  ['in Shipping and in its total', { headerMore: shipping('19.50'), total: '5147.82' }, 1_950],
  ['in its total alone', { total: '5218.32' }, 9_000],
  ['in Shipping of an item', { itemMore: shipping('19.50') }, 1_950],
])('a purchase order is charged the freight that it contains: %s', async (_, said, cents) => {
  const { buyer, system, cart } = await cartInSystem()

  const answers = await withMethods(shop, { Express: 90, Parcel: 19.5 }, () => system.order('PO-20', { ...cart, ...said }, said))
  const again = await system.order('PO-20', { ...cart, ...said }, said)

  expect(answers).toMatchObject({ code: '200' })
  expect(again).toEqual(answers)
  const placed = await ordersOf(buyer)
  expect(placed.reduce((sum, { freightCents }) => sum + freightCents, 0)).toBe(cents)
})

test.each<[string, { total?: string; headerMore?: string }, string]>([
  ['names none', {}, `The order says 5128.32 USD for goods and freight. ${SUMS}`],
  ['has another price', { headerMore: shipping('40') }, `The order says 5168.32 USD for goods and freight. ${SUMS}`],
  ['is in another currency', { headerMore: shipping('19.50', 'EUR') }, 'Shipping is in EUR'],
  ['is not in the total that has more', { headerMore: shipping('90'), total: '5147.82' }, 'The total is 5147.82 USD'],
])('a purchase order whose freight %s is refused with both sums, and nothing is ordered', async (_, said, sentence) => {
  const { buyer, system, cart } = await cartInSystem()

  const answer = await withMethods(shop, { Express: 90, Parcel: 19.5 }, () => system.order('PO-21', { ...cart, ...said }, said))

  expect(answer).toMatchObject({ http: 200, code: '409', sentence: expect.stringContaining(sentence) })
  expect(await ordersOf(buyer)).toEqual([])
  expect(await system.order('PO-21', cart)).toMatchObject({ code: '200' })
})

test('an order to two addresses has the cheapest freight to each, unless its items say otherwise', async () => {
  const [one, other, third] = [await cartInSystem('one'), await cartInSystem('other'), await cartInSystem('third')]
  const elsewhere = SHIP_TO.replace('Dock Road 1', 'Quay 7')

  const answers = await withMethods(shop, { Express: 90, Parcel: 19.5 }, async () => [
    await one.system.order('PO-22', one.cart, { headerMore: shipping('39'), itemMore: elsewhere }),
    await other.system.order('PO-22', other.cart, { itemMore: `${elsewhere}${shipping('90')}` }),
    await third.system.order('PO-22', third.cart, { headerMore: shipping('109.50'), itemMore: elsewhere }),
  ])

  expect(answers).toMatchObject([
    { code: '200' },
    { code: '409', sentence: expect.stringContaining('The order says 128.32 USD for goods and freight. It is 147.82 USD by Parcel') },
    { code: '409', sentence: expect.stringContaining('It is 5167.32 USD, with 39 USD in Shipping.') },
  ])
  expect((await ordersOf(one.buyer)).map(({ freightCents }) => freightCents)).toEqual([1_950, 1_950])
})

test('a cart comes back with the cheapest freight where it is known, and a purchase order that repeats it is charged that', async () => {
  const { buyer, system, token, lines } = await cartInSystem()

  const [cart, answer] = await withMethods(shop, { Express: 90, Parcel: 19.5 }, async () => {
    const { message } = await system.transfer(token, lines)
    return [message!, await system.order('PO-24', message!, { headerMore: shipping(message!.shipping!) })]
  })

  expect(cart).toMatchObject({ total: '5128.32', shipping: '19.5' })
  expect(answer).toMatchObject({ code: '200' })
  expect((await ordersOf(buyer)).reduce((sum, { freightCents }) => sum + freightCents, 0)).toBe(1_950)
})

test('a cart of several deliveries says the freight of each, and the cart of an offer that of the offer', async () => {
  const { buyer, system, token, parts: [part], cart } = await cartInSystem() // prettier-ignore
  const [quote] = await quotesOf(buyer)
  const ofCart = eq(quoteVersions.quoteId, quote!.id)
  const releases = [20, 30].map((days) => shipDay(days, shopCalendar())).map((wishedOn) => ({ pieces: 1_000, wishedOn }))
  const inspected = async () => {
    const { token: looking } = (await system.open((await system.setUp('inspect', cart.items)).startPage)).json<{ token: string }>()
    return (await system.transfer(looking, [])).message!.shipping
  }

  const said = await withMethods(shop, { Parcel: 19.5 }, async () => {
    await shop.db.update(quoteVersions).set({ offeredBy: buyer.userId, freight: pallets, freightCents: 4_500 }).where(ofCart)
    const ofOffer = await inspected()
    await shop.db.update(quoteVersions).set({ freight: null, freightCents: null }).where(ofCart)
    const ofNone = await inspected()
    const { message } = await system.transfer(token, [{ text: part.partNumber, quantity: 2_000, releases }])
    return [ofOffer, ofNone, message!.shipping]
  })

  expect(said).toEqual(['45', undefined, '39'])
})

test('a cart whose deliveries alone are others is another cart', async () => {
  const { buyer, system, token, parts: [part], lines } = await cartInSystem() // prettier-ignore
  const releases = [20, 30].map((days) => ({ pieces: 1_000, wishedOn: shipDay(days, shopCalendar()) }))

  await system.transfer(token, [{ text: part.partNumber, quantity: 2_000, releases }, ...lines.slice(1)])

  expect(await quotesOf(buyer)).toMatchObject([{ version: 2 }])
})

test('a visit by cXML is told of freight in a shop that has methods', async () => {
  const { system } = await buyerWithSystem()
  const visit = async () => (await system.open((await system.setUp()).startPage)).json<object>()

  expect(await withMethods(shop, { Parcel: 19.5 }, visit)).toMatchObject({ freight: true })
  expect(await visit()).not.toHaveProperty('freight')
})

test('a purchase order that is sent again with more in its total than the first time is told so', async () => {
  const { system, cart } = await cartInSystem()

  const answers = [
    await system.order('PO-24', cart),
    await system.order('PO-24', { ...cart, total: '9128.32' }),
    await system.order('PO-24', cart),
  ]

  expect(answers.map(({ code }) => code)).toEqual(['200', '409', '200'])
  expect(answers[1]!.sentence).toContain('The order PO-24 was sent before with other contents.')
})

test('a purchase order to an address without a country is told that the freight depends on it', async () => {
  const { buyer, system, cart } = await cartInSystem()
  await shop.db.update(users).set({ address: 'Dock Road 1, Hamburg', phone: '+49 40 1234567' }).where(eq(users.id, buyer.userId))

  const answer = await withMethods(shop, { Parcel: 19.5 }, async () => {
    await shop.db.update(freightMethods).set({ rules: { reach: 'countries', countries: ['DE'], pricing: 'fixed', price: 19.5 } })
    return system.order('PO-25', cart, { shipTo: '' })
  })

  expect(answer).toMatchObject({ code: '409', sentence: expect.stringContaining(freightMessages.countryNeeded) })
})

test('where only an offer tells the freight, a purchase order is told so; one of an offer contains its freight', async () => {
  const { buyer, system, cart } = await cartInSystem()
  const [quote] = await quotesOf(buyer)

  const asked = await withMethods(shop, { Asked: 1 }, async () => {
    await shop.db.update(freightMethods).set({ rules: { reach: 'everywhere', pricing: 'asked' } })
    return system.order('PO-23', cart)
  })
  await shop.db.update(quoteVersions).set({ freight: pallets, freightCents: 4_500 }).where(eq(quoteVersions.quoteId, quote!.id))
  await shop.db.update(quoteVersions).set({ offeredBy: buyer.userId }).where(eq(quoteVersions.quoteId, quote!.id))
  const without = await system.order('PO-23', cart)
  const within = await system.order('PO-23', cart, { headerMore: shipping('45') })

  expect(asked).toMatchObject({ code: '409', sentence: expect.stringContaining('Ask for an offer') })
  expect(without).toMatchObject({ code: '409', sentence: expect.stringContaining('It is 5173.32 USD, with 45 USD in Shipping.') })
  expect(within).toMatchObject({ code: '200' })
})

test('an address that is too long for the shop is refused by its field, and nothing is ordered (91)', async () => {
  const { buyer, system, cart } = await cartInSystem()
  const shipTo = SHIP_TO.replace('<Street>', `<Street>${'Industrial estate '.repeat(7)}</Street><Street>`)

  expect(await system.order('PO-6', cart, { shipTo })).toMatchObject({
    code: '400',
    sentence: 'ShipTo: Street has at most 120 characters.',
  })
  expect(await ordersOf(buyer)).toEqual([])
})

test('prices with more decimals and groups, and a type in another case, are those of the quote (91)', async () => {
  const { system, cart } = await cartInSystem()
  const items = cart.items.map((item) => ({ ...item, price: `${item.price}00000000` }))

  expect(await system.order('PO-8', { items, total: '5,128.320000000000' }, { type: 'New' })).toMatchObject({ code: '200' })
})

test("another account's quote is neither opened nor ordered, and answered as one that does not exist (91)", async () => {
  const { cart } = await cartInSystem()
  const { buyer, system } = await buyerWithSystem('bob')
  const absent = cart.items.map((item) => ({ ...item, auxiliary: item.auxiliary.replace(/^Q-\d+/, 'Q-999999') }))

  const [foreign, unknown] = [await system.order('PO-1', cart), await system.order('PO-1', { ...cart, items: absent })]

  expect(foreign.code).toBe('409')
  expect(foreign.sentence.replace(/Q-\d+/, '')).toBe(unknown.sentence.replace(/Q-\d+/, ''))
  const edits = [await system.setUp('edit', cart.items), await system.setUp('edit', absent)]
  expect(edits[0]).toMatchObject({ code: '409', startPage: '' })
  expect(edits[0]!.sentence).toBe(edits[1]!.sentence)
  expect(await ordersOf(buyer)).toEqual([])
})

test('a quote that was ordered in the shop is not ordered by a purchase order (91)', async () => {
  const { buyer, system, cart } = await cartInSystem()
  const [quote] = await quotesOf(buyer)
  await buyer.post(`/quotes/${quote!.id}/order`, { version: 1, total: 5_128.32, ...contact })

  expect(await system.order('PO-1', cart)).toMatchObject({
    code: '409',
    sentence: expect.stringContaining('was ordered before in the shop'),
  })
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test.each(['update', 'delete'])('an order of the type %s is refused as not implemented (91)', async (type) => {
  const { system, cart } = await cartInSystem()

  expect(await system.order('PO-1', cart, { type })).toMatchObject({ http: 200, code: '450', text: 'Not Implemented' })
})

test('what the shop cannot deliver is refused: no address, and too little stock (91)', async () => {
  const { buyer, system, parts, cart } = await cartInSystem()

  expect(await system.order('PO-1', cart, { shipTo: '' })).toMatchObject({ code: '400', sentence: 'The order says no address in ShipTo.' })
  await shop.placeOrder(await shop.customer('other'), parts[0], 49_000)
  expect(await system.order('PO-1', cart)).toMatchObject({ code: '409' })
  expect(await ordersOf(buyer)).toEqual([])
})

test('wrong secret, wrong identity, wrong domain, a removed connection and one for OCI are refused alike (91)', async () => {
  const { buyer, system } = await buyerWithSystem()
  const { credentials } = system
  const oci = await connect(buyer, { kind: 'oci' })
  const removed = await connect(buyer)
  await buyer.delete(`/punchout/connections/${removed.connection._id}`)

  const answers = await Promise.all(
    [
      { ...credentials, secret: `tfo_${'x'.repeat(43)}` },
      { ...credentials, secret: '' },
      { ...credentials, identity: '1' },
      { ...credentials, domain: 'NetworkID' },
      removed,
      { ...credentials, identity: oci.identity, secret: oci.secret },
    ].map((wrong) => procurementOf(shop, wrong).setUp()),
  )

  const refusal = {
    http: 200,
    code: '401',
    text: 'Unauthorized',
    sentence: 'Identity or secret of the procurement system is wrong.',
    startPage: '',
  }
  expect(answers).toEqual(answers.map(() => refusal))
  expect(await procurementOf(shop, { ...credentials, domain: 'duns' }).setUp()).toMatchObject({ code: '200' })
})

test('a network may send for the buyer, with the secret of the connection (91)', async () => {
  const { system } = await buyerWithSystem()
  const network = { domain: 'NetworkID', identity: 'network@example.com' }

  const { cart } = await cartInSystem()
  expect(await system.send(orderRequest('PO-1', cart.items, cart.total), { network })).toMatchObject({ code: '409' }) // admitted, but not their quote
})

test('a partner has several names and credentials: one name of the buyer and one secret of the sender have to fit (91)', async () => {
  const { system } = await buyerWithSystem()
  const { domain, identity, secret } = system.credentials
  const send = async (from: string, sender: string) =>
    (
      await system.sendText(
        requestDocument(system.credentials, setupRequest('create', RETURN_URL, 'c'))
          .replace(/<From>.*<\/From>/, `<From>${from}</From>`)
          .replace(/<Sender>.*<UserAgent>/, `<Sender>${sender}<UserAgent>`),
      )
    ).body
  const own = credential(domain, identity)
  const network = credential('NetworkId', 'AN01')
  const person = credential('AribaNetworkUserId', 'admin@buyer.example.com')
  const guess = credential('NetworkId', 'AN01', 'guess')
  const right = credential('NetworkId', 'AN01', secret)

  const admitted = [await send(network + own, right), await send(own + network, person + right), await send(own, guess + right)]
  const refused = [await send(network, right), await send(network + own, person + guess), await send(network + own, person)]

  expect(admitted.map((body) => readAnswer({ statusCode: 200, body }).code)).toEqual(['200', '200', '200'])
  expect(refused.map((body) => readAnswer({ statusCode: 200, body }).code)).toEqual(['401', '401', '401'])
})

test.each(['c  1', '  c\t1\n ', 'ä&<]]>\r\n'])('the cookie %j comes back to the letter (91)', async (cookie) => {
  const { system } = await buyerWithSystem()
  const part = await shop.addPart({ available: 50_000 })
  const { startPage } = await system.setUp('create', [], RETURN_URL, cookie)
  const { token } = (await system.open(startPage)).json<{ token: string }>()

  const { form } = await system.transfer(token, [{ text: part.partNumber, quantity: 2_000 }])

  const document = Buffer.from(form.fields.get('cxml-base64')!, 'base64').toString()
  const written = /<BuyerCookie>([^<]*)<\/BuyerCookie>/.exec(document)![1]!
  expect(written.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))).toBe(cookie)
})

test.each([
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['https://ann:secret@buyer.example.com/'],
  ['ftp://buyer.example.com/'],
  [''],
  [`https://buyer.example.com/${'a'.repeat(2_000)}`],
])('the address to return to %s is refused (91)', async (url) => {
  const { system } = await buyerWithSystem()

  expect(await system.setUp('create', [], url)).toMatchObject({ http: 200, code: '400', startPage: '' })
})

test('a test order is placed in trial mode, and refused in production (91)', async () => {
  const { buyer, system, cart } = await cartInSystem()
  const { settings } = shop.services
  const request = orderRequest('PO-TEST', cart.items, cart.total)

  settings.mode = 'production'
  const refused = await system.send(request, { mode: 'test' }).finally(() => (settings.mode = 'trial'))

  expect(refused).toMatchObject({ code: '450', sentence: 'This shop takes no test orders.' })
  expect(await ordersOf(buyer)).toEqual([])
  expect(await system.send(request, { mode: 'test' })).toMatchObject({ code: '200' })
})

test('another operation, and another document, are refused (91)', async () => {
  const { system } = await buyerWithSystem()

  expect(await system.setUp('source')).toMatchObject({ code: '400' })
  expect(await system.send('<InventoryRequest/>')).toMatchObject({ code: '450', sentence: 'The shop does not take InventoryRequest.' })
  expect(await system.send('<ProfileRequest/>')).toMatchObject({ code: '200' })
})

test('a session of a removed connection, and an invented one, transfer nothing (91)', async () => {
  const { buyer, system } = await buyerWithSystem()
  const part = await shop.addPart()
  const lines = [{ text: part.partNumber, quantity: 1_000 }]
  const opened = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const list = (await buyer.get('/punchout/connections')).json<{ _id: string }[]>()

  await buyer.delete(`/punchout/connections/${list[0]!._id}`)

  for (const token of [opened.token, `tfp_${'x'.repeat(43)}`]) {
    expect((await shop.visitor.post('/punchout/return', { token, lines })).json()).toMatchObject({ code: 'PUNCHOUT_OVER' })
  }
})

test('lines without a part are refused with their numbers, and the total is that which the buyer saw (91)', async () => {
  const { system } = await buyerWithSystem()
  const part = await shop.addPart()
  const { token } = (await system.open((await system.setUp()).startPage)).json<{ token: string }>()
  const good = { text: part.partNumber, quantity: 1_000 }

  const open = await shop.visitor.post('/punchout/return', { token, lines: [good, { text: 'no such part' }] })
  const seen = await shop.visitor.post('/punchout/return', { token, lines: [good], total: 1 })
  const none = await shop.visitor.post('/punchout/return', { token, lines: [] })

  expect(open.json()).toMatchObject({ code: 'QUOTE_NOT_ORDERABLE', fields: [{ field: 'lines.2' }] })
  expect(seen.json()).toMatchObject({ code: 'TOTAL_CHANGED', currentTotal: 2_500 })
  expect(none.json()).toMatchObject({ code: 'INVALID_INPUT' })
})

test('the token of a session opens no call of the shop (91)', async () => {
  const { token } = await cartInSystem()

  for (const path of ['/quotes', '/me', '/order', '/api-keys', '/punchout/connections']) {
    const answer = await shop.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode, path).toBe(401)
  }
})

test('the document declares UTF-8 and a payload id that no other has (91)', async () => {
  const { system } = await buyerWithSystem()
  const bodies = await Promise.all([1, 2].map(() => system.sendText(requestDocument(system.credentials, '<ProfileRequest/>'))))

  const ids = bodies.map(({ body }) => /payloadID="([^"]+)"/.exec(body)![1])
  expect(new Set(ids).size).toBe(2)
  expect(bodies[0]!.headers['content-type']).toBe('text/xml; charset=utf-8')
})
