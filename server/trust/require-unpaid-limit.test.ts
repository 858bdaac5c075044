import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { mails } from '#database/tables/mails.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts as partRows } from '#database/tables/parts.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import { setLimit, takesOnAccount, takeTransfers } from '#tests/support/shops/bank.ts'
import { confirmAddress, from, newcomer } from '#tests/support/shops/newcomers.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { placedEarlier } from '#tests/support/shops/placed-earlier.ts'
import { expireUnpaidOrders } from '../orders/expire-unpaid-orders.ts'

let shop: TestShop
let networks = 0

beforeAll(async () => {
  shop = await openShop({ env: { TRUST_EARNED: '1' } })
})

const newNetwork = () => `198.18.${(networks += 1)}.1`
const newBuyer = () => newcomer(shop, newNetwork())
const addParts = (count: number, part: Partial<Part> = {}) => Promise.all(Array.from({ length: count }, () => shop.addPart(part)))
const orderTogether = async (buyer: Customer, parts: Part[], quantity = 1_000) =>
  orderQuote(
    buyer,
    await savedQuote(
      shop.db,
      buyer.userId,
      parts.map((part) => ({ part, quantity })),
    ),
  )
const minutesToPay = ({ createdAt, payBy }: Order) => (Date.parse(payBy!) - Date.parse(createdAt)) / 60_000

async function pay(buyer: Customer, order: Order): Promise<void> {
  const secret = await openPaymentOf(buyer, order)
  await payByCard(shop, secret)
  await reportPaid(buyer, order, intentIdOf(secret))
}

test('an account that registers, orders and pays immediately is not stopped; after several paid orders it may order all of a part (67)', async () => {
  const buyer = await newBuyer()
  const [first, second, third, fourth] = await addParts(4)

  const order = await shop.placeOrder(buyer, first!, 2_500)
  await pay(buyer, order)
  const all = await holdPieces(buyer, second!, 10_000)
  const half = await shop.placeOrder(buyer, second!, 5_000)
  await pay(buyer, half)
  await pay(buyer, await shop.placeOrder(buyer, third!))
  const proven = await shop.placeOrder(buyer, fourth!, 10_000)

  expect([order, half, proven].map(minutesToPay)).toEqual([30, 7 * 24 * 60, 7 * 24 * 60])
  expect(all.json()).toMatchObject({ code: 'TOO_MANY_UNPAID', message: expect.stringContaining('At most 5,000 pieces') })
})

test('an account owes at most a multiple of what it has paid, in each way to order, and more only once and for minutes (67)', async () => {
  const [buyer, proven] = [await newBuyer(), await newBuyer()]
  const [cheap, dear, other, third] = [await shop.addPart({ price: 0.2 }), ...(await addParts(3, { price: 24 }))]
  takeTransfers(shop)
  await pay(buyer, await shop.placeOrder(buyer, cheap!))
  for (let paid = 0; paid < 3; paid++) await pay(proven, await shop.placeOrder(proven, cheap!))

  for (const account of [buyer, proven]) {
    const first = await shop.placeOrder(account, dear!)
    const refused = [
      await holdPieces(account, other!, 1_000),
      await orderTogether(account, [other!, third!]),
      await account.post('/inventory', {
        orderItem: { name: other!.name, partsId: other!._id, totalPrice: 24_000, orderQuantity: 1_000, ...contact },
      }),
    ]
    await account.delete(`/order/${first._id}`)
    const only = await orderTogether(account, [other!, third!])

    expect(minutesToPay(first)).toBe(7 * 24 * 60)
    for (const answer of refused)
      expect(answer.json()).toMatchObject({ code: 'TOO_MANY_UNPAID', message: expect.stringContaining('at most $25,000.00 in all') })
    expect(only.json().orders.map(minutesToPay)).toEqual([30, 30])
    expect((await holdPieces(account, cheap!, 1_000)).json()).toMatchObject({ code: 'TOO_MANY_UNPAID' })
    await account.delete(`/order/${only.json().orders[0]._id}`)
    await account.delete(`/order/${only.json().orders[1]._id}`)
    const giants = await addParts(2, { available: 1_000_000, price: 50 })
    for (const answer of [await holdPieces(account, giants[0]!, 20_000), await orderTogether(account, giants, 15_000)])
      expect(answer.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('ask us for an offer') })
    const much = await orderTogether(account, [dear!, other!, third!], 3_000)
    expect(much.json().fields).toContainEqual({ field: 'lines.1', message: expect.stringContaining('At most 2,500 pieces') })
  }
})

