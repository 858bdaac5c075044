import { expect, test } from 'vitest'
import { newcomer } from '../../tests/support/shops/newcomers.ts'
import { openShop } from '../../tests/support/shops/open-shop.ts'
import { addStocks, orderEverything } from '../../tests/support/shops/order-everything.ts'
import { report } from '../measured.ts'

const TO_REACH_MS = 1_000

test('how long a block takes to free what an account has set aside', async () => {
  const shop = await openShop({ env: { TRUST_EARNED: '1' } })
  const [admin, account] = [await shop.admin(), await newcomer(shop)]
  const parts = await addStocks(shop)
  await orderEverything(shop, account, parts, [1, 0.25, 0.2])
  const stocks = () => Promise.all(parts.map((part) => shop.stockOf(part)))
  const stocksBefore = await stocks()

  const start = performance.now()
  await admin.put(`/user/blocked/${account.email}`, { blocked: true })
  const found = performance.now() - start

  expect(stocksBefore).not.toEqual(parts.map(({ available }) => available))
  expect(await stocks()).toEqual(parts.map(({ available }) => available))
  report({ what: 'G19: all stock is free after a block', found, unit: 'ms', atMost: TO_REACH_MS })
})
