import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { bankMessages, type MovementDecision, type Shortfall } from '#contract/payments/bank.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { centsToDollars, dollarsToCents, toCents } from '#contract/basics/money.ts'
import { TRANSFER_PREFIX } from '#contract/payments/transfers.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { bankDecisions, bankMovements, billReceipts, transfers } from '#database/tables/bank.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ProviderUnavailable, ShopError } from '../errors.ts'
import { partReceivedMail } from '../mail/templates/account-bills.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { lockBill, nameOfBill, type Bill } from '../orders/bill.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { markPaid } from '../payments/settle-payment.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'
import { takeShortfall } from './take-shortfall.ts'

const CURRENCY = 'USD'
/** Maximum of card payments that are ended for one request: those of all bills of a movement, and some that are opened in the meantime. */
const ROUNDS = 60

type Decided = { paid: string[]; over: number }
type Share = { billId: string; cents: number; field: string; shortfall: Shortfall | undefined }

/**
 * Records what a movement of the bank is, once: of several admins one decides. `matched` gives its money to bills: open items and unpaid
 * orders, whose open card payments are ended first. A bill is paid with the last of its money, or where what is missing is accepted; with
 * less it stays unpaid, and what is left of the movement is to go back.
 * @throws ShopError NOT_FOUND; MOVEMENT_DECIDED; BILL_NOT_OPEN when it was paid by card or cancelled meanwhile: then the money is to go
 *   back; PAYMENT_UNDERWAY while the bank decides about a card payment; INVALID_INPUT for more than is open or has arrived.
 * @throws ProviderUnavailable
 */
export async function decideMovement(services: Services, admin: Caller, movementId: string, decision: MovementDecision): Promise<Decided> {
  const shares = sharesOf(decision)
  const ended = new Map<string, string>()
  for (let round = 1; round <= ROUNDS; round++) {
    const decided = await transaction(services.db, async (tx) => {
      const toEnd = await billToEnd(tx, shares, ended)
      return toEnd ?? decide(tx, services, admin, movementId, decision, shares)
    })
    if ('paid' in decided) return decided
    const intentId = await endCardPayment(services, decided)
    if (intentId) ended.set(decided.id, intentId)
  }
  throw new ProviderUnavailable(`Card payments were opened again in each of ${ROUNDS} rounds for movement ${movementId}`)
}

/** In the order of the bills' ids, so that two movements for the same bills wait for each other in one order. */
function sharesOf({ outcome, bills = [] }: MovementDecision): Share[] {
  if ((outcome === 'matched') !== bills.length > 0) throw invalidField('bills', 'Choose at least one order.')
  const shares = bills.map(({ billId, amount, shortfall }, index) => {
    const cents = dollarsToCents(amount)
    const field = `bills.${index}.amount`
    if (cents === undefined || cents === 0) throw invalidField(field, bankMessages.amountInvalid)
    return { billId, cents, field, shortfall }
  })
  if (new Set(shares.map(({ billId }) => billId)).size < shares.length) throw invalidField('bills', 'Name each order once.')
  return shares.toSorted((a, b) => (a.billId < b.billId ? -1 : 1))
}

/** A bill whose card payment could still take money. All bills are locked afterwards. */
async function billToEnd(tx: Transaction, shares: Share[], ended: Map<string, string>): Promise<Bill | undefined> {
  for (const { billId } of shares) {
    const bill = await lockBill(tx, billId)
    if (!bill) throw new ShopError('NOT_FOUND')
    if (bill.state === 'unpaid' && mayTakeMoney(bill, ended.get(billId))) return bill
  }
  return undefined
}

