import { and, eq, sql, sum } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { canBecome, orderStates, wasPaid, type OrderState } from '#contract/orders/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { parts, stockMoves } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { releaseExpiredHolds } from '../parts/release-holds.ts'

let shop: TestShop
let buyer: Customer
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

// Unpaid orders per customer are limited.
beforeEach(async () => {
  buyer = await shop.customer('ann')
})

const post = (client: Customer, part: Part, item: object = {}) =>
  client.post('/inventory', {
    orderItem: { name: part.name, totalPrice: part.price * 1_000, orderQuantity: 1_000, ...contact, ...item },
    userInfo: { email: client.email },
  })

test('holding pieces takes them out of stock at once and pins the price', async () => {
  const part = await shop.addPart({ available: 3_000, price: 2.5 })

  const answer = await holdPieces(buyer, part, 2_000)

  expect(answer.json()).toMatchObject({ modifiedCount: 1, price: 2.5, totalPrice: 5_000, available: 1_000 })
  expect(await shop.stockOf(part)).toBe(1_000)
})

test('the specified payload alone takes the difference to the current stock', async () => {
  const part = await shop.addPart({ available: 5_000 })

  const answer = await buyer.put(`/inventory/${part._id}`, {
    restAvailable: { img: part.img, name: part.name, price: part.price, available: 3_000, description: part.description },
    userInfo: { email: buyer.email },
  })

  expect(answer.json().modifiedCount).toBe(1)
  expect(await shop.stockOf(part)).toBe(3_000)
})

test('asking for more than the stock changes nothing', async () => {
  const part = await shop.addPart({ available: 1_500 })

  const answer = await holdPieces(buyer, part, 2_000)

  expect(answer.json()).toEqual({ modifiedCount: 0 })
  expect(await shop.stockOf(part)).toBe(1_500)
})

test.each([999, 0, -1_000, 1_000.5, 2 ** 53, '1000', null, [], true])('a quantity of %j is refused', async (orderQuantity) => {
  const part = await shop.addPart()

  const answer = await buyer.put(`/inventory/${part._id}`, { restAvailable: { available: 9_000 }, orderQuantity })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields[0].field).toBe('orderQuantity')
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('a part that a program sends back as it came, with the rest of the stock, is a hold', async () => {
  const part = await shop.addPart({ available: 10_000 })
  const received = (await buyer.get(`/inventory/${part._id}`)).json()

  const answer = await buyer.put(`/inventory/${part._id}`, { restAvailable: { ...received, available: 8_000 } })

  expect(answer.json()).toMatchObject({ modifiedCount: 1, available: 8_000 })
})

test('a number that JSON cannot hold is refused as well', async () => {
  const part = await shop.addPart()

  const answer = await shop.app.inject({
    method: 'PUT',
    url: `/api/inventory/${part._id}`,
    headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
    payload: '{"restAvailable":{"available":9000},"orderQuantity":1e309}',
  })

  expect(answer.statusCode).toBe(400)
})

test('what the browser says of price, name and picture is not believed', async () => {
  const part = await shop.addPart({ price: 2.5 })
  await buyer.put(`/inventory/${part._id}`, {
    restAvailable: { available: 0, price: 0.0001, name: 'Another', img: 'https://elsewhere.example/x.png' },
    orderQuantity: 1_000,
  })

  const order = (await post(buyer, part, { img: 'javascript:alert(1)', displayName: 'Somebody' })).json()

  expect(order).toMatchObject({ name: part.name, img: part.img, totalPrice: 2_500, displayName: 'ann', email: buyer.email })
  expect(await shop.stockOf(part)).toBe(part.available - 1_000)
})

test('a total above what one card payment can take is refused before anything is held', async () => {
  const part = await shop.addPart({ price: 1_000, available: 5_000 })

  const answer = await holdPieces(buyer, part, 1_000)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toContain('$999,999.99')
  expect(await shop.stockOf(part)).toBe(5_000)
})

test('a total below what one card payment takes is refused before anything is held', async () => {
  const part = await shop.addPart({ price: 0.0004, available: 5_000 })

  const tooLittle = await holdPieces(buyer, part, 1_000)
  const stock = await shop.stockOf(part)
  const enough = await holdPieces(buyer, part, 1_250)

  expect(tooLittle.statusCode).toBe(400)
  expect(tooLittle.json().message).toContain('at least $0.50')
  expect(stock).toBe(5_000)
  expect(enough.json()).toMatchObject({ modifiedCount: 1, totalPrice: 0.5 })
})

test('a second hold on the same part replaces the first', async () => {
  const part = await shop.addPart({ available: 3_000 })

  await holdPieces(buyer, part, 2_000)
  await holdPieces(buyer, part, 1_000)

  expect(await shop.stockOf(part)).toBe(2_000)
})

test('a hold that would not fit leaves the earlier one as it is', async () => {
  const part = await shop.addPart({ available: 3_000 })
  await holdPieces(buyer, part, 1_000)

  const answer = await holdPieces(buyer, part, 4_000)

  expect(answer.json().modifiedCount).toBe(0)
  expect((await post(buyer, part)).statusCode).toBe(200)
})

test('of many buyers racing for the last lots exactly as many win as there are lots', async () => {
  const part = await shop.addPart({ available: 3_000 })
  const buyers = await Promise.all(Array.from({ length: 40 }, (_, index) => shop.customer(`racer${index}`)))

  const answers = await Promise.all(buyers.map((racer) => holdPieces(racer, part, 1_000)))

  expect(answers.map((answer) => answer.statusCode)).toEqual(buyers.map(() => 200))
  expect(answers.filter((answer) => answer.json().modifiedCount === 1)).toHaveLength(3)
  expect(await shop.stockOf(part)).toBe(0)
})

test('twenty identical purchases at once make one hold and one order (2)', async () => {
  const part = await shop.addPart({ available: 50_000 })
  const twenty = Array.from({ length: 20 })

  const held = await Promise.all(twenty.map(() => holdPieces(buyer, part, 1_000)))
  const placed = await Promise.all(twenty.map(() => post(buyer, part)))

  expect(held.every((answer) => answer.json().modifiedCount === 1)).toBe(true)
  expect(placed.map((answer) => answer.statusCode)).toEqual(twenty.map(() => 200))
  expect(new Set(placed.map((answer) => answer.json()._id)).size).toBe(1)
  expect(await shop.stockOf(part)).toBe(49_000)
})

test('the hold becomes an order with phone and address, and the buyer is written to', async () => {
  const part = await shop.addPart({ price: 0.0042 })
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()

  const order = (await post(buyer, part, { totalPrice: 4.2, holdId })).json()

  expect(order).toMatchObject({ totalPrice: 4.2, price: 0.0042, orderQuantity: 1_000, paid: false, shipped: false, ...contact })
  expect((await buyer.get(`/order?customer=${buyer.email}`)).json()).toContainEqual(order)
})

test.each([0.01, 2_499.99, 2_500.01, 25_000])('a total of %d is answered with the current figures (6)', async (totalPrice) => {
  const part = await shop.addPart({ price: 2.5 })
  await holdPieces(buyer, part, 1_000)

  const answer = await post(buyer, part, { totalPrice })

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { price: 2.5, totalPrice: 2_500, orderQuantity: 1_000 } })
  expect(await shop.db.select().from(orders).where(eq(orders.partId, part._id))).toEqual([])
})

