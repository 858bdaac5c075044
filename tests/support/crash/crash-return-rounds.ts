import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Return } from '#contract/orders/returns.ts'
import { mails } from '#database/tables/mails.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { returns } from '#database/tables/returns.ts'
import { sandboxRefunds } from '#database/tables/sandbox.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { signInCrowd } from '../load/crowd.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { orderRow } from '../shops/payments.ts'
import { paidOrder } from '../shops/refunds.ts'

/**
 * One round: a buyer asks to return 300 of 1,000 pieces that were sent, and an admin accepts, notes what arrived, gives the money back and
 * puts 200 pieces into stock. The process dies at that moment, and each request is repeated at the next one.
 * Returns whether it died before the round was over.
 * @throws AssertionError when a return or a step of it is lost or doubled, or money and pieces do not come back once.
 */
export async function playReturnRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const { order, buyer, part, intentId } = await paidOrder(shop)
  const [signed] = await signInCrowd(shop.db, 1, 'admin')
  const admin = new CrashClient(shop, crashShop, signed!)
  await admin.ask('PUT', `/orderShipped/${order._id}`)
  const death = await expectDeath(shop, crashShop, at)

  const asked = { pieces: 300, reason: 'defective', note: 'Dead pixels', pictures: [] }
  const { _id } = await new CrashClient(shop, crashShop, buyer).ask<Return>('POST', `/order/${order._id}/returns`, asked, randomUUID())
  const step = (verb: string, body: object) => admin.do('PUT', `/returns/${_id}/${verb}`, body, 'RETURN_CHANGED')
  await step('agree', { answer: 'Send it to dock 4' })
  await step('receive', { pieces: 300, condition: 'opened', note: '' })
  await step('settle', { amount: 750, restock: 200, note: '' })

  const hasDied = await death.over()
  for (const work of ['events', 'refunds', 'refunds', 'mails'] as const) await admin.work(work)
  await expectEverythingAtItsEnd(shop)
  const known = await shop.db.select().from(returns).where(eq(returns.orderId, order._id))
  expect(known).toMatchObject([{ id: _id, state: 'refunded', pieces: 300, receivedPieces: 300, restockedPieces: 200 }])
  const given = await shop.db.select().from(sandboxRefunds).where(eq(sandboxRefunds.intentId, intentId))
  expect(given.map(({ amountCents }) => amountCents)).toEqual([75_000])
  const recorded = await shop.db.select().from(paymentRefunds).where(eq(paymentRefunds.intentId, intentId))
  expect(recorded.map(({ amountCents, state }) => [amountCents, state])).toEqual([[75_000, 'succeeded']])
  expect(await orderRow(shop, order)).toMatchObject({ returnedPieces: 300, restockedPieces: 200, refundedCents: 75_000, state: 'shipped' })
  expect(await shop.stockOf(part)).toBe(9_200)
  const told = await shop.db
    .select({ recipient: mails.recipient })
    .from(mails)
    .where(like(mails.ref, `${_id}%`))
  expect(told.filter(({ recipient }) => recipient === buyer.email)).toHaveLength(3)
  return hasDied
}
