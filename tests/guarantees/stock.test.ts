import fc from 'fast-check'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import type { Part } from '#contract/parts/parts.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import { signInCrowd, untilAnswered, type Signed } from '#tests/support/load/crowd.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { expectBooksToBalance, openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  buyer = await shop.customer()
})

const BUYERS = 1_000
const LOTS = 10
/** How often they race; RACES=20 for the whole proof. */
const RACES = Number(process.env['RACES'] ?? 2)
const LOT = 1_000

const put = (who: Pick<Signed, 'token'>, part: Pick<Part, '_id'>, payload: object) =>
  untilAnswered(() =>
    shop.app.inject({
      method: 'PUT',
      url: `/api/inventory/${part._id}`,
      headers: { authorization: `Bearer ${who.token}` },
      payload,
    }),
  )

const purchase = (orderQuantity: number) => ({ restAvailable: { available: 0 }, orderQuantity })

test(
  'of a thousand buyers racing for ten lots exactly ten win, and the stock ends at nothing (1)',
  async () => {
    const crowd = await signInCrowd(shop.db, BUYERS)
    for (let race = 0; race < RACES; race++) {
      const part = await shop.addPart({ available: LOTS * LOT })

      const answers = await Promise.all(crowd.map((racer) => put(racer, part, purchase(LOT))))

      const won = answers.filter((answer) => answer.json().modifiedCount === 1)
      const lost = answers.filter((answer) => answer.statusCode === 200 && answer.json().modifiedCount === 0)
      expect([won.length, lost.length]).toEqual([LOTS, BUYERS - LOTS])
      expect(await shop.stockOf(part)).toBe(0)
    }
    await expectBooksToBalance(shop)
    reportFigure('G1', `in ${RACES} races ${LOTS} of ${BUYERS} buyers won ${LOTS} lots`, `exactly ${LOTS}, 20 times`)
  },
  RACES * 120_000,
)

test('whoever loses the race is told so in words (1)', async () => {
  const part = await shop.addPart({ available: LOT })
  const loser = await shop.customer()
  await holdPieces(buyer, part, LOT)

  const answer = await loser.post('/inventory', {
    orderItem: { name: part.name, partsId: part._id, totalPrice: 2_500, orderQuantity: LOT, ...contact },
  })

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'STOCK_TOO_LOW', message: 'There are not enough pieces left.' })
})

test('a hold of which nothing becomes gives back its pieces and changes nothing else (3)', async () => {
  const part = await shop.addPart({ available: 5_000 })
  const other = await shop.customer()
  const expired = (await holdPieces(buyer, part, 2_000)).json().holdId
  const live = (await holdPieces(other, part, 1_000)).json().holdId
  await shop.db
    .update(holds)
    .set({ expiresAt: sql`now()` })
    .where(eq(holds.id, expired))

  await releaseExpiredHolds(shop.db)

  expect(await shop.stockOf(part)).toBe(4_000)
  const rows = await shop.db.select().from(holds).where(eq(holds.partId, part._id))
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({ [expired]: 'released', [live]: 'held' })
  expect(await shop.db.select().from(orders).where(eq(orders.partId, part._id))).toEqual([])
})

test('the browser decides how many pieces are taken, and nothing else (5)', async () => {
  const forged = [
    { available: 0 },
    { available: MAXIMUM_STOCK },
    { available: 1, price: 0 },
    { available: 1, price: -1 },
    { available: 1, price: 1e308, name: 'Another part', img: 'javascript:alert(1)', description: '' },
  ]
  for (const restAvailable of forged) {
    const part = await shop.addPart({ available: 9_000, price: 2.5 })

    const answer = await put(buyer, part, { restAvailable, orderQuantity: 2_000 })

    expect(answer.json()).toMatchObject({ modifiedCount: 1, price: 2.5, totalPrice: 5_000, available: 7_000 })
    const [row] = await shop.db.select().from(parts).where(eq(parts.id, part._id))
    expect(row).toMatchObject({ name: part.name, img: part.img, description: part.description, price: '2.5000', available: 7_000 })
    await shop.db
      .update(holds)
      .set({ expiresAt: sql`now()` })
      .where(eq(holds.partId, part._id))
    await releaseExpiredHolds(shop.db)
  }
})

test.each([-1, 1e18, 1.5, '0', null, [], true, undefined])('a remaining stock of %j is refused at its field (5)', async (available) => {
  const part = await shop.addPart()

  const answer = await put(buyer, part, { restAvailable: { available }, orderQuantity: 1_000 })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields[0].field).toBe('restAvailable.available')
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('from 1000 pieces to the whole stock can be taken, in any whole number (9)', async () => {
  const stock = 50_000
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1_000, max: stock }), async (quantity) => {
      const part = await shop.addPart({ available: stock, price: 0.01 })
      const [someone] = await signInCrowd(shop.db, 1)

      const answer = await put(someone!, part, purchase(quantity))

      expect(answer.json()).toMatchObject({ modifiedCount: 1, available: stock - quantity })
    }),
    { numRuns: 60, examples: [[1_000], [1_001], [stock - 1], [stock]] },
  )
})

