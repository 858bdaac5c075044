import { and, eq, inArray, isNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit-log.ts'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { lockBuyer } from '#server/trust/lock-buyer.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { newPerson, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { clientWith, contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const setBlocked = (by: Customer, email: string, blocked: boolean) => by.put(`/user/blocked/${email}`, { blocked })
const setAsideBy = async ({ userId }: Pick<Customer, 'userId'>) =>
  (await shop.db.$count(holds, and(eq(holds.userId, userId), eq(holds.state, 'held')))) +
  (await shop.db.$count(orders, and(eq(orders.userId, userId), inArray(orders.state, ['unpaid', 'cancelling']))))

test('blocking an account ends its sessions, tokens, keys, private links, holds and unpaid orders (67) (69)', async () => {
  const ann = await shop.customer('ann')
  const [held, ordered, paying] = await Promise.all([shop.addPart(), shop.addPart(), shop.addPart()])
  const program = await programOf(shop, ann, ['orders:read'])
  const quote = await savedQuote(shop.db, ann.userId, [{ part: held }])
  const { secret } = (await ann.post(`/quotes/${quote.id}/link`)).json()
  await holdPieces(ann, held, 2_000)
  await shop.placeOrder(ann, ordered, 3_000)
  const { _id: orderId, totalPrice } = await shop.placeOrder(ann, paying, 1_000)
  await ann.post('/create-payment-intent', { orderId, totalPrice })
  const before = await shop.visitor.get(`/shared-quotes/${secret}`)

  const blocked = await setBlocked(admin, ann.email.toUpperCase(), true)

  expect(blocked.json()).toEqual({ result: { modifiedCount: 1 } })
  expect(await shop.db.$count(sessions, eq(sessions.userId, ann.userId))).toBe(0)
  expect(await shop.db.$count(accessTokens, eq(accessTokens.sessionId, ann.sessionId))).toBe(0)
  expect((await ann.get(`/user/${ann.email}`)).statusCode).toBe(401)
  expect((await program.ask('GET', `/order?customer=${ann.email}`)).statusCode).toBe(401)
  expect([before.statusCode, (await shop.visitor.get(`/shared-quotes/${secret}`)).statusCode]).toEqual([200, 404])
  expect(await Promise.all([held, ordered, paying].map((part) => shop.stockOf(part)))).toEqual([10_000, 10_000, 10_000])
  expect(await setAsideBy(ann)).toBe(0)
  await expectBooksToBalance(shop)
})

test('a blocked account is told so at sign-in, and unblocking restores only the sign-in', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const client = clientWith(shop, await syncedToken(browser, person.email))
  const { email, password } = person
  const signIn = () => openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password })
  await setBlocked(admin, email, true)

  const refused = await signIn()
  const unblocked = await setBlocked(admin, email, false)
  const admitted = await signIn()

  expect(refused.json()).toMatchObject({ code: 'ACCOUNT_DISABLED', message: 'This account is disabled.' })
  expect(unblocked.json()).toEqual({ result: { modifiedCount: 1 } })
  expect(admitted.statusCode).toBe(200)
  expect((await client.get(`/user/${email}`)).statusCode).toBe(401)
})

test('blocking twice, or an unknown address, changes nothing', async () => {
  const ann = await shop.customer('ann')

  const answers = [
    await setBlocked(admin, ann.email, false),
    await setBlocked(admin, ann.email, true),
    await setBlocked(admin, ann.email, true),
    await setBlocked(admin, newPerson().email, true),
  ]

  expect(answers.map((answer) => answer.json().result.modifiedCount)).toEqual([0, 1, 0, 0])
})