test('a price that changes after the hold does not change the order (7)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  await holdPieces(buyer, part, 1_000)
  await shop.db.update(parts).set({ price: '9.9900' }).where(eq(parts.id, part._id))

  expect((await post(buyer, part)).json().totalPrice).toBe(2_500)
})

test.each([
  ['phone', 'Your Phone number is required'],
  ['address', 'Your Address is required'],
])('an order without %s is refused at that field', async (field, message) => {
  const part = await shop.addPart()
  await holdPieces(buyer, part, 1_000)

  const answer = await post(buyer, part, { [field]: ' ' })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual([{ field: `orderItem.${field}`, message }])
})

test('an order without a hold takes the pieces itself (4)', async () => {
  const part = await shop.addPart({ available: 1_000 })

  const first = await post(buyer, part)
  const another = await post(await shop.customer(), part)

  expect(first.statusCode).toBe(200)
  expect(another.json().code).toBe('STOCK_TOO_LOW')
  expect(await shop.stockOf(part)).toBe(0)
})

test.each(['without a hold', 'with a hold past its time'])(
  'twenty identical orders at once %s make one order (2)',
  async (circumstance) => {
    const part = await shop.addPart({ available: 50_000 })
    const holdId: string | undefined = circumstance === 'without a hold' ? undefined : (await holdPieces(buyer, part, 1_000)).json().holdId
    if (holdId) await expire(holdId)

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(buyer, part, { ...(holdId && { holdId }) })))

    expect(new Set(answers.map((answer) => answer.json()._id)).size).toBe(1)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(await shop.stockOf(part)).toBe(49_000)
  },
)

const toBob = { name: 'Bob', company: '', street: 'Dock Road 2', city: 'Hamburg', postalCode: '20457', country: 'DE', phone: '' }
const details = [
  { reference: 'PO-1' },
  { reference: 'PO-2' },
  { phone: '+1 555 0199' },
  { address: 'Dock Road 9' },
  { shipTo: toBob },
  { shipTo: { ...toBob, phone: '+1 555 0177' } },
]

