import { eq, sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit-log.ts'
import { sessions } from '#database/tables/identity.ts'
import { orders } from '#database/tables/orders.ts'
import { reviews } from '#database/tables/reviews.ts'
import { transaction } from '#database/transaction.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Client, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
})

type Shown = { _id: string; review: string }
const shownIn = async ({ visitor }: TestShop) => (await visitor.get('/reviews')).json<Shown[]>()
const write = async (writer: Client, review = 'Good parts') =>
  (await writer.post('/reviews', { rating: 5, review })).json<{ insertedId: string; awaitsRelease: boolean }>()

test("a review is last in the list, under its writer's name, without the email", async () => {
  await ann.post('/reviews', { displayName: 'ann', email: ann.email, rating: 4.5, review: 'First' })
  const written = await ann.post('/reviews', { displayName: 'Somebody else', email: ann.email, rating: 1, review: 'Second' })

  const list = await shownIn(shop)
  expect(list.at(-1)).toEqual({
    _id: written.json().insertedId,
    displayName: 'ann',
    rating: 1,
    review: 'Second',
    boughtHere: false,
    answer: null,
  })
})

test.each([0.5, 5.5, 4.25, '5', null, undefined])('a rating of %j is refused', async (rating) => {
  const answer = await ann.post('/reviews', { rating, review: 'x' })

  expect(answer.json().fields).toEqual([{ field: 'rating', message: 'Your Rating is required' }])
})

test("a review needs words and a signed-in writer, and is written under the writer's own email", async () => {
  expect((await ann.post('/reviews', { rating: 5, review: ' ' })).json().message).toBe('Your Review is required')
  expect((await shop.visitor.post('/reviews', { rating: 5, review: 'x' })).statusCode).toBe(401)
  expect((await ann.post('/reviews', { rating: 5, review: 'x', email: 'bob@example.com' })).statusCode).toBe(403)
})

test('an account writes three reviews a week, also with concurrent requests, and is told when it may write again (72)', async () => {
  const [bob, onHisPhone] = [await shop.customer('bob'), await shop.customer('bob')]
  await shop.db.update(sessions).set({ userId: bob.userId }).where(eq(sessions.id, onHisPhone.sessionId))
  await Promise.all([write(bob), write(bob)])

  // The lock holds both requests until both have got as far as they can.
  let both: Promise<LightMyRequestResponse[]> | undefined
  await transaction(shop.db, async (tx) => {
    await tx.execute(sql`lock table reviews in share mode`)
    both = Promise.all([bob, onHisPhone].map((one) => one.post('/reviews', { rating: 5, review: 'x' })))
    await untilWaiting(shop.db, 2)
  })

  const answers = (await both)!.toSorted((a, b) => a.statusCode - b.statusCode)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409])
  expect(answers[1]!.json()).toMatchObject({
    code: 'TOO_MANY_REVIEWS',
    message: expect.stringMatching(/^You have written 3 reviews within a week\. You can write the next one from \d{4}-\d\d-\d\d on\.$/),
  })
  await shop.db
    .update(reviews)
    .set({ createdAt: sql`now() - interval '7 days 1 second'` })
    .where(eq(reviews.userId, bob.userId))
  expect((await bob.post('/reviews', { rating: 5, review: 'x' })).statusCode).toBe(200)
})

test('a review is marked as bought here only when its own writer has paid', async () => {
  const [paying, other] = [await shop.customer('paying'), await shop.customer('other')]
  const order = await shop.placeOrder(paying, await shop.addPart())
  await shop.db
    .update(orders)
    .set({ state: 'paid', transactionId: 'pi_bought', paidAt: sql`now()` })
    .where(eq(orders.id, order._id))
  await write(paying, 'Of a buyer')
  await write(other, 'Of somebody else')

  const list = (await shop.visitor.get('/reviews')).json<{ review: string; boughtHere: boolean }[]>()

  expect(list.slice(-2).map(({ review, boughtHere }) => [review, boughtHere])).toEqual([
    ['Of a buyer', true],
    ['Of somebody else', false],
  ])
})

