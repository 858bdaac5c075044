import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { bankMessages, type MovementDecision, type MovementOutcome, type Shortfall } from '#contract/payments/bank.ts'
import { centsToDollars, dollarsToCents, toCents } from '#contract/basics/money.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { bankDecisions, bankMovements } from '#database/tables/bank.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ProviderUnavailable, ShopError } from '../errors.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { lockBill, nameOfBill, readBill, type Bill } from '../orders/bill.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'
import { receive } from './receive.ts'

const CURRENCY = 'USD'
/** For so long a decision of somebody else is news. */
const NEWS_MINUTES = 10
/** Maximum of card payments that are ended for one request: those of all bills of a movement, and some that are opened in the meantime. */
const ROUNDS = 60

type Decided = { paid: string[]; over: number }
type Share = { billId: string; cents: number; field: string; shortfall: Shortfall | undefined }

/**
 * Records what a movement of the bank is, once: of several admins one decides. `matched` gives its money to bills: open items and unpaid
 * orders, whose open card payments are ended first. A bill is paid with the last of its money, or where what is missing is accepted; with
 * less it stays unpaid, and what is left of the movement is to go back. Money for an order that has ended waits for a person.
 *
 * Postings: of each bill those of `receive`; of what is left, bank to returns due (bank-receipt).
 * @throws ShopError NOT_FOUND; MOVEMENT_DECIDED; BILL_NOT_OPEN when it was paid by card, or its money has gone back: then the money is to go
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
  if (written.length === 0) throw await decidedBefore(tx, admin, movementId)

  await setEventActor(tx, admin)
  const paid: string[] = []
  const names: string[] = []
  for (const share of shares) {
    const bill = (await lockBill(tx, share.billId))! // found and locked above
    names.push(nameOfBill(bill))
    if (await receive(tx, services.settings, admin, bill, { ...share, from: { kind: 'bank', movementId } })) paid.push(share.billId)
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

/** Another person's decision of the last minutes was made meanwhile; an older one, or one's own, is not news: what it was is said. */
async function decidedBefore(tx: Transaction, { userId }: Caller, movementId: string): Promise<ShopError> {
  const { rows } = await tx.execute<{ outcome: MovementOutcome; is_news: boolean; bills: string[] }>(sql`
    select outcome, decided_by <> ${userId}::uuid and decided_at > now() - make_interval(mins => ${NEWS_MINUTES}::int) as is_news,
      array(select bill_id from bill_receipts as receipt where receipt.movement_id = decision.movement_id order by position) as bills
    from bank_decisions as decision where movement_id = ${movementId}::uuid`)
  const { outcome, is_news: isNews, bills } = rows[0]! // it was in the way
  if (isNews) return new ShopError('MOVEMENT_DECIDED')
  const names: string[] = []
  for (const billId of bills) names.push(nameOfBill(await readBill(tx, billId)))
  return new ShopError('MOVEMENT_DECIDED', { message: bankMessages.decidedBefore[outcome](names.join(', ')) })
}

/**
 * Forgets a decision by which nothing was paid, as long as its money has not gone back. Returns whether there was one.
 * Postings: of what was to go back, returns due to bank (bank-receipt-undone).
 */
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
