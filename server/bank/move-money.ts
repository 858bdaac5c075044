import { and, eq, isNull, sql } from 'drizzle-orm'
import { bankMessages, type MoneyMove } from '#contract/payments/bank.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import type { Transaction } from '#database/connect.ts'
import { bankDecisions, transfers } from '#database/tables/bank.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ProviderUnavailable, ShopError } from '../errors.ts'
import { lockBill, nameOfBill, type Bill } from '../orders/bill.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { addReceipt } from '../payments/add-receipt.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { receive } from './receive.ts'

/** Maximum of card payments that are ended for one request: a buyer may open another in the meantime. */
const ROUNDS = 4

type Locked = { cents: number; target: Bill; source: Bill | undefined }

/**
 * Moves money between bills of one buyer: what arrived for a bill that ended or is not paid yet (`part`), or what was left of a movement
 * (`over`). The other bill waits for money; it is paid with the last of it.
 *
 * Postings: of what was left of a movement, returns due to bank (bank-receipt-undone); then those of `receive`.
 * @throws ShopError NOT_FOUND; BILL_NOT_OPEN; INVALID_INPUT for more than is there or open, or a bill of another buyer; PAYMENT_UNDERWAY.
 * @throws ProviderUnavailable
 */
export async function moveMoney(services: Services, admin: Caller, sourceId: string, move: MoneyMove): Promise<{ paid: boolean }> {
  const cents = dollarsToCents(move.amount)
  if (!cents) throw invalidField('amount', bankMessages.amountInvalid)
  let ended: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const moved = await transaction(services.db, async (tx) => {
      const locked = await lockBoth(tx, sourceId, move, cents)
      if (locked.target.state === 'unpaid' && mayTakeMoney(locked.target, ended)) return locked.target
      await setEventActor(tx, admin)
      return { paid: await take(tx, services, admin, sourceId, move, locked) }
    })
    if ('paid' in moved) return moved
    ended = await endCardPayment(services, moved)
  }
  throw new ProviderUnavailable(`A payment was opened again in each of ${ROUNDS} rounds for bill ${move.billId}`)
}

/** Bills in the order of their ids, as every transaction that locks several. */
async function lockBoth(tx: Transaction, sourceId: string, { kind, billId }: MoneyMove, cents: number): Promise<Locked> {
  if (billId === sourceId) throw invalidField('billId', bankMessages.otherOrder)
  const ids = kind === 'part' ? [sourceId, billId].toSorted() : [billId]
  const bills = new Map<string, Bill | undefined>()
  for (const id of ids) bills.set(id, await lockBill(tx, id))
  const [target, source] = [bills.get(billId), bills.get(sourceId)]
  if (!target || (kind === 'part' && !source)) throw new ShopError('NOT_FOUND')
  return { cents, target, source }
}

async function take(
  tx: Transaction,
  { settings }: Services,
  admin: Caller,
  sourceId: string,
  { kind }: MoneyMove,
  { cents, target, source }: Locked,
): Promise<boolean> {
  const details = { amountCents: cents, bills: nameOfBill(target), ...(source && { from: nameOfBill(source) }) }
  await writeAudit(tx, admin, 'move-money', sourceId, details)
  const money = { cents, field: 'amount' }
  if (kind === 'over') {
    await takeOver(tx, sourceId, target, cents)
    return receive(tx, settings, admin, target, { ...money, from: { kind: 'bank', movementId: sourceId } })
  }
  const [transfer] = await tx.select().from(transfers).where(eq(transfers.billId, sourceId)).for('update')
  requireSameBuyer(target, [transfer?.userId])
  const there = transfer && transfer.givenBackAt === null ? transfer.receivedCents - (transfer.settledCents ?? 0) : 0
  if (cents > there) throw invalidField('amount', bankMessages.onlyThere(formatCents(there)))
  await addReceipt(tx, { billId: sourceId, kind: 'moved', otherBillId: target.id, amountCents: -cents, actorId: admin.userId })
  return receive(tx, settings, admin, target, { ...money, from: { kind: 'moved', otherBillId: sourceId } })
}

/** Takes money from what is left of a movement; where it paid for bills, they are of the same buyer. */
async function takeOver(tx: Transaction, movementId: string, target: Bill, cents: number): Promise<void> {
  const [decision] = await tx
    .select()
    .from(bankDecisions)
    .where(and(eq(bankDecisions.movementId, movementId), isNull(bankDecisions.givenBackAt)))
    .for('update')
  if (!decision) throw new ShopError('NOT_FOUND')
  if (cents > decision.overCents) throw invalidField('amount', bankMessages.onlyThere(formatCents(decision.overCents)))
  const { rows } = await tx.execute<{ bill_id: string; user_id: string }>(sql`
    select receipt.bill_id, orders.user_id from bill_receipts as receipt
    join orders on orders.id = receipt.bill_id or orders.group_id = receipt.bill_id
      or orders.id = (select order_id from parcels where parcels.id = receipt.bill_id)
    where receipt.movement_id = ${movementId}::uuid`)
  if (rows.length > 0) {
    requireSameBuyer(
      target,
      rows.map(({ user_id }) => user_id),
    )
  }
  if (rows.some(({ bill_id }) => bill_id === target.id)) throw invalidField('billId', bankMessages.otherOrder)
  // A decision that says that all goes back has no bills; with the first of them it is one that matched.
  await tx
    .update(bankDecisions)
    .set({ overCents: sql`${bankDecisions.overCents} - ${cents}::bigint`, outcome: 'matched' })
    .where(eq(bankDecisions.movementId, movementId))
}

function requireSameBuyer(target: Bill, buyers: (string | undefined)[]): void {
  if (!buyers.includes(target.orders[0]!.userId)) throw invalidField('billId', bankMessages.otherBuyer) // a bill has orders
}