async function decide(
  tx: Transaction,
  services: Services,
  admin: Caller,
  movementId: string,
  { outcome, reason = '' }: MovementDecision,
  shares: Share[],
): Promise<Decided> {
  await applySettings({ db: tx, settings: services.settings })
  const [movement] = await tx.select().from(bankMovements).where(eq(bankMovements.id, movementId)).for('update')
  if (!movement) throw new ShopError('NOT_FOUND')
  const given = shares.reduce((sum, { cents }) => sum + cents, 0)
  const isOurs = movement.currency === CURRENCY
  if (outcome !== 'not-ours' && movement.amount < 0) throw invalidField('outcome', bankMessages.onlyIncoming)
  if (outcome !== 'matched' && reason.trim() === '') throw invalidField('reason', bankMessages.reasonRequired)
  if (outcome === 'matched' && isOurs && given > movement.amount) throw invalidField('bills', bankMessages.aboveMovement)
  // A movement in another currency is used up completely: the shop has no exchange rate.
  const overCents = outcome === 'not-ours' || !isOurs ? 0 : movement.amount - given
  const written = await tx
    .insert(bankDecisions)
    .values({ movementId, outcome, reason: reason.trim(), overCents, decidedBy: admin.userId })
    .onConflictDoNothing()
    .returning()
  if (written.length === 0) throw new ShopError('MOVEMENT_DECIDED')

  await setEventActor(tx, admin)
  const paid: string[] = []
  const names: string[] = []
  for (const share of shares) {
    const bill = (await lockBill(tx, share.billId))! // found and locked above
    names.push(nameOfBill(bill))
    if (await receive(tx, services, admin, bill, { movementId, ...share })) paid.push(share.billId)
  }
  await writeAudit(tx, admin, 'decide-movement', movementId, {
    outcome,
    ...(movement.currency === CURRENCY && { amountCents: movement.amount }),
    ...(names.length > 0 && { bills: names.join(', ') }),
    ...(overCents > 0 && { overCents }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  })
  return { paid, over: centsToDollars(toCents(overCents)) }
}

/** Gives money to a locked bill, and makes it paid with the last of it. Returns whether nothing is open any more. */
async function receive(
  tx: Transaction,
  { settings }: Services,
  admin: Caller,
  bill: Bill,
  { movementId, cents, field, shortfall }: Share & { movementId: string },
): Promise<boolean> {
  const receiptId = randomUUID()
  const receipt = { id: receiptId, billId: bill.id, kind: 'bank', amountCents: cents, movementId, actorId: admin.userId } as const
  const closes = async (missing: number) => {
    if (shortfall)
      await takeShortfall(tx, settings, admin, bill, { missing, shortfall, field: field.replace('amount', 'shortfall.amount') })
    return missing === 0 || shortfall !== undefined
  }
  const [item] = await tx.select().from(openItems).where(eq(openItems.billId, bill.id)).for('update')
  if (item) {
    if (item.openCents === 0) throw new ShopError('BILL_NOT_OPEN')
    if (cents > item.openCents) throw invalidField(field, bankMessages.amountTooHigh(formatCents(item.openCents)))
    await tx.insert(billReceipts).values(receipt)
    return closes(item.openCents - cents)
  }
  if (bill.state !== 'unpaid') throw new ShopError('BILL_NOT_OPEN')
  await tx.insert(transfers).values({ billId: bill.id, userId: bill.orders[0]!.userId }).onConflictDoNothing({ target: transfers.billId }) // a bill has orders
  const [transfer] = await tx.select().from(transfers).where(eq(transfers.billId, bill.id)).for('update')
  const left = bill.totalCents - transfer!.receivedCents - cents
  if (left < 0) throw invalidField(field, bankMessages.amountTooHigh(formatCents(left + cents)))
  await tx.insert(billReceipts).values(receipt)
  if (left > 0 && shortfall) return closes(left)
  if (left > 0) {
    const unpaid = bill.orders.filter(({ state }) => state === 'unpaid').map(presentOrder)
    await queueMail(tx, partReceivedMail(settings, receiptId, unpaid, { received: cents, left }))
    return false
  }
  const transactionId = `${TRANSFER_PREFIX}${receiptId}`
  await tx
    .update(transfers)
    .set({ transactionId, settledCents: bill.totalCents, settledAt: databaseNow })
    .where(eq(transfers.billId, bill.id))
  await markPaid(tx, settings, bill, { id: transactionId })
  return true
}

/** Forgets a decision by which nothing was paid, as long as its money has not gone back. Returns whether there was one. */
export async function decideAgain(db: Database, admin: Caller, movementId: string): Promise<{ deletedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const [deleted] = await tx
      .delete(bankDecisions)
      .where(and(eq(bankDecisions.movementId, movementId), ne(bankDecisions.outcome, 'matched'), isNull(bankDecisions.givenBackAt)))
      .returning()
    if (!deleted) return { deletedCount: 0 }
    await writeAudit(tx, admin, 'decide-again', movementId, { outcome: deleted.outcome })
    return { deletedCount: 1 }
  })
}
