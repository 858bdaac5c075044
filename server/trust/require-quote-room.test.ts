import { beforeAll, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { confirmAddress, newcomer } from '#tests/support/shops/newcomers.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let part: Part

beforeAll(async () => {
  shop = await openShop({
    env: { TRUST_EARNED: '1', TRUST_UNCONFIRMED: 'quotes=3, quoted-pieces=50000', TRUST_CONFIRMED: 'quotes=4, quoted-pieces=60000' },
  })
  part = await shop.addPart()
})

const linesOf = (quantity: number) => [{ text: part.partNumber, quantity, partsId: part._id }]
const save = (buyer: Customer, quantity = 1_000) => buyer.post('/quotes', { lines: linesOf(quantity) })

test('the number of saved quotes is limited until the first payment, also for concurrent requests (71)', async () => {
  const buyer = await newcomer(shop)

  const answers = await Promise.all(Array.from({ length: 8 }, () => save(buyer)))
  const refused = answers.find(({ statusCode }) => statusCode !== 200)
  await confirmAddress(shop, buyer)
  const [oneMore, tooMany] = [await save(buyer), await save(buyer)]

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(refused?.json()).toMatchObject({ code: 'CONFIRM_FIRST', message: expect.stringMatching(/At most 3 quotes.*or delete a quote/) })
  expect([oneMore.statusCode, tooMany.json().code]).toEqual([200, 'PAY_FIRST'])
})

test('so are the pieces whose prices they pin, also when a quote is changed (71)', async () => {
  const buyer = await newcomer(shop)
  const first = (await save(buyer, 30_000)).json()

  const second = await save(buyer, 20_001)
  const changed = await buyer.put(`/quotes/${first._id}`, { version: 1, lines: linesOf(50_001) })
  const smaller = await buyer.put(`/quotes/${first._id}`, { version: 1, lines: linesOf(50_000) })

  expect([second.json().code, changed.json().code, smaller.statusCode]).toEqual(['CONFIRM_FIRST', 'CONFIRM_FIRST', 200])
  expect(second.json().message).toContain('Quotes of at most 50,000 pieces')
})
