import { test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { chosenSeed } from '#tests/support/seeded.ts'
import { playStorm } from '#tests/support/crash/webhook-storm.ts'

/** A thousand and more: tests/deep/webhook-storm.deep.ts. */
const DELIVERIES = 500

test('after a storm of messages one turn of the reconciler makes every order what the processor says (G5)', async () => {
  const shop = await openShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
  const seed = chosenSeed()
  process.stdout.write(`webhook storm: SEED=${seed}\n`)

  const { orders, crashes, lost, forged, copies, returns, disputes } = await playStorm(shop, { deliveries: DELIVERIES, seed })

  reportFigure(
    'G5',
    `${DELIVERIES} deliveries (${copies} copies, ${lost} lost, ${forged} forged, ${crashes} crashes), ${returns} refunds and ${disputes} disputes ` +
      `among them: ${orders} of ${orders} orders right after one reconciliation, 0 double effects`,
    '100 %, 0',
  )
})
