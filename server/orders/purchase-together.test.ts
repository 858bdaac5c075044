import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { Transaction } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { lockBuyer } from '#server/trust/lock-buyer.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance } from '#tests/support/shops/payments.ts'
import { releaseHolds } from '../parts/release-holds.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

const crowdOf = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => shop.customer(`buyer${index}`)))

const post = (client: Customer, part: Part, item: object) =>
  client.post('/inventory', {
    orderItem: { name: part.name, partsId: part._id, totalPrice: part.price * 1_000, orderQuantity: 1_000, ...contact, ...item },
  })

const lock = (work: (tx: Transaction) => Promise<unknown>) => lockUntilReleased(shop.db, work)

test('ten customers who hold at one moment each have their own pieces at their own price', async () => {
  const crowd = await crowdOf(10)
  const part = await shop.addPart({ available: 100_000, price: 2.5, priceBreaks: [{ from: 5_000, price: 2 }] })
  const others = await Promise.all([1, 2].map(() => shop.addPart({ available: 20_000, price: 0.5 })))
  const wanted = crowd.map((_, index) => ({ part: index < 6 ? part : others[index % 2]!, quantity: 1_000 * (index + 1) }))

  const answers = await Promise.all(crowd.map((buyer, index) => holdPieces(buyer, wanted[index]!.part, wanted[index]!.quantity)))

  const held = answers.map((answer) => answer.json())
  expect(held.map(({ modifiedCount }) => modifiedCount)).toEqual(crowd.map(() => 1))
  expect(held.map(({ totalPrice }) => totalPrice)).toEqual([2_500, 5_000, 7_500, 10_000, 10_000, 12_000, 3_500, 4_000, 4_500, 5_000])
  const rows = await shop.db
    .select()
    .from(holds)
    .where(
      inArray(
        holds.id,
        held.map(({ holdId }) => holdId),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(held.map(({ holdId }) => byId.get(holdId)!.userId)).toEqual(crowd.map(({ userId }) => userId))
  expect(held.map(({ holdId }) => byId.get(holdId)!.quantity)).toEqual(wanted.map(({ quantity }) => quantity))
  expect(await shop.stockOf(part)).toBe(79_000)
  await expectBooksToBalance(shop)
})

test('of customers who hold at one moment, each is refused for their own reason only', async () => {
  const [plain, other, replacing, greedy, dear, owing, unknown] = await crowdOf(7)
  const part = await shop.addPart({ available: 10_000 })
  const scarce = await shop.addPart({ available: 2_000 })
  const costly = await shop.addPart({ price: 1_000, available: 5_000 })
  await holdPieces(replacing!, part, 1_000)
  for (let index = 0; index < shop.services.settings.maxUnpaidOrders; index++) await shop.placeOrder(owing!, await shop.addPart())

  const answers = await Promise.all([
    holdPieces(plain!, part, 1_000),
    holdPieces(other!, part, 2_000),
    holdPieces(replacing!, part, 3_000),
    holdPieces(greedy!, scarce, 3_000),
    holdPieces(dear!, costly, 1_000),
    holdPieces(owing!, part, 1_000),
    unknown!.put('/inventory/00000000-0000-4000-8000-000000000000', { restAvailable: { available: 0 }, orderQuantity: 1_000 }),
  ])

  expect(answers.map((answer) => answer.json().modifiedCount ?? answer.json().code)).toEqual([
    1,
    1,
    1,
    0,
    'INVALID_INPUT',
    'TOO_MANY_UNPAID',
    0,
  ])
  expect(await shop.stockOf(part)).toBe(4_000)
  expect([await shop.stockOf(scarce), await shop.stockOf(costly)]).toEqual([2_000, 5_000])
  await expectBooksToBalance(shop)
})

test('a part that somebody else has locked keeps only its own buyers waiting', async () => {
  const [first, second, third] = await crowdOf(3)
  const locked = await shop.addPart()
  const free = await shop.addPart()
  const release = await lock((tx) => tx.execute(sql`select from parts where id = ${locked._id}::uuid for update`))
  const waiting = holdPieces(first!, locked, 1_000)

  const others = await Promise.all([second!, third!].map((buyer) => holdPieces(buyer, free, 1_000)))
  await release()

  expect(others.map((answer) => answer.json().modifiedCount)).toEqual([1, 1])
  expect((await waiting).json().modifiedCount).toBe(1)
})

test('somebody whose other purchase is still under way keeps nobody else waiting', async () => {
  const [busy, second, third] = await crowdOf(3)
  const part = await shop.addPart()
  await holdPieces(busy!, await shop.addPart(), 1_000)
  const release = await lock((tx) => lockBuyer(tx, { userId: busy!.userId, network: null }))
  const waiting = holdPieces(busy!, part, 1_000)

  const others = await Promise.all([second!, third!].map((buyer) => holdPieces(buyer, part, 1_000)))
  await release()

  expect(others.map((answer) => answer.json().modifiedCount)).toEqual([1, 1])
  expect((await waiting).json().modifiedCount).toBe(1)
})

test('eight customers who order at one moment each have their own order and mail', async () => {
  const crowd = await crowdOf(8)
  const part = await shop.addPart({ available: 100_000 })
  const held = await Promise.all(crowd.map((buyer) => holdPieces(buyer, part, 1_000)))
  const holdIds = held.map((answer) => answer.json().holdId)

  const answers = await Promise.all(
    crowd.map((buyer, index) => post(buyer, part, { holdId: holdIds[index], address: `Dock Road ${index}` })),
  )

  const placed = answers.map((answer) => answer.json())
  expect(answers.map((answer) => answer.statusCode)).toEqual(crowd.map(() => 200))
  expect(placed.map(({ email }) => email)).toEqual(crowd.map(({ email }) => email))
  expect(placed.map(({ address }) => address)).toEqual(crowd.map((_, index) => `Dock Road ${index}`))
  const rows = await shop.db.select().from(orders).where(inArray(orders.holdId, holdIds))
  expect(new Map(rows.map((row) => [row.id, row.holdId]))).toEqual(new Map(placed.map(({ _id }, index) => [_id, holdIds[index]])))
  const queued = await shop.db
    .select()
    .from(mails)
    .where(
      inArray(
        mails.ref,
        placed.map(({ _id }) => _id),
      ),
    )
  expect(new Map(queued.map((mail) => [mail.ref, mail.recipient]))).toEqual(new Map(placed.map(({ _id, email }) => [_id, email])))
  await expectBooksToBalance(shop)
})

test('of those who order at one moment, each is refused for their own reason only', async () => {
  const [plain, other, mistaken, again, stranger, noHold] = await crowdOf(6)
  const part = await shop.addPart({ available: 10_000 })
  const held = async (buyer: Customer) => (await holdPieces(buyer, part, 1_000)).json().holdId as string
  const holdIds = { plain: await held(plain!), other: await held(other!), mistaken: await held(mistaken!) }
  const elsewhere = (await holdPieces(other!, await shop.addPart(), 1_000)).json().holdId
  const before = await shop.placeOrder(again!, part)
  const [ordered] = await shop.db.select().from(orders).where(eq(orders.id, before._id))

  const [first, repeated, second, wrong, same, foreign, bare] = await Promise.all([
    post(plain!, part, { holdId: holdIds.plain }),
    post(plain!, part, { holdId: holdIds.plain.toUpperCase() }),
    post(other!, part, { holdId: holdIds.other }),
    post(mistaken!, part, { holdId: holdIds.mistaken, totalPrice: 1 }),
    post(again!, part, { holdId: ordered!.holdId }),
    post(stranger!, part, { holdId: elsewhere, name: 'No such part', partsId: undefined }),
    post(noHold!, part, {}),
  ])

  expect([first, repeated, second, same, bare].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(repeated.json()._id).toBe(first.json()._id)
  expect(same.json()._id).toBe(before._id)
  expect([wrong.json().code, foreign.json().code]).toEqual(['TOTAL_CHANGED', 'HOLD_GONE'])
  expect(await shop.db.select().from(orders).where(eq(orders.partId, part._id))).toHaveLength(4)
  expect(await shop.stockOf(part)).toBe(5_000)
  await expectBooksToBalance(shop)
})

test('an order of a hold that is given back meanwhile takes the pieces again, once', async () => {
  const [buyer] = await crowdOf(1)
  const part = await shop.addPart({ available: 10_000 })
  const { holdId } = (await holdPieces(buyer!, part, 1_000)).json()
  const release = await lock(async (tx) => {
    await tx.select().from(parts).where(eq(parts.id, part._id)).for('no key update')
    await releaseHolds(tx, eq(holds.id, holdId))
  })
  const ordering = post(buyer!, part, { holdId })
  await untilWaiting(shop.db, 1)

  await release()

  expect((await ordering).statusCode).toBe(200)
  const [placed] = await shop.db.select().from(orders).where(eq(orders.partId, part._id))
  expect(placed!.holdId).not.toBe(holdId)
  expect(await shop.stockOf(part)).toBe(9_000)
  await expectBooksToBalance(shop)
})

test('an order whose mail cannot be written leaves nothing behind, and its hold can be ordered again', async () => {
  const [buyer] = await crowdOf(1)
  const part = await shop.addPart()
  const { holdId } = (await holdPieces(buyer!, part, 1_000)).json()
  await shop.db.execute(sql`alter table mails add constraint no_mail check (kind <> 'order-placed') not valid`)

  const refused = await post(buyer!, part, { holdId })
  const [held] = await shop.db.select().from(holds).where(eq(holds.id, holdId))
  const written = await shop.db.select().from(orders).where(eq(orders.partId, part._id))
  await shop.db.execute(sql`alter table mails drop constraint no_mail`)
  const placed = await post(buyer!, part, { holdId })

  expect([refused.statusCode, held!.state, written]).toEqual([500, 'held', []])
  expect(placed.statusCode).toBe(200)
  await expectBooksToBalance(shop)
})