test('GET /reviews returns the newest 500, oldest first, and pages lead to all of them', async () => {
  const many = await openShop()
  await many.db.insert(reviews).values(Array.from({ length: 501 }, (_, index) => ({ displayName: 'x', rating: 5, review: `${index + 1}` })))

  expect((await shownIn(many)).map(({ review }) => Number(review))).toEqual(Array.from({ length: 500 }, (_, index) => index + 2))
  expect((await many.visitor.get('/reviewsCount')).json()).toEqual({ count: 501 })
  const pages = await Promise.all(
    ['page=0&size=100', 'page=5&size=100', 'page=6&size=100', 'size=2'].map((query) => many.visitor.get(`/reviews?${query}`)),
  )
  expect(pages.map((page) => page.json<Shown[]>().map(({ review }) => Number(review)))).toEqual([
    Array.from({ length: 100 }, (_, index) => 501 - index),
    [1],
    [],
    [501, 500],
  ])
})

describe('where trust is earned (72)', () => {
  let earned: TestShop
  let admin: Customer
  beforeAll(async () => {
    earned = await openShop({ env: { TRUST_EARNED: '1' } })
    admin = await earned.admin()
  })

  const buyerOf = async () => {
    const buyer = await earned.customer('buyer')
    const { _id } = await earned.placeOrder(buyer, await earned.addPart())
    await earned.db
      .update(orders)
      .set({ state: 'paid', transactionId: `pi_${_id}`, paidAt: sql`now()` })
      .where(eq(orders.id, _id))
    return buyer
  }
  const auditOf = (reviewId: string) => earned.db.select().from(auditLog).where(eq(auditLog.subject, reviewId)).orderBy(auditLog.position)
  const known = async () =>
    (await admin.get('/allReviews')).json<{ count: number; waiting: number; reviews: { _id: string; state: string }[] }>()

  test("a review by an account that has never paid awaits release, is first in the admins' list, and is shown once released", async () => {
    const { insertedId, awaitsRelease } = await write(await earned.customer('fraud'), 'Pay to my IBAN')
    const bought = await write(await buyerOf())

    expect([awaitsRelease, bought.awaitsRelease]).toEqual([true, false])
    expect((await shownIn(earned)).map(({ _id }) => _id)).toEqual([bought.insertedId])
    expect(await known()).toMatchObject({
      count: 2,
      waiting: 1,
      reviews: [
        { _id: insertedId, state: 'waiting' },
        { _id: bought.insertedId, state: 'shown', boughtHere: true },
      ],
    })
    expect((await admin.put(`/reviews/${insertedId}/shown`, { shown: true })).json()).toEqual({ modifiedCount: 1 })
    expect(await auditOf(insertedId)).toMatchObject([{ action: 'show-review', detail: { state: 'shown', stateBefore: 'waiting' } }])
    expect((await shownIn(earned)).map(({ _id }) => _id)).toEqual([insertedId, bought.insertedId])
    expect((await earned.visitor.get('/reviewsCount')).json()).toEqual({ count: 2 })
    await admin.put(`/reviews/${insertedId}/shown`, { shown: false, reason: 'Fraud' })
    expect((await admin.get('/allReviews?q=PAY TO MY&state=hidden')).json()).toMatchObject({
      count: 1,
      states: { waiting: 0, shown: 0, hidden: 1 },
      reviews: [{ _id: insertedId, hiddenReason: 'Fraud' }],
    })
    expect((await admin.get('/allReviews?q=fraud')).json()).toMatchObject({ count: 1, waiting: 0 })
    expect((await admin.get('/allReviews?q=100%25')).json()).toMatchObject({ count: 0, reviews: [] })
    expect((await admin.get(`/allReviews/${insertedId}`)).json()).toMatchObject({ state: 'hidden', hiddenBy: admin.email })
  })

  test('an admin hides a review and shows it again; each takes effect immediately, once, and is in the audit log', async () => {
    const { insertedId } = await write(await buyerOf())
    const isShown = async () => (await shownIn(earned)).some(({ _id }) => _id === insertedId)
    const set = async (shown: boolean) => (await admin.put(`/reviews/${insertedId}/shown`, { shown })).json().modifiedCount

    expect([await isShown(), await set(false), await isShown(), await set(false)]).toEqual([true, 1, false, 0])
    expect((await known()).reviews.find(({ _id }) => _id === insertedId)).toMatchObject({
      state: 'hidden',
      hiddenAt: expect.any(String),
      hiddenBy: admin.email,
    })
    expect([await set(true), await isShown(), await set(true)]).toEqual([1, true, 0])
    expect(await auditOf(insertedId)).toMatchObject([
      { action: 'hide-review', actorId: admin.userId, detail: { state: 'hidden', stateBefore: 'shown' } },
      { action: 'show-review', actorId: admin.userId, detail: { state: 'shown', stateBefore: 'hidden' } },
    ])
  })

  test('the reason for hiding is told to admins alone, and goes when the review is published', async () => {
    const { insertedId } = await write(await buyerOf())
    const listed = async () => (await known()).reviews.find(({ _id }) => _id === insertedId)
    const hide = (reason: string) => admin.put(`/reviews/${insertedId}/shown`, { shown: false, reason })

    expect((await hide('x'.repeat(301))).statusCode).toBe(400)
    await hide(' Abuse ')
    expect(await listed()).toMatchObject({ state: 'hidden', hiddenReason: 'Abuse' })
    await admin.put(`/reviews/${insertedId}/shown`, { shown: true })
    expect(await listed()).toMatchObject({ state: 'shown', hiddenReason: null })
    expect(await earned.db.$count(reviews, eq(reviews.hiddenReason, 'Abuse'))).toBe(0)
    expect(Object.keys((await shownIn(earned)).at(-1)!)).not.toContain('hiddenReason')

    // The previous release publishes without clearing the reason.
    await earned.db.update(reviews).set({ hiddenReason: 'Old' }).where(eq(reviews.id, insertedId))
    expect(await listed()).toMatchObject({ state: 'shown', hiddenReason: null })
    await admin.put(`/reviews/${insertedId}/shown`, { shown: false })
    expect(await listed()).toMatchObject({ state: 'hidden', hiddenReason: null })
  })

  test("the shop's answer is shown under its review, and an empty one removes it", async () => {
    const { insertedId } = await write(await buyerOf())
    const answer = async (text: string) => (await admin.put(`/reviews/${insertedId}/answer`, { answer: text })).json().modifiedCount
    const seen = async () => (await shownIn(earned)).find(({ _id }) => _id === insertedId)

    expect([await answer(' Thank you.\r\nCome again '), await answer('Thank you.\nCome again')]).toEqual([1, 0])
    expect(await seen()).toMatchObject({ answer: 'Thank you.\nCome again', boughtHere: true })
    expect(await answer(' ')).toBe(1)
    expect(await seen()).toMatchObject({ answer: null })
    expect((await auditOf(insertedId)).map(({ detail }) => detail)).toEqual([
      { characters: 21, charactersBefore: 0 },
      { characters: 0, charactersBefore: 21 },
    ])
  })

  test('an unknown review is not found, and only admins decide about reviews', async () => {
    const { insertedId } = await write(await earned.customer('writer'))
    const unknown = crypto.randomUUID()

    const answers = [
      await admin.put(`/reviews/${unknown}/shown`, { shown: true }),
      await admin.put(`/reviews/${unknown}/answer`, { answer: 'x' }),
      await (await buyerOf()).put(`/reviews/${insertedId}/shown`, { shown: true }),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403])
  })

  test('the setting shows every review at once', async () => {
    const open = await openShop({ env: { TRUST_EARNED: '1', REVIEW_RELEASE: '0' } })

    expect((await write(await open.customer())).awaitsRelease).toBe(false)
  })
})
