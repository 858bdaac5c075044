import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PartReviews } from '#contract/parts/part-reviews.ts'
import type { AdminReviews, Review } from '#contract/parts/reviews.ts'
import { parts } from '#database/tables/parts.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

const shop = await openShop()
const admin = await shop.admin()

const write = (by: Customer, partsId: string, rating = 5) => by.post('/reviews', { rating, review: 'Fits', partsId })
const reviewsOf = async (partsId: string) => (await admin.get(`/inventory/${partsId}/reviews`)).json<PartReviews>()
async function buy(buyer: Customer, part: Parameters<typeof shop.placeOrder>[1]): Promise<void> {
  const order = await shop.placeOrder(buyer, part)
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
}

test('reviews of a part have their average, and say whether this part was bought', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const [part, other] = [await shop.addPart(), await shop.addPart()]
  await buy(ann, part)
  await buy(bob, other)

  await write(ann, part._id, 4)
  await write(bob, part._id, 4.5)
  await write(bob, other._id, 1)

  expect(await reviewsOf(part._id)).toMatchObject({
    count: 2,
    rating: 4.3,
    reviews: [
      { displayName: bob.displayName, rating: 4.5, boughtHere: false },
      { displayName: ann.displayName, rating: 4, boughtHere: true },
    ],
  })
  expect(await reviewsOf((await shop.addPart())._id)).toEqual({ count: 0, rating: null, reviews: [] })
})

test('among all reviews one of a part names it, as it is called now, and one of the shop names none', async () => {
  const ann = await shop.customer('ann')
  await buy(ann, await shop.addPart())
  const [kept, removed] = [await shop.addPart({ name: 'T-Con 55' }), await shop.addPart({ name: 'Panel 43' })]
  for (const partsId of [kept._id, removed._id, undefined]) await ann.post('/reviews', { rating: 5, review: 'Fits', partsId })
  const newest = async () => (await shop.visitor.get('/reviews?page=0&size=3')).json<Review[]>().map(({ part }) => part)
  const before = await newest()

  await shop.db.update(parts).set({ name: 'T-Con 55 rev. B' }).where(eq(parts.id, kept._id))
  await admin.delete(`/parts/${removed._id}`)

  const [shops, ofRemoved, ofKept] = await newest()
  expect(before.map((part) => part?.name)).toEqual([undefined, 'Panel 43', 'T-Con 55'])
  expect(shops).toBeUndefined()
  expect(ofRemoved).toEqual({ _id: removed._id, name: 'Panel 43', removed: true })
  expect(ofKept).toEqual({ _id: kept._id, name: 'T-Con 55 rev. B', removed: false })
})

test('a hidden review is not among those of its part, nor in their average, at once; admins see what it is about', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart()
  await write(ann, part._id, 5)
  const { insertedId } = (await write(ann, part._id, 1)).json<{ insertedId: string }>()
  const before = await reviewsOf(part._id)

  await admin.put(`/reviews/${insertedId}/shown`, { shown: false, reason: 'Abuse' })

  expect([before.count, (await reviewsOf(part._id)).rating]).toEqual([2, 5])
  const listed = (await admin.get('/allReviews')).json<AdminReviews>().reviews
  expect(listed.find(({ _id }) => _id === insertedId)).toMatchObject({ state: 'hidden', part: { _id: part._id, name: part.name } })
})

test('a review of a part that is unknown or not on sale any more is refused at its field, and none is written', async () => {
  const ann = await shop.customer('ann')
  const removed = await shop.addPart()
  await admin.delete(`/parts/${removed._id}`)

  const answers = [await write(ann, removed._id), await write(ann, crypto.randomUUID())]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  expect(answers[0]!.json().fields).toEqual([{ field: 'partsId', message: 'This part is no longer available.' }])
  expect((await reviewsOf(removed._id)).count).toBe(0)
})
