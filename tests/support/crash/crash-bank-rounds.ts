import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { BankMovements, bankCalls } from '#contract/payments/bank.ts'
import type { CallResponse } from '#contract/basics/call.ts'
import { bankDecisions, bankLines, bankMovements, billReceipts } from '#database/tables/bank.ts'
import { mails } from '#database/tables/mails.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { signInCrowd } from '../load/crowd.ts'
import { camtOf } from '../shops/bank.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { openPaymentOf, orderRow, unpaidOrder } from '../shops/payments.ts'

/** The overpayment of the second customer, in dollars. */
const TOO_MUCH = 7

let rounds = 0

/**
 * One round: an admin uploads a statement with the money for two orders, of which one has an open card payment and too much money,
 * confirms both, and records that the rest went back. The process dies at the given moment, and each request is repeated at the next
 * process. Returns whether it died before the end of the round.
 * @throws AssertionError when a movement is lost or taken twice, or an order is not paid or paid twice.
 */
export async function playBankRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const round = ++rounds
  const [exact, tooMuch] = [await unpaidOrder(shop), await unpaidOrder(shop)]
  await openPaymentOf(tooMuch.buyer, tooMuch.order)
  const [signed] = await signInCrowd(shop.db, 1, 'admin')
  const admin = new CrashClient(shop, crashShop, signed!)
  const death = await expectDeath(shop, crashShop, at)

  const account = `ROUND${round}`
  const file = camtOf(
    [
      { amount: exact.order.totalPrice, text: exact.order.number, bankReference: `${account}-1` },
      { amount: tooMuch.order.totalPrice + TOO_MUCH, text: tooMuch.order.number, bankReference: `${account}-2` },
    ],
    { id: account, account },
  )
  const { statement } = await admin.ask<CallResponse<typeof bankCalls.upload>>(
    'POST',
    '/bank/statements?name=statement.xml',
    Buffer.from(file),
  )
  const { movements } = await admin.ask<BankMovements>('GET', '/bank/movements?show=all')
  for (const { order } of [exact, tooMuch]) {
    const { _id } = movements.find(({ text }) => text === order.number)!
    const bills = [{ billId: order._id, amount: order.totalPrice }]
    await admin.do('POST', `/bank/movements/${_id}/decision`, { outcome: 'matched', bills }, 'MOVEMENT_DECIDED')
    if (order === tooMuch.order) await admin.ask('POST', `/bank/give-back/${_id}`, { kind: 'over' })
  }

  const hasDied = await death.over()
  for (const work of ['events', 'refunds', 'mails'] as const) await admin.work(work)
  await expectEverythingAtItsEnd(shop)
  const kept = await shop.db.select().from(bankMovements).where(eq(bankMovements.account, account)).orderBy(bankMovements.amount)
  const ids = kept.map(({ id }) => id)
  expect(kept.map(({ amount }) => amount)).toEqual([250_000, 250_700])
  expect(await shop.db.$count(bankLines, eq(bankLines.statementId, statement._id))).toBe(2)
  const decided = await shop.db.select().from(bankDecisions).where(inArray(bankDecisions.movementId, ids)).orderBy(bankDecisions.overCents)
  expect(decided.map(({ overCents, givenBackAt }) => [overCents, givenBackAt !== null])).toEqual([
    [0, false],
    [700, true],
  ])
  const received = await shop.db.select().from(billReceipts).where(inArray(billReceipts.movementId, ids))
  expect(received.map(({ billId, amountCents }) => [billId, amountCents]).toSorted()).toEqual(
    [exact, tooMuch].map(({ order }) => [order._id, 250_000]).toSorted(),
  )
  for (const { order, part } of [exact, tooMuch]) {
    expect((await orderRow(shop, order)).state).toBe('paid')
    expect(await shop.stockOf(part)).toBe(9_000)
    const told = await shop.db.select({ kind: mails.kind }).from(mails).where(eq(mails.ref, order._id))
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['order-paid', 'order-placed'])
  }
  return hasDied
}
