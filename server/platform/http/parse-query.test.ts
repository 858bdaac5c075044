import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/basics/call.ts'
import { EMAIL_PATTERN } from '#contract/basics/fields.ts'
import { allCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import { placesOf } from '#tests/support/hostile/places-of-calls.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { parseQuery } from './parse-query.ts'

test.each([
  ['customer=buyer+eu@example.com', { customer: 'buyer+eu@example.com' }],
  ['customer=buyer+eu%40example.com&page=1', { customer: 'buyer+eu@example.com', page: '1' }],
  ['customer=buyer%2Beu%40example.com', { customer: 'buyer+eu@example.com' }],
  ['q=a+b+c@example', { q: 'a+b+c@example' }],
  ['q=main+board', { q: 'main board' }],
  ['q=main+board&actor=a+b@example.com&has=x+y', { q: 'main board', actor: 'a+b@example.com', has: 'x y' }],
  ['q=Ann%20Buyer+of@example.com', { q: 'Ann Buyer of@example.com' }],
  ['q=a&q=b+c', { q: ['a', 'b c'] }],
  ['', {}],
])('the query %j is %j', (query, parameters) => {
  expect({ ...parseQuery(query) }).toEqual(parameters)
})

type Answer = Record<string, unknown>

describe('a raw plus in an address', () => {
  let shop: TestShop
  let admin: Customer
  let buyer: Customer

  beforeAll(async () => {
    shop = await openShop()
    admin = await shop.admin('boss+eu')
    buyer = await shop.customer('buyer+eu')
    await shop.placeOrder(buyer, await shop.addPart())
    await saveQuote(buyer, { lines: [{ text: (await shop.addPart()).partNumber }] })
  })

  test("a buyer's orders are answered to the buyer", async () => {
    const answer = await buyer.get(`/order?customer=${buyer.email}`)

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveLength(1)
  })

  test.each([
    ['/customers', ({ customers }: Answer) => customers],
    ['/allOrder', (orders: Answer) => orders],
    ['/allQuotes', ({ quotes }: Answer) => quotes],
  ])("admins find the buyer's %s, by the whole address and by its beginning", async (path, rowsOf) => {
    for (const text of [buyer.email, buyer.email.replace('@', '%40'), buyer.email.split('.')[0]!]) {
      const answer = (await admin.get(`${path}?q=${text}&page=0`)).json<Answer>()

      expect(rowsOf(answer), text).toHaveLength(1)
    }
  })

  test.each(
    allCalls.flatMap((call): [string, Call, string][] =>
      placesOf(call, ({ pattern }) => pattern === EMAIL_PATTERN)
        .filter(({ part }) => part === 'query')
        .map(({ field }) => [titleOf(call), call, field]),
    ),
  )('%s takes it', async (_, call, field) => {
    const answer = await admin.get(`${call.path}?format=csv&${field}=${admin.email}`)

    expect(answer.statusCode).toBe(200)
  })
})
