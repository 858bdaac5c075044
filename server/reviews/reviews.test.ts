import { beforeAll, expect, test } from 'vitest'
import { openShop, type Customer, type TestShop } from '#tests/support/open-shop.ts'

let shop: TestShop
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
})

test('a review stands at the end of the list, under its writer, without the email', async () => {
  await ann.post('/reviews', { displayName: 'ann', email: ann.email, rating: 4.5, review: 'First' })
  const written = await ann.post('/reviews', { displayName: 'Somebody else', email: ann.email, rating: 1, review: 'Second' })

  const list = (await shop.visitor.get('/reviews')).json()
  expect(list.at(-1)).toEqual({ _id: written.json().insertedId, displayName: 'ann', rating: 1, review: 'Second' })
})

test.each([0.5, 5.5, 4.25, '5', null, undefined])('a rating of %j is refused', async (rating) => {
  const answer = await ann.post('/reviews', { rating, review: 'x' })

  expect(answer.json().fields).toEqual([{ field: 'rating', message: 'Your Rating is required' }])
})

test('a review needs words, a writer, and the writer to be oneself', async () => {
  expect((await ann.post('/reviews', { rating: 5, review: ' ' })).json().message).toBe('Your Review is required')
  expect((await shop.visitor.post('/reviews', { rating: 5, review: 'x' })).statusCode).toBe(401)
  expect((await ann.post('/reviews', { rating: 5, review: 'x', email: 'bob@example.com' })).statusCode).toBe(403)
})
