import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import type { parcelCalls } from '#contract/orders/parcels.ts'
import { mails } from '#database/tables/mails.ts'
import { parcels } from '#database/tables/parcels.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { signInCrowd } from '../load/crowd.ts'
import { newUps } from '../shops/new-ups.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { orderRow } from '../shops/payments.ts'
import { paidOrder } from '../shops/refunds.ts'

type Sent = CallResponse<typeof parcelCalls.send>

/**
 * One round: an admin sends an order of 1,000 pieces in three parcels and marks them as delivered. The process dies at that moment,
 * and the request is repeated with its key at the next one.
 * Returns whether it died before the round was over.
 * @throws AssertionError when a parcel is lost or sent twice, or its customer has a mail too many or too few.
 */
export async function playParcelRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const { order } = await paidOrder(shop)
  const [signed] = await signInCrowd(shop.db, 1, 'admin')
  const admin = new CrashClient(shop, crashShop, signed!)
  const death = await expectDeath(shop, crashShop, at)

  const sent: Sent[] = []
  for (const pieces of [200, 300, undefined]) {
    const body = { ...(pieces && { pieces }), ...newUps() }
    sent.push(await admin.ask<Sent>('POST', `/order/${order._id}/parcels`, body, randomUUID()))
  }
  for (const { parcel } of sent) await admin.ask('PUT', `/parcels/${parcel._id}/delivered`)

  const hasDied = await death.over()
  await admin.work('mails')
  await expectEverythingAtItsEnd(shop)
  const rows = await shop.db.select().from(parcels).where(eq(parcels.orderId, order._id)).orderBy(parcels.position)
  expect(rows.map(({ id, quantity }) => [id, quantity])).toEqual(sent.map(({ parcel }) => [parcel._id, parcel.pieces]))
  expect(rows.map(({ quantity }) => quantity)).toEqual([200, 300, 500])
  expect(await orderRow(shop, order)).toMatchObject({ state: 'shipped', parceledPieces: 1_000, deliveredAt: expect.any(Date) as Date })
  const told = await shop.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(inArray(mails.ref, [order._id, ...rows.map(({ id }) => id)]))
  expect(told.map(({ kind }) => kind).toSorted()).toEqual([
    'order-delivered',
    'order-paid',
    'order-placed',
    'order-shipped',
    'parcel-sent',
    'parcel-sent',
  ])
  return hasDied
}