test('orders at once for the same pieces that say something else are orders of their own, each with what it said (2)', async () => {
  const part = await shop.addPart({ available: 50_000 })

  const answers = await Promise.all([...details, ...details].map((item) => post(buyer, part, item)))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
  const placed = answers.map((answer) => answer.json<Order>())
  for (const [index, item] of [...details, ...details].entries()) expect(placed[index]).toMatchObject(item)
  expect(new Set(placed.map(({ _id }) => _id)).size).toBe(details.length)
  expect(await shop.stockOf(part)).toBe(44_000)
})

test.each([...details, { orderQuantity: 2_000, totalPrice: 20_000 }, { totalPrice: 1 }])(
  'an order for pieces that were ordered before, with %j, is refused with that order (2)',
  async (item) => {
    const part = await shop.addPart({ available: 50_000, price: 10 })
    const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
    const order = (await post(buyer, part, { holdId })).json<Order>()

    const answer = await post(buyer, part, { holdId, ...item })

    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'ORDERED_BEFORE',
      message: expect.stringContaining(order.number),
      ordered: { orderId: order._id, number: order.number },
    })
    expect(await shop.stockOf(part)).toBe(49_000)
  },
)

test('the same order again is answered with it also after its reference and address were changed (2)', async () => {
  const part = await shop.addPart()
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  const order = (await post(buyer, part, { holdId, reference: 'PO-1' })).json<Order>()
  await buyer.put(`/order/${order._id}/reference`, { reference: 'PO-2', seen: 'PO-1' })
  await buyer.put(`/order/${order._id}/address`, { address: 'Dock Road 9', seen: order.address })

  const answers = [await post(buyer, part, { holdId, reference: 'PO-1' }), await post(buyer, part, { reference: 'PO-1' })]

  for (const answer of answers) expect(answer.json()).toMatchObject({ _id: order._id, reference: 'PO-2', address: 'Dock Road 9' })
})

test("a hold past its time pins no price, and gives its pieces back to the order at today's (4)", async () => {
  const part = await shop.addPart({ available: 1_000, price: 2.5 })
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  await expire(holdId)
  await shop.db.update(parts).set({ price: '3.0000' }).where(eq(parts.id, part._id))

  const atOldPrice = await post(buyer, part, { holdId })
  const stillHeld = await shop.db.$count(holds, and(eq(holds.partId, part._id), eq(holds.state, 'held')))
  const confirmed = await post(buyer, part, { holdId, totalPrice: 3_000 })

  expect(atOldPrice.json()).toMatchObject({ code: 'TOTAL_CHANGED', current: { price: 3, totalPrice: 3_000 } })
  expect(stillHeld).toBe(1)
  expect(confirmed.json()).toMatchObject({ price: 3, totalPrice: 3_000 })
  const moves = await shop.db.select().from(stockMoves).where(eq(stockMoves.partId, part._id)).orderBy(stockMoves.id)
  expect(moves.map(({ kind, delta }) => [kind, delta])).toEqual([
    ['opening', 1_000],
    ['hold', -1_000],
    ['release', 1_000],
    ['hold', -1_000],
  ])
})

test('an order without a hold at another total writes nothing (6)', async () => {
  const part = await shop.addPart()

  const answer = await post(buyer, part, { totalPrice: 1 })

  expect(answer.json().code).toBe('TOTAL_CHANGED')
  expect(await shop.stockOf(part)).toBe(part.available)
  expect(await shop.db.$count(holds, eq(holds.partId, part._id))).toBe(0)
})

test('pieces held after an order are not answered with that order (2)', async () => {
  const part = await shop.addPart()
  await shop.placeOrder(buyer, part)
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  await admin.delete(`/parts/${part._id}`)

  expect((await post(buyer, part, { holdId })).json().code).toBe('HOLD_GONE')
})

test('a purchase that is sent again after its order was cancelled orders nothing (2)', async () => {
  const part = await shop.addPart()
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  const order = (await post(buyer, part, { holdId })).json()
  await buyer.delete(`/order/${order._id}`)

  expect((await post(buyer, part, { holdId })).json().code).toBe('HOLD_GONE')
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('a hold whose order never comes gives its pieces back after its time (3)', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  await expire(holdId)

  await Promise.all([releaseExpiredHolds(shop.db), releaseExpiredHolds(shop.db)])

  expect(await shop.stockOf(part)).toBe(1_000)
  const moves = await shop.db.select().from(stockMoves).where(eq(stockMoves.ref, holdId)).orderBy(stockMoves.id)
  expect(moves.map((move) => move.kind)).toEqual(['hold', 'release'])
})

test('a hold past its time is worth nothing when somebody else has the pieces (4)', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()
  await expire(holdId)
  await releaseExpiredHolds(shop.db)
  await shop.placeOrder(await shop.customer(), part)

  expect((await post(buyer, part, { holdId })).json().code).toBe('STOCK_TOO_LOW')
})