test('accounts with one paid order have half of a part together, and more for minutes only, in any number of networks, beside what new accounts have (67)', async () => {
  const [part, cheap] = await addParts(2)
  const accounts = await Promise.all([newBuyer(), newBuyer(), newcomer(shop, '192.0.7.1'), newcomer(shop, '192.0.7.2')])
  for (const one of accounts) await pay(one, await shop.placeOrder(one, cheap!))

  const answers = await Promise.all(accounts.map((one) => holdPieces(one, part!, 2_000)))
  const ofNew = await holdPieces(await newBuyer(), part!, 1_000)

  const kept = await shop.db.select({ atOnce: holds.atOnce }).from(holds).where(eq(holds.partId, part!._id))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(kept.filter(({ atOnce }) => atOnce)).toHaveLength(1)
  expect(ofNew.json()).toMatchObject({ modifiedCount: 1 })
})

test('a limit on account that an admin has set counts as paid, and what was taken on account only once it is paid (67)', async () => {
  const [buyer, owing] = [await newBuyer(), await newBuyer()]
  const [cheap, part, other] = [await shop.addPart({ price: 0.2 }), ...(await addParts(2, { price: 20 }))]
  const admin = await shop.admin()
  for (const one of [buyer, owing]) {
    await setLimit(admin, one, 10_000)
    await takesOnAccount(one, await shop.placeOrder(one, cheap!))
  }
  await setLimit(admin, owing, null)

  const granted = await shop.placeOrder(buyer, part!, 10_000)
  const withdrawn = await holdPieces(owing, other!, 6_000)

  expect(minutesToPay(granted)).toBe(7 * 24 * 60)
  expect(withdrawn.json()).toMatchObject({ code: 'TOO_MANY_UNPAID' })
})

test('what an admin has offered to a new buyer is ordered with the usual time to pay (67)', async () => {
  const buyer = await newBuyer()
  const [part] = await addParts(1)
  const quote = await savedQuote(shop.db, buyer.userId, [{ part: part!, quantity: 9_000 }])
  const { userId: offeredBy } = await shop.admin()
  await shop.db.update(quoteVersions).set({ offeredBy }).where(eq(quoteVersions.quoteId, quote.id))

  const ordered = await orderQuote(buyer, quote)

  expect(ordered.json().orders.map(minutesToPay)).toEqual([120])
})

test('with the joint share used up a new buyer still orders, to be paid at once by card, and one account has a tenth of it (67)', async () => {
  const part = await shop.addPart({ available: 100_000 })
  const takers = await Promise.all(Array.from({ length: 10 }, newBuyer))
  for (const taker of takers) await confirmAddress(shop, taker)
  const [greedy, late, repeating] = [await newBuyer(), await newBuyer(), await newBuyer()]
  for (const one of [greedy, late, repeating]) await confirmAddress(shop, one)
  const large = await shop.placeOrder(greedy, part, 12_000)
  await greedy.delete(`/order/${large._id}`)

  const small = []
  for (const taker of takers) small.push(await shop.placeOrder(taker, part, 5_000))
  const beyond = await shop.placeOrder(late, part, 4_000)

  expect(minutesToPay(large)).toBe(30)
  expect(small.map(minutesToPay)).toEqual(small.map(() => 360))
  expect(minutesToPay(beyond)).toBe(30)
  expect((await late.get(`/order/${beyond._id}/payment-ways`)).json()).toMatchObject({ transfer: null })
  expect((await late.post(`/order/${beyond._id}/transfer`)).json()).toMatchObject({
    code: 'PAY_FIRST',
    message: expect.stringContaining('to be paid by card'),
  })
  for (let unpaid = 0; unpaid < 6; unpaid++) await holdPieces(repeating, part, 1_000)
  expect((await holdPieces(repeating, part, 1_000)).json()).toMatchObject({
    code: 'PAY_FIRST',
    message: expect.stringContaining('were not paid'),
  })
})

