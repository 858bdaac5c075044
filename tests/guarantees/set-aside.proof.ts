import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { newcomer } from '#tests/support/shops/newcomers.ts'
import { holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { addStocks, orderEverything } from '#tests/support/shops/order-everything.ts'
import { orderQuote, savedQuote } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance } from '#tests/support/shops/payments.ts'

let shop: TestShop
let parts: Part[]

beforeAll(async () => {
  shop = await openShop({ env: { TRUST_EARNED: '1' } })
})

beforeEach(async () => {
  parts = await addStocks(shop)
})

/** What is left of each part, as a share of what it had. */
const sharesLeft = () => Promise.all(parts.map(async (part) => (part.available === 0 ? 1 : (await shop.stockOf(part)) / part.available)))

test('an unconfirmed account that orders the whole catalogue leaves three quarters of each part, and one block frees all (G19) (67)', async () => {
  const [admin, account] = [await shop.admin(), await newcomer(shop)]

  await orderEverything(shop, account, parts, [1, 0.25, 0.2])

  const left = await sharesLeft()
  expect(Math.min(...left)).toBeGreaterThanOrEqual(0.75)
  expect(Math.min(...left)).toBeLessThan(0.8)

  await admin.put(`/user/blocked/${account.email}`, { blocked: true })

  expect(await sharesLeft()).toEqual(parts.map(() => 1))
  await expectBooksToBalance(shop)
})

test('a hundred unconfirmed accounts of one network together leave three quarters of each part (G19) (67)', async () => {
  const accounts = await Promise.all(Array.from({ length: 100 }, (_, index) => newcomer(shop, `198.51.100.${index}`)))
  const quarter = parts.slice(0, 4).map((part) => ({ part, quantity: Math.floor(part.available / 4) }))
  const take = async (account: Customer, index: number) => {
    const { part, quantity } = quarter[index % quarter.length]!
    if (index % 3 === 0) await orderQuote(account, await savedQuote(shop.db, account.userId, quarter))
    await holdPieces(account, part, quantity)
    await holdPieces(account, parts[index % parts.length]!, 1_000)
  }

  for (let first = 0; first < accounts.length; first += 20) {
    await Promise.all(accounts.slice(first, first + 20).map((account, index) => take(account, first + index)))
  }

  const left = await sharesLeft()
  expect(Math.min(...left)).toBeGreaterThanOrEqual(0.75)
  expect(left.slice(0, 4).filter((share) => share < 0.8)).not.toEqual([])
  await expectBooksToBalance(shop)
})
