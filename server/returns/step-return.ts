import { eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { dollarsToCents } from '#contract/basics/money.ts'
import { refundMessages } from '#contract/payments/refunds.ts'
import { returnMessages, type ReceivedReturn, type Return, type ReturnToSettle } from '#contract/orders/returns.ts'
import { returnCanBecome, type ReturnState } from '#contract/orders/return-states.ts'
import type { AuditAction } from '#contract/shop/operations.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { returns, type ReturnRow } from '#database/tables/returns.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMail, queueMails } from '../mail/queue-mail.ts'
import { returnSteppedMail, returnWithdrawnMail } from '../mail/templates/returns.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { giveRecorded } from '../refunds/refund-order.ts'
import { recordRefund } from '../refunds/record-refund.ts'
import { restockReturned } from '../refunds/restock-returned.ts'
import type { Services } from '../services.ts'
import { readReturns, returnNumber } from './present-return.ts'

type Locked = Awaited<ReturnType<typeof lockOrder>> & { row: ReturnRow }
type Written = PgUpdateSetSource<typeof returns>

/**
 * One step of a return by the shop, which is audited and mailed to the buyer. Of two concurrent steps the second is refused.
 * @throws ShopError NOT_FOUND; RETURN_CHANGED; and what `work` throws.
 */
async function step(
  tx: Transaction,
  { settings }: Pick<Services, 'settings'>,
  admin: Caller,
  id: string,
  { to, action, work }: { to: ReturnState; action: AuditAction; work: (locked: Locked) => Promise<Written> | Written },
): Promise<Return> {
  const locked = await lockReturn(tx, admin, id)
  if (!returnCanBecome(locked.row.state, to)) throw await changedMeanwhile(tx, locked.row)
  await setEventActor(tx, admin)
  const written = await work(locked)
  await tx
    .update(returns)
    .set({ ...written, state: to, actorId: admin.userId, changedAt: databaseNow })
    .where(eq(returns.id, id))
  await writeAudit(tx, admin, action, locked.order.id, { return: returnNumber(locked.row.position) })
  const [one] = await readReturns(tx, eq(returns.id, id))
  await queueMail(tx, returnSteppedMail(settings, presentOrder(locked.order), one!)) // it is locked
  return one!
}

export const agreeReturn = ({ db, ...services }: Services, admin: Caller, id: string, answer: string) =>
  transaction(db, (tx) =>
    step(tx, services, admin, id, {
      to: 'agreed',
      action: 'agree-return',
      work: () => ({ answer: answer.trim(), answeredAt: databaseNow }),
    }),
  )

export const refuseReturn = ({ db, ...services }: Services, admin: Caller, id: string, answer: string) =>
  transaction(db, (tx) =>
    step(tx, services, admin, id, {
      to: 'refused',
      action: 'refuse-return',
      work: () => ({ answer: answer.trim(), answeredAt: databaseNow }),
    }),
  )

/** @throws ShopError INVALID_INPUT for more pieces than were asked for; and as `step`. */
export const receiveReturn = ({ db, ...services }: Services, admin: Caller, id: string, { pieces, condition, note }: ReceivedReturn) =>
  transaction(db, (tx) =>
    step(tx, services, admin, id, {
      to: 'received',
      action: 'receive-return',
      work: ({ row }) => {
        if (pieces > row.pieces) throw invalidField('pieces', returnMessages.receivedTooMany(row.pieces))
        return { receivedPieces: pieces, receivedAt: databaseNow, condition, conditionNote: note.trim() }
      },
    }),
  )

export const closeReturn = ({ db, ...services }: Services, admin: Caller, id: string, note: string) =>
  transaction(db, (tx) =>
    step(tx, services, admin, id, {
      to: 'closed',
      action: 'close-return',
      work: async ({ row }) => {
        if (row.state !== 'agreed') throw await changedMeanwhile(tx, row)
        return { outcome: note.trim(), endedAt: databaseNow }
      },
    }),
  )

/**
 * Ends a received return: with a refund if there is an amount, and closed otherwise. Pieces that return to stock are in the same
 * transaction; the refund is requested from the provider after it.
 * @throws ShopError INVALID_INPUT for more money or pieces than are left; and as `step` and `recordRefund`.
 */
export async function settleReturn(
  services: Services,
  admin: Caller,
  id: string,
  { amount, restock, note }: ReturnToSettle,
): Promise<Return> {
  const { db, settings } = services
  const cents = amount === undefined ? undefined : dollarsToCents(amount)
  if (amount !== undefined && !cents) throw invalidField('amount', refundMessages.amountInCents)
  const { refundId, ...one } = await transaction(db, async (tx) => {
    let asked: string | undefined
    const settled = await step(tx, services, admin, id, {
      to: cents === undefined ? 'closed' : 'refunded',
      action: 'settle-return',
      work: async (locked) => {
        const { row } = locked
        if (row.state !== 'received') throw await changedMeanwhile(tx, row)
        if (restock > row.receivedPieces!) throw invalidField('restock', returnMessages.restockTooMany(row.receivedPieces!)) // it is received
        if (cents !== undefined) {
          const wanted = { reason: note.trim() || 'Return', amountCents: cents, pieces: row.receivedPieces!, restock, returnId: id }
          asked = (await recordRefund(tx, settings, admin, locked, wanted)).refundId
        } else if (restock > 0) {
          await restockReturned(tx, admin, locked.order, { pieces: restock, back: 0, ref: id, withdrawn: 0 })
        }
        return { outcome: note.trim(), endedAt: databaseNow, restockedPieces: restock }
      },
    })
    return { ...settled, refundId: asked }
  })
  await giveRecorded(services, refundId)
  return one
}

/** The buyer withdraws a return that has not arrived. @throws ShopError NOT_FOUND for another's; RETURN_CHANGED */
export async function withdrawReturn({ db, settings }: Services, buyer: Caller, id: string): Promise<Return> {
  return transaction(db, async (tx) => {
    const { row, order } = await lockReturn(tx, buyer, id)
    if (order.userId !== buyer.userId) throw new ShopError('NOT_FOUND')
    if (row.state !== 'asked' && row.state !== 'agreed') throw await changedMeanwhile(tx, row)
    await setEventActor(tx, buyer)
    await tx
      .update(returns)
      .set({ state: 'closed', endedAt: databaseNow, actorId: buyer.userId, changedAt: databaseNow })
      .where(eq(returns.id, id))
    const [one] = await readReturns(tx, eq(returns.id, id))
    const shown = presentOrder(order)
    await queueMails(
      tx,
      (await adminRecipients(tx, settings)).map((reader) => returnWithdrawnMail(settings, reader, shown, one!)),
    )
    return one! // it is locked
  })
}

/** A return with its order and bill, which are locked before it, as in every transaction. @throws ShopError NOT_FOUND */
async function lockReturn(tx: Transaction, who: Caller, id: string): Promise<Locked> {
  const [known] = await tx.select({ orderId: returns.orderId }).from(returns).where(eq(returns.id, id))
  if (!known) throw new ShopError('NOT_FOUND')
  const locked = await lockOrder(tx, who, known.orderId)
  const [row] = await tx.select().from(returns).where(eq(returns.id, id)).for('update')
  return { ...locked, row: row! } // returns are never deleted
}

async function changedMeanwhile(tx: Transaction, { state, actorId, changedAt }: ReturnRow): Promise<ShopError> {
  const [person] = actorId === null ? [] : await tx.select({ email: users.email }).from(users).where(eq(users.id, actorId))
  const at = changedAt.toISOString()
  return new ShopError('RETURN_CHANGED', {
    message: `This return is ${state} already: ${person?.email ?? 'the shop'}, ${at.slice(0, 10)}, ${at.slice(11, 16)} UTC.`,
  })
}