test('orders of a quote that are to be paid at once are not paid by transfer, and leave others their hours (67)', async () => {
  takeTransfers(shop)
  const [buyer, other] = [await newBuyer(), await newBuyer()]
  for (const one of [buyer, other]) await confirmAddress(shop, one)
  const parts = await addParts(2)

  const [first] = (await orderTogether(buyer, parts, 5_000)).json<{ orders: Order[] }>().orders
  const chosen = await buyer.post(`/order/${first!._id}/transfer`)
  const small = await shop.placeOrder(other, parts[0]!)

  expect([first!, small].map(minutesToPay)).toEqual([30, 360])
  expect(chosen.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('to be paid by card') })
})

test('six quotes that were ordered to be paid at once and not paid are the last of a day (67)', async () => {
  const buyer = await newBuyer()
  await confirmAddress(shop, buyer)
  const parts = await addParts(2)

  for (let unpaid = 0; unpaid < 6; unpaid++) {
    const { orders: placed } = (await orderTogether(buyer, parts, 5_000)).json<{ orders: Order[] }>()
    for (const { _id } of placed) await buyer.delete(`/order/${_id}`)
  }
  const seventh = await orderTogether(buyer, parts, 5_000)

  expect(seventh.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('were not paid') })
})

test('where an owner allows less to be paid at once, what is kept for hours stays within it, too (67)', async () => {
  const strict = await openShop({ env: { TRUST_EARNED: '1', TRUST_CONFIRMED: 'at-once-share=50' } })
  const [first, second] = [await newcomer(strict, newNetwork()), await newcomer(strict, newNetwork())]
  for (const one of [first, second]) await confirmAddress(strict, one)
  const part = await strict.addPart()

  const half = await holdPieces(first, part, 5_000)
  const beyond = await holdPieces(second, part, 1_000)

  expect(half.json()).toMatchObject({ modifiedCount: 1 })
  expect(beyond.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('No more pieces of this part') })
})

test('an unconfirmed account has two unpaid bills, and must confirm its address for more (67)', async () => {
  const buyer = await newBuyer()
  const [held, ordered, third] = await addParts(3)
  await holdPieces(buyer, held!, 1_000)
  await shop.placeOrder(buyer, ordered!)

  const refused = await holdPieces(buyer, third!, 1_000)
  const asGroup = await orderTogether(buyer, [third!])
  await confirmAddress(shop, buyer)
  const afterwards = await holdPieces(buyer, third!, 1_000)

  for (const answer of [refused, asGroup]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'CONFIRM_FIRST',
      message: expect.stringMatching(/At most 2 orders.*Confirm your email address/),
    })
  }
  expect(afterwards.json()).toMatchObject({ modifiedCount: 1 })
})

test('the only bill of an account may have more lines and a higher sum, for half an hour and with nothing else set aside (67)', async () => {
  const [quoting, spending] = [await newBuyer(), await newBuyer()]
  const many = await addParts(12)
  const [dear, other] = await addParts(2, { price: 120 })

  const group = await orderTogether(quoting, many)
  const order = await shop.placeOrder(spending, dear!, 2_500)
  const besideGroup = await holdPieces(quoting, other!, 1_000)
  const besideOrder = await holdPieces(spending, other!, 1_000)

  expect(group.json().orders.map(minutesToPay)).toEqual(many.map(() => 30))
  expect(minutesToPay(order)).toBe(30)
  expect(besideGroup.json().message).toContain('At most 10 order lines')
  expect(besideOrder.json().message).toContain('at most $250,000.00 in all')
})

test('a confirmed account may order half of each part to pay it at once, and has six hours for a small share (67)', async () => {
  const buyer = await newBuyer()
  await confirmAddress(shop, buyer)
  const [whole, one, two] = await addParts(3)

  const several = await orderTogether(buyer, [one!, two!], 6_000)
  const all = await holdPieces(buyer, whole!, 10_000)
  const half = await shop.placeOrder(buyer, whole!, 5_000)
  await buyer.delete(`/order/${half._id}`)
  const order = await shop.placeOrder(buyer, whole!)

  expect(several.json()).toMatchObject({
    code: 'PAY_FIRST',
    message: expect.stringContaining('2 lines ask'),
    fields: [{ field: 'lines.1', message: expect.stringContaining('At most 5,000 pieces') }, { field: 'lines.2' }],
  })
  expect(all.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('At most 5,000 pieces') })
  expect([half, order].map(minutesToPay)).toEqual([30, 360])
})

