import { expect, test } from 'vitest'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, raceCancellations } from '#tests/support/shops/payments.ts'
import { chosenSeed } from '#tests/support/seeded.ts'
import { playStorm } from '#tests/support/crash/webhook-storm.ts'

const DELIVERIES = Number(process.env['DEEP_DELIVERIES'] ?? 10_000)
const RACES = Number(process.env['DEEP_RACES'] ?? 1_000)
const PERIOD_MS = 60_000

test(`after a storm of ${DELIVERIES} messages one turn of the reconciler makes every order what the processor says (G5)`, async () => {
  const shop = await openShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
  const seed = chosenSeed()
  process.stdout.write(`webhook storm: SEED=${seed}\n`)

  const storm = await playStorm(shop, { deliveries: DELIVERIES, seed })

  expect(storm.reconcileMs).toBeLessThan(PERIOD_MS)
  reportFigure(
    'G5',
    `${DELIVERIES} deliveries (${storm.copies} copies, ${storm.lost} lost, ${storm.forged} forged, ${storm.crashes} crashes): ` +
      `${storm.orders} of ${storm.orders} orders right after one reconciliation of ${storm.reconcileMs.toFixed(0)} ms ` +
      `(${storm.rightByMessages} by the messages alone; ${storm.paid} paid, ${storm.refunded} given back, ` +
      `${storm.returns} refunds and ${storm.disputes} disputes at the processor), 0 double effects`,
    '100 %, <= 60 s, 0',
  )
})

test(`${RACES} races of a payment against a cancellation end in money or pieces, never in both (25)`, async () => {
  const shop = await openShop({ env: { MAX_UNPAID_ORDERS: '1000' } })

  const won = await raceCancellations(shop, RACES)

  await expectBooksToBalance(shop)
  reportFigure('row 25', `${RACES} races, ${won} won by the payment: 0 wrong, 0 refunds needed`, '200 races, 0')
})