test("somebody else's hold cannot be used", async () => {
  const part = await shop.addPart({ available: 1_000 })
  const { holdId } = (await holdPieces(await shop.customer(), part, 1_000)).json()

  expect((await post(buyer, part, { holdId })).json().code).toBe('STOCK_TOO_LOW')
})

test('removing a part gives held pieces back and ends the purchase', async () => {
  const part = await shop.addPart({ available: 1_000 })
  const { holdId } = (await holdPieces(buyer, part, 1_000)).json()

  await admin.delete(`/parts/${part._id}`)

  expect(await shop.stockOf(part)).toBe(1_000)
  expect((await post(buyer, part, { holdId })).json().code).toBe('HOLD_GONE')
  expect((await holdPieces(buyer, part, 1_000)).json()).toEqual({ modifiedCount: 0 })
})

test("another person's email in a body is refused (8)", async () => {
  const part = await shop.addPart()
  const other = await shop.customer('other')

  const hold = await buyer.put(`/inventory/${part._id}`, {
    restAvailable: { available: 9_000 },
    orderQuantity: 1_000,
    userInfo: { email: other.email },
  })
  const order = await post(buyer, part, { email: other.email })

  expect([hold.statusCode, order.statusCode]).toEqual([403, 403])
  expect(await shop.stockOf(part)).toBe(part.available)
})

test("other people's orders look like orders that do not exist", async () => {
  const order = await shop.placeOrder(await shop.customer(), await shop.addPart())

  const foreign = await buyer.get(`/order/${order._id}`)
  const list = await buyer.get(`/order?customer=${order.email}`)

  expect(foreign.statusCode).toBe(404)
  expect(list.statusCode).toBe(403)
  expect((await admin.get(`/order/${order._id}`)).statusCode).toBe(200)
})

test('only a paid order ships, and only once', async () => {
  const order = await shop.placeOrder(buyer, await shop.addPart())
  const unpaid = await admin.put(`/orderShipped/${order._id}`)
  await shop.db
    .update(orders)
    .set({ state: 'paid', paidAt: sql`now()`, transactionId: `pi_${order._id}` })
    .where(eq(orders.id, order._id))

  const answers = await Promise.all([1, 2, 3].map(() => admin.put(`/orderShipped/${order._id}`)))

  expect(unpaid.json()).toEqual({ modifiedCount: 0 })
  expect(answers.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 0, 1])
  expect((await buyer.put(`/orderShipped/${order._id}`)).statusCode).toBe(403)
})

/** The states on the way from a new order to `to`, by what the contract allows. */
function wayTo(to: OrderState): OrderState[] {
  // An order begins unpaid; a revived one comes back to it.
  const before = to === 'unpaid' ? undefined : orderStates.find((from) => canBecome(from, to))
  return before === undefined ? [] : [...wayTo(before), to]
}

test.each(orderStates.flatMap((from) => orderStates.filter((to) => to !== from).map((to) => [from, to] as const)))(
  'the database itself decides whether an order may go from %s to %s (15)',
  async (from, to) => {
    const order = await shop.placeOrder(buyer, await shop.addPart())
    const move = (state: OrderState) =>
      transaction(shop.db, async (tx) => {
        await tx
          .update(orders)
          .set({
            state,
            transactionId: wasPaid(state) ? `pi_${order._id}` : null,
            refundedAt: state === 'refunded' ? sql`now()` : null,
          })
          .where(eq(orders.id, order._id))
        if (state === 'shipped') await tx.insert(parcels).values({ orderId: order._id, quantity: order.orderQuantity })
      })
    for (const state of wayTo(from)) await move(state)

    const outcome = await move(to).then(
      () => 'allowed',
      () => 'refused',
    )

    expect(outcome).toBe(canBecome(from, to) ? 'allowed' : 'refused')
  },
)

test('after all of this the books agree: stock is the sum of its ledger, and no piece is lost', async () => {
  const rows = await shop.db
    .select({ available: parts.available, ledger: sum(stockMoves.delta) })
    .from(parts)
    .innerJoin(stockMoves, eq(stockMoves.partId, parts.id))
    .groupBy(parts.id)

  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((row) => row.available !== Number(row.ledger))).toEqual([])
})

const expire = (holdId: string) =>
  shop.db
    .update(holds)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(holds.id, holdId))