test('the deliveries of a line are measured together, and what is left is told once (67)', async () => {
  const buyer = await newBuyer()
  await confirmAddress(shop, buyer)
  const part = await shop.addPart()
  const releases = [20, 40, 60].map((days) => ({ pieces: 3_000, wishedOn: shipDay(days, shopCalendar()) }))
  const { _id, version, total } = (await buyer.post('/quotes', { lines: [{ text: part.partNumber, releases }] })).json<Quote>()

  const refused = await buyer.post(`/quotes/${_id}/order`, { version, total, ...contact })

  const message = expect.stringContaining('At most 5,000 pieces')
  expect(refused.json()).toMatchObject({ code: 'PAY_FIRST', message, fields: [{ field: 'lines.1', message }] })
})

test('the share of a part applies to an account in several networks, and to several accounts in one (67)', async () => {
  const [one, mate] = [await newcomer(shop, '192.0.2.1'), await newcomer(shop, '192.0.2.250')]
  const [part, other] = await addParts(2)
  await holdPieces(one, other!, 1_000)
  await shop.placeOrder(one, part!, 1_000)

  const answers = [
    await orderTogether({ ...one, ...from(shop, one, '192.0.3.1') }, [part!]),
    await holdPieces(mate, part!, 1_000),
    await holdPieces(await newcomer(shop, '192.0.3.2'), part!, 2_000),
  ]

  expect(answers.map((answer) => answer.json().code ?? answer.json().modifiedCount)).toEqual(['CONFIRM_FIRST', 'CONFIRM_FIRST', 1])
})

