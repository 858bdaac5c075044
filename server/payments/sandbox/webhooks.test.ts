import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sandboxEvents } from '#database/tables/sandbox.ts'
import { withNestedPlans } from '#tests/support/database/nested-plans.ts'
import { mayBe, waitSetBy } from '#tests/support/database/wait-set-by.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, orderRow, payByCard, unpaidOrder } from '#tests/support/shops/payments.ts'
import { signWebhook } from '../webhook-signature.ts'
import { openSandbox } from './sandbox.ts'

const shop = await openShop()
let webhookUrl = ''

beforeAll(async () => {
  webhookUrl = `${await shop.app.listen({ host: '127.0.0.1', port: 0 })}/api/payment-webhook`
})

test('a message that the shop does not accept is delivered again (22)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await payByCard(shop, await openPaymentOf(buyer, order))

  let refused: number | undefined
  const wait = await waitSetBy(
    shop.db,
    async () => (refused = await shop.processor.deliverEvents(webhookUrl.replace('payment-webhook', 'nowhere'))),
    sql`select min(run_after) from ${sandboxEvents}`,
  )
  await shop.db.update(sandboxEvents).set({ runAfter: sql`now()` })
  const delivered = await shop.processor.deliverEvents(webhookUrl)

  expect([refused, mayBe(wait, 1)]).toEqual([0, true])
  expect(delivered).toBeGreaterThan(0)
  await expect.poll(async () => (await orderRow(shop, order)).state).toBe('paid')
})

test('one turn delivers at most a hundred messages, whatever the query plan', async () => {
  const { log } = shop.services
  const waiting = Array.from({ length: 250 }, (_, at) => ({ id: `evt_many${at}`, type: 'x', payload: { object: {} } }))
  await shop.db.delete(sandboxEvents)
  await shop.db.insert(sandboxEvents).values(waiting)

  const delivered = await withNestedPlans(shop.db, (db) =>
    openSandbox({ db, log, secrets: [shop.processor.webhookSecret] }).deliverEvents(webhookUrl),
  )

  expect(delivered).toBe(100)
})

test('while a secret is being replaced, the old and the new one are accepted (23)', () => {
  const { db, log } = shop.services
  const { provider } = openSandbox({ db, log, secrets: ['new secret', 'old secret'] })
  const body = Buffer.from(shop.processor.message('pi_any', 'payment_intent.succeeded', 'evt_1'))
  const isRead = (secret: string) => provider.readEvent(body, signWebhook(body, secret)) !== undefined

  expect([isRead('new secret'), isRead('old secret'), isRead('older secret')]).toEqual([true, true, false])
})
