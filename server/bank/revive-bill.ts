import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { bankMessages, type Shortfall } from '#contract/payments/bank.ts'
import type { Transaction } from '#database/connect.ts'
import { transfers } from '#database/tables/bank.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { promiseOf, withoutSlices } from '#contract/promises/promise.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import { promises } from '#database/tables/promises.ts'
import { ShopError } from '../errors.ts'
import { orderRevivedMail } from '../mail/templates/account-bills.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockBill, nameOfBill } from '../orders/bill.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { lockParts } from '../orders/return-pieces.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { transferDaysOf } from '../platform/settings/bank-account.ts'
import { settleReceived } from '../payments/transfer/settle-received.ts'
import { findSupply } from '../promises/find-supply.ts'
import { showPromises } from '../promises/release-promises.ts'
import { reservePieces } from '../promises/reserve-pieces.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { takeShortfall } from './take-shortfall.ts'

/**
 * Revives a bill that ended although its money has arrived, while its pieces are there: it is paid with that money, or with what is missing
 * accepted; otherwise it waits for the rest as long as for any transfer. Its old card payments were ended with it.
 * @throws ShopError NOT_FOUND; NOT_REVIVABLE; STOCK_TOO_LOW; what `takeShortfall` throws.
 */
export async function reviveBill(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  admin: Caller,
  billId: string,
  shortfall: Shortfall | undefined,
): Promise<{ paid: boolean }> {
  return transaction(db, async (tx) => {
    const bill = await lockBill(tx, billId)
    if (!bill) throw new ShopError('NOT_FOUND')
    const [transfer] = await tx.select().from(transfers).where(eq(transfers.billId, billId)).for('update')
    if (bill.state !== 'cancelled' || !transfer || transfer.receivedCents === 0 || transfer.givenBackAt !== null) {
      throw new ShopError('NOT_REVIVABLE')
    }
    const last = Math.max(...bill.orders.map(({ cancelledAt }) => cancelledAt?.getTime() ?? 0))
    const ended = bill.orders.filter(({ cancelledAt }) => cancelledAt?.getTime() === last)
    await setEventActor(tx, admin)
    await lockParts(tx, [...new Set(ended.map(({ partId }) => partId))])
    await takeFromStock(tx, ended)
    await orderAgain(tx, ended, transferDaysOf(settings))
    await promiseAgain(tx, settings, ended)
    await writeAudit(tx, admin, 'revive-order', billId, { bills: nameOfBill(bill) })

    const revived = (await lockBill(tx, billId))! // locked above
    const missing = revived.totalCents - transfer.receivedCents
    if (missing <= 0) await settleReceived(tx, settings, billId)
    else if (shortfall) await takeShortfall(tx, settings, admin, revived, { missing, shortfall, field: 'shortfall.amount' })
    else {
      const open = revived.orders.filter(({ state }) => state === 'unpaid').map(presentOrder)
      const { reference, receivedCents: received } = transfer
      await queueMail(tx, orderRevivedMail(settings, `${billId} ${last}`, open, { received, left: missing, reference }))
    }
    return { paid: missing <= 0 || shortfall !== undefined }
  })
}

/** One conditional statement takes all pieces or none; their parts are locked. Pieces made to order never were in stock. */
async function takeFromStock(tx: Transaction, ended: OrderRow[]): Promise<void> {
  const pieces = new Map<string, number>()
  for (const { partId, quantity, madePieces } of ended) pieces.set(partId, (pieces.get(partId) ?? 0) + quantity - madePieces)
  const wanted = Array.from(pieces, ([id, taken]) => ({ id, taken })).filter(({ taken }) => taken > 0)
  if (wanted.length === 0) return
  const { rows } = await tx.execute(sql`
    update parts set available = available - taken
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(id uuid, taken bigint)
    where parts.id = wanted.id and available >= taken and deleted_at is null
    returning parts.id`)
  if (rows.length < wanted.length) throw new ShopError('STOCK_TOO_LOW', { message: bankMessages.piecesGone })
}

/** What was promised beyond the stock is promised once more, by other days if need be. */
async function promiseAgain(tx: Transaction, { shop }: Services['settings'], ended: OrderRow[]): Promise<void> {
  const made = ended.filter(({ madePieces }) => madePieces > 0)
  if (made.length === 0) return
  const known = await tx
    .selectDistinct({ orderId: promises.orderId })
    .from(promises)
    .where(
      inArray(
        promises.orderId,
        made.map(({ id }) => id),
      ),
    )
  const promised = made.filter(({ id }) => known.some(({ orderId }) => orderId === id))
  if (promised.length === 0) return
  const ids = [...new Set(promised.map(({ partId }) => partId))]
  const supply = await findSupply(tx, ids)
  const again = promised.map(({ id: orderId, partId, madePieces }) => {
    const left = supply.get(partId)
    const promise = left && promiseOf({ ...left, available: 0 }, madePieces, null, shopCalendar(shop.holidays))
    if (!promise || promise.missing > 0) throw new ShopError('STOCK_TOO_LOW', { message: bankMessages.piecesGone })
    supply.set(partId, withoutSlices(left, promise.slices))
    return { orderId, partId, slices: promise.slices }
  })
  await reservePieces(tx, again)
  await showPromises(
    tx,
    again.map(({ orderId }) => orderId),
  )
}

/** Each order gets a hold of its own again, which its moves of the ledger name. */
async function orderAgain(tx: Transaction, ended: OrderRow[], days: number): Promise<void> {
  const again = ended.map(({ id, quantity, madePieces }) => ({ id, hold: randomUUID(), taken: quantity - madePieces }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(again)}::jsonb) as again(id uuid, hold uuid, taken bigint)`
  await tx.execute(sql`
    insert into holds (id, user_id, part_id, quantity, unit_price, state, expires_at)
    select hold, user_id, part_id, quantity, unit_price, 'ordered', now() from orders join ${rows} using (id)`)
  await tx.execute(sql`
    insert into stock_moves (part_id, delta, kind, ref)
    select part_id, -taken, 'hold', hold from orders join ${rows} using (id) where taken > 0`)
  await tx.execute(sql`
    update orders set state = 'unpaid', hold_id = again.hold, cancelled_at = null, pay_by = now() + make_interval(days => ${days}::int)
    from ${rows} where orders.id = again.id`)
}