test('concurrent requests of one account or of one network do not exceed a limit together (67)', async () => {
  const buyer = await newBuyer()
  const [shared, ...parts] = await addParts(11)
  const mates = await Promise.all(Array.from({ length: 10 }, (_, index) => newcomer(shop, `192.0.4.${index}`)))

  const ofAccount = await Promise.all(
    parts.map((part, index) => (index % 2 ? holdPieces(buyer, part, 1_000) : orderTogether(buyer, [part]))),
  )
  const ofNetwork = await Promise.all(
    mates.map((mate, index) => (index % 2 ? holdPieces(mate, shared!, 1_000) : orderTogether(mate, [shared!]))),
  )

  expect(ofAccount.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(ofNetwork.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await shop.stockOf(shared!)).toBe(9_000)
})

test('where an owner allows all of a part, one confirmed account of a network has it at a time, also with concurrent requests (67)', async () => {
  const generous = await openShop({ env: { TRUST_EARNED: '1', TRUST_CONFIRMED: 'sole-share=100, joint-share=100' } })
  const mates = await Promise.all(Array.from({ length: 8 }, (_, index) => newcomer(generous, `192.0.5.${index}`)))
  for (const mate of mates) await confirmAddress(generous, mate)
  const parts = await Promise.all(mates.map(() => generous.addPart()))

  const answers = await Promise.all(mates.map((mate, index) => holdPieces(mate, parts[index]!, 10_000)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('all accounts that have never paid set aside half of a part together, in any number of networks and in each way, also at once (67)', async () => {
  const [part, other] = await addParts(2, { available: 40_000 })
  const confirmed = await Promise.all(Array.from({ length: 6 }, newBuyer))
  for (const one of confirmed) await confirmAddress(shop, one)
  const unconfirmed = await Promise.all(Array.from({ length: 12 }, newBuyer))
  const pieces = 4_000
  const orderAtOnce = ({ name, _id: partsId }: Part, by: Customer) =>
    by.post('/inventory', { orderItem: { name, partsId, totalPrice: pieces * part!.price, orderQuantity: pieces, ...contact } })
  const ways = [
    (by: Customer) => holdPieces(by, part!, pieces),
    (by: Customer) => orderAtOnce(part!, by),
    (by: Customer) => orderTogether(by, [part!, other!], pieces),
  ]

  const answers = await Promise.all([...confirmed, ...unconfirmed].map((by, index) => ways[index % ways.length]!(by)))

  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(await shop.stockOf(part!)).toBe(20_000)
  expect(await shop.stockOf(other!)).toBeGreaterThanOrEqual(20_000)
  expect(refused).toHaveLength(13)
  for (const answer of refused)
    expect(answer.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('pay for an order first') })
})

test('what new accounts have set aside together leaves buyers who have paid their room, and ends with a payment (67)', async () => {
  const [part, cheap] = await addParts(2)
  const [trusted, first, second, third] = [await newBuyer(), await newBuyer(), await newBuyer(), await newBuyer()]
  await pay(trusted, await shop.placeOrder(trusted, cheap!))
  for (const one of [first, second, third]) await confirmAddress(shop, one)
  const order = await shop.placeOrder(first, part!, 5_000)

  const refused = await holdPieces(second, part!, 3_000)
  const ofTrusted = await holdPieces(trusted, part!, 2_000)
  await pay(first, order)
  const afterwards = await holdPieces(third, part!, 1_000)

  expect(refused.json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('At most 1,000 pieces of this part') })
  expect([ofTrusted, afterwards].map((answer) => answer.json().modifiedCount)).toEqual([1, 1])
})

test('an order without a hold is limited as one with a hold (67)', async () => {
  const buyer = await newBuyer()
  const part = await shop.addPart()

  const answer = await buyer.post('/inventory', {
    orderItem: { name: part.name, partsId: part._id, totalPrice: 7_500, orderQuantity: 3_000, ...contact },
  })

  expect(answer.json().code).toBe('CONFIRM_FIRST')
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('an order is cancelled at its own deadline, and the mails contain that deadline (67)', async () => {
  const [early, late] = [await newBuyer(), await newBuyer()]
  const [part] = await addParts(1)
  const [old, young] = [await shop.placeOrder(early, part!), await shop.placeOrder(late, part!)]
  await shop.db.update(orders).set(placedEarlier('2 hours')).where(eq(orders.id, old._id))
  await shop.db.update(orders).set(placedEarlier('1 hour')).where(eq(orders.id, young._id))

  const expired = await expireUnpaidOrders(shop.services)

  expect(expired).toBe(1)
  expect(await shop.stockOf(part!)).toBe(9_000)
  const bodies = (await shop.db.select().from(mails).where(eq(mails.ref, old._id))).map(({ body }) => body).join()
  expect(bodies).toContain('cancel it unless it is paid within 2 hours')
  expect(bodies).toContain('because it was not paid within 2 hours')
})

test('an order placed by the previous release is cancelled after the configured days (67)', async () => {
  const part = await shop.addPart()
  const order = await shop.placeOrder(await newBuyer(), part)
  const placeEarlier = (by: string) =>
    shop.db
      .update(orders)
      .set({ ...placedEarlier(by), payBy: null })
      .where(eq(orders.id, order._id))

  await placeEarlier('6 days')
  const young = await expireUnpaidOrders(shop.services)
  await placeEarlier('1 day')

  expect([young, await expireUnpaidOrders(shop.services)]).toEqual([0, 1])
})

test('a new account may order more than the stock as its only bill, to be paid at once, and new accounts of a network a few a day', async () => {
  const network = newNetwork()
  const shopper = async () => {
    const buyer = await newcomer(shop, network)
    await confirmAddress(shop, buyer)
    return buyer
  }
  const [part, other] = await addParts(2, { available: 16_750, price: 0.2 })
  await shop.db.update(partRows).set({ madeMonthly: 50_000 })
  const buyer = await shopper()
  const beyond = async (who: Customer, quantities: number[]) =>
    orderQuote(
      who,
      await savedQuote(
        shop.db,
        who.userId,
        quantities.map((quantity) => ({ part: part!, quantity })),
      ),
      { shipBy: '2099-12-31' },
    )

  const first = await beyond(buyer, [1_000, 29_000])
  expect(first.json<OrderGroup>().orders.map(minutesToPay)).toEqual([30, 30])
  expect((await beyond(buyer, [1_000])).json()).toMatchObject({ code: 'PAY_FIRST', message: expect.stringContaining('beyond the stock') })
  expect((await orderTogether(buyer, [other!], 1_000)).statusCode).toBe(200)

  for (let count = 1; count < 6; count++) expect((await beyond(await shopper(), [1_000])).statusCode).toBe(200)
  expect((await beyond(await shopper(), [1_000])).json()).toMatchObject({
    code: 'PAY_FIRST',
    message: expect.stringContaining('were not paid'),
  })
})