test('every other quantity is refused at its field and takes nothing (9)', async () => {
  const part = await shop.addPart({ available: 50_000 })
  // As JSON text, because JSON.stringify turns what is no number into null.
  const notAQuantity = fc.oneof(
    fc.integer({ max: 999 }).map(String),
    fc.integer({ min: MAXIMUM_STOCK + 1 }).map(String),
    fc
      .double({ noDefaultInfinity: true, noNaN: true })
      .filter((number) => !Number.isInteger(number))
      .map(String),
    fc.constantFrom('1e309', '-1e309', '9007199254740993', '1000.0000000000001', '-0', 'NaN', '01000', '0x3e8', '1_000'),
    fc.json().filter((text) => typeof JSON.parse(text) !== 'number'),
  )

  await fc.assert(
    fc.asyncProperty(notAQuantity, async (written) => {
      const answer = await shop.app.inject({
        method: 'PUT',
        url: `/api/inventory/${part._id}`,
        headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
        payload: `{"restAvailable":{"available":0},"orderQuantity":${written}}`,
      })

      expect(answer.statusCode).toBe(400)
      const { code, fields } = answer.json()
      if (code === 'MALFORMED_BODY') return
      expect(fields.every(({ field }: { field: string }) => field.startsWith('orderQuantity'))).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(await shop.stockOf(part)).toBe(part.available)
})

test('fifty admins adding stock and two hundred buyers taking it lose no piece (10)', async () => {
  const [buyers, admins] = await Promise.all([signInCrowd(shop.db, 200), signInCrowd(shop.db, 50, 'admin')])
  const part = await shop.addPart({ available: 60_000 })
  const restock = { newAvailable: { available: 61_000 }, added: 1_000 }

  const [taken, added] = await Promise.all([
    Promise.all(buyers.map((someone) => put(someone, part, purchase(1_000)))),
    Promise.all(admins.map((someone) => put(someone, part, restock))),
  ])

  const sold = taken.filter((answer) => answer.json().modifiedCount === 1).length
  expect(added.every((answer) => answer.json().modifiedCount === 1)).toBe(true)
  expect(sold).toBeGreaterThanOrEqual(60)
  expect(await shop.stockOf(part)).toBe(60_000 + 50_000 - sold * 1_000)
  await expectBooksToBalance(shop)
})

test('a part that is deleted in the middle of a purchase leaves orders that can be shown, paid and cancelled (11)', async () => {
  const unseen = await shop.addPart({ available: 1_000 })
  const held = await shop.addPart({ available: 3_000 })
  const ordered = await shop.addPart({ available: 3_000 })
  await holdPieces(buyer, held, 1_000)
  const order = await shop.placeOrder(buyer, ordered)

  for (const part of [unseen, held, ordered]) await admin.delete(`/parts/${part._id}`)
  const hold = await holdPieces(buyer, unseen, 1_000)
  const item = { name: held.name, partsId: held._id, totalPrice: 2_500, orderQuantity: 1_000, ...contact }
  const late = await buyer.post('/inventory', { orderItem: item })
  const payment = await buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  const mine = await buyer.get(`/order?customer=${buyer.email}`)
  const cancelled = await buyer.delete(`/order/${order._id}`)

  expect(hold.json()).toEqual({ modifiedCount: 0 })
  expect(late.json().code).toBe('HOLD_GONE')
  expect(payment.statusCode).toBe(200)
  expect(mine.json()).toMatchObject([{ _id: order._id, name: ordered.name, img: ordered.img, price: ordered.price }])
  expect(cancelled.json()).toEqual({ deletedCount: 1 })
  expect(await Promise.all([unseen, held, ordered].map(shop.stockOf))).toEqual([1_000, 3_000, 3_000])
})

test('an order that was paid is shown as it was bought after its part was deleted, and can be shipped (11)', async () => {
  const { part, buyer: owner, order } = await unpaidOrder(shop)
  const { id: transactionId } = await payByCard(shop, await openPaymentOf(owner, order))
  await reportPaid(owner, order, transactionId)

  await admin.delete(`/parts/${part._id}`)
  const paid = await owner.get(`/order?customer=${owner.email}`)
  const shipping = await admin.put(`/orderShipped/${order._id}`)
  const shipped = await owner.get(`/order?customer=${owner.email}`)

  const bought = { _id: order._id, name: part.name, img: part.img, price: part.price, totalPrice: 2_500, paid: true }
  expect(paid.json()).toMatchObject([{ ...bought, shipped: false }])
  expect(shipping.json()).toEqual({ modifiedCount: 1 })
  expect(shipped.json()).toMatchObject([{ ...bought, shipped: true }])
  expect(await shop.stockOf(part)).toBe(9_000)
  await expectBooksToBalance(shop)
})

test('deleting a part while twenty buyers hold and order it leaves no hold and no piece behind (11)', async () => {
  const [first, last, ...crowd] = await signInCrowd(shop.db, 20)
  const part = await shop.addPart({ available: 50_000 })
  const orderItem = { name: part.name, partsId: part._id, totalPrice: 2_500, orderQuantity: 1_000, ...contact }
  const buy = async ({ token }: Signed) => {
    await put({ token }, part, purchase(1_000))
    return shop.app.inject({ method: 'POST', url: '/api/inventory', headers: { authorization: `Bearer ${token}` }, payload: { orderItem } })
  }

  const before = await buy(first!)
  const [during] = await Promise.all([Promise.all(crowd.map(buy)), admin.delete(`/parts/${part._id}`)])
  const after = await buy(last!)
  const answers = [before, ...during, after]

  const refused = during.filter(({ statusCode }) => statusCode !== 200)
  expect([before.statusCode, after.json().code]).toEqual([200, 'HOLD_GONE'])
  for (const answer of refused) expect(answer.json().code).toMatch(/^(HOLD_GONE|STOCK_TOO_LOW)$/)
  expect(
    await shop.db
      .select()
      .from(holds)
      .where(and(eq(holds.partId, part._id), eq(holds.state, 'held'))),
  ).toEqual([])
  const placed = await shop.db.select().from(orders).where(eq(orders.partId, part._id))
  expect(placed).toHaveLength(answers.filter(({ statusCode }) => statusCode === 200).length)
  expect(await shop.stockOf(part)).toBe(50_000 - placed.length * LOT)
  await expectBooksToBalance(shop)
})
