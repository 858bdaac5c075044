import { expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { chosenSeed } from '#tests/support/seeded.ts'
import { playStorm } from '#tests/support/crash/webhook-storm.ts'

const DELIVERIES = 1_000
const PERIOD_MS = 60_000

test('G5: after a storm of a thousand messages one turn of the reconciler makes every order what the processor says', async () => {
  const shop = await openShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
  const seed = chosenSeed()
  process.stdout.write(`webhook storm: SEED=${seed}\n`)

  const { orders, crashes, lost, forged, copies, returns, disputes, reconcileMs } = await playStorm(shop, { deliveries: DELIVERIES, seed })

  expect(reconcileMs).toBeLessThan(PERIOD_MS)
  reportFigure(
    'G5',
    `${DELIVERIES} deliveries (${copies} copies, ${lost} lost, ${forged} forged, ${crashes} crashes), ${returns} refunds and ${disputes} disputes ` +
      `among them: ${orders} of ${orders} orders right after one reconciliation of ${reconcileMs.toFixed(0)} ms, 0 double effects`,
    '100 %, <= 60 s, 0',
  )
})