test('an admin blocks neither their own account nor, when two block each other concurrently, the last one (35)', async () => {
  const isolated = await openShop()
  const [one, other] = [await isolated.admin(), await isolated.admin()]

  const own = await setBlocked(one, one.email, true)
  // Both have read the list of admins, if a read is all they do, before either may write.
  const { blocking } = await transaction(isolated.db, async (tx) => {
    await tx.select().from(users).for('update')
    const both = Promise.all([setBlocked(one, other.email, true), setBlocked(other, one.email, true)])
    await untilWaiting(isolated.db, 2)
    return { blocking: both }
  })
  const answers = await blocking

  expect(own.json()).toMatchObject({ code: 'OWN_ACCOUNT' })
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await isolated.db.$count(users, isNull(users.disabledAt))).toBe(1)
})

test('purchases in progress while the account is blocked leave nothing set aside (67)', async () => {
  const ann = await shop.customer('ann')
  const parts = await Promise.all(Array.from({ length: 12 }, () => shop.addPart()))
  const quotes = await Promise.all(parts.map((part) => savedQuote(shop.db, ann.userId, [{ part }])))

  const buying = parts.flatMap((part, index) => [
    holdPieces(ann, part, 1_000),
    orderQuote(ann, quotes[index]!),
    ann.post('/inventory', { orderItem: { name: part.name, partsId: part._id, totalPrice: 2_500, orderQuantity: 1_000, ...contact } }),
  ])
  const blocked = await setBlocked(admin, ann.email, true)
  await Promise.all(buying)

  expect(blocked.statusCode).toBe(200)
  expect(await setAsideBy(ann)).toBe(0)
  expect(await Promise.all(parts.map((part) => shop.stockOf(part)))).toEqual(parts.map(() => 10_000))
  await expectBooksToBalance(shop)
})

test('a purchase that waits while the account is blocked takes nothing (67)', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart()
  const quote = await savedQuote(shop.db, ann.userId, [{ part }])

  // Purchases of an account are serialized; the blocking is the first of three to wait.
  const { answers } = await transaction(shop.db, async (tx) => {
    await lockBuyer(tx, { userId: ann.userId, network: null })
    const blocking = setBlocked(admin, ann.email, true)
    await untilWaiting(shop.db, 1)
    const buying = [holdPieces(ann, part, 1_000), orderQuote(ann, quote)]
    await untilWaiting(shop.db, 3)
    return { answers: Promise.all([blocking, ...buying]) }
  })

  expect((await answers).map(({ statusCode }) => statusCode)).toEqual([200, 401, 401])
  expect(await shop.stockOf(part)).toBe(10_000)
})

test('admins see how much each account has set aside, and release it in one step (67)', async () => {
  const earning = await openShop({ env: { TRUST_EARNED: '1' } })
  const [boss, ann, bob] = [await earning.admin(), await earning.customer('ann'), await earning.customer('bob')]
  const part = await earning.addPart({ available: 100_000 })
  await earning.placeOrder(ann, part, 2_000)
  await holdPieces(bob, part, 1_000)

  const listed = (await boss.get('/setAside')).json()
  const released = await boss.delete(`/setAside/${ann.email}`)

  expect(listed.accounts).toMatchObject([
    {
      email: ann.email,
      trust: 'confirmed',
      blocked: false,
      bills: 1,
      lines: 1,
      pieces: 2_000,
      total: 5_000,
      network: '127.0.0.0/24',
      until: expect.any(String),
    },
    { email: bob.email, pieces: 1_000, total: 2_500 },
  ])
  expect(listed.networks).toMatchObject([
    { network: '127.0.0.0/24', accounts: 2, lines: 2, pieces: 3_000, total: 7_500, largestShare: 0.03 },
  ])
  expect(released.json()).toEqual({ releasedHolds: 0, cancelledOrders: 1, cancelling: 0 })
  expect(await earning.stockOf(part)).toBe(99_000)
  expect((await ann.get(`/user/${ann.email}`)).statusCode).toBe(200)
  const entries = await earning.db.select().from(auditLog)
  expect(entries).toMatchObject([
    { action: 'release-set-aside', subject: ann.email, actorId: boss.userId, detail: { holds: 0, orders: 1 } },
  ])
})
