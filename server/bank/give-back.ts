import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { GiveBack } from '#contract/payments/bank.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { bankDecisions, transfers } from '#database/tables/bank.ts'
import { paymentRefunds } from '#database/tables/payments.ts'
import { transaction } from '#database/transaction.ts'
import { nameOfOrders } from '../orders/bill.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { endedDue } from './due-of-ended.ts'

const LISTED = 200

type Row = {
  id: string
  kind: GiveBack['kind']
  cents: string
  payer: string
  payer_account: string
  position: string | null
  others: number | null
  since: string
  bill_id: string | null
  missing: string | null
}

/** Cents that arrived for a bill and did not pay for it. */
const beyondSettled = sql`transfers.received_cents - coalesce(transfers.settled_cents, 0)`
/** Whether a bill has ended without all that arrived for it: cancelled as a whole or in part, or paid by card. */
const partsToGiveBack = sql`
  ${beyondSettled} > 0 and transfers.given_back_at is null
  and not exists (
    select from orders where (id = transfers.bill_id or group_id = transfers.bill_id) and state in ('unpaid', 'cancelling'))`

const ofBill = (billId: ReturnType<typeof sql>) => sql`
  left join lateral (
    select min(position) as position, count(*)::int - 1 as others from orders where id = ${billId} or group_id = ${billId}
  ) as bill on true
  left join lateral (
    select movement.payer, movement.payer_account from bill_receipts as receipt join bank_movements as movement on movement.id = receipt.movement_id
    where receipt.bill_id = ${billId} or receipt.bill_id in (select bill_id from open_items where part_of = ${billId}) order by receipt.position desc limit 1
  ) as paid on true`

/** When the bill ended, or, later, money arrived for it. */
const endedAt = sql`greatest(
  (select max(at) from bill_receipts where bill_id = transfers.bill_id and amount_cents > 0),
  (select max(coalesce(cancelled_at, paid_at)) from orders where id = transfers.bill_id or group_id = transfers.bill_id))`

/** Money that is to go back to buyers by bank transfer. */
export const moneyToGiveBack = sql`
    (select movement_id as id, 'over' as kind, over_cents as cents, payer, payer_account, null::bigint as position, null::int as others, decided_at as since,
        (select bill_id from bill_receipts where bill_receipts.movement_id = bank_decisions.movement_id order by bill_receipts.position limit 1) as bill_id,
        null::bigint as missing
      from bank_decisions join bank_movements as movement on movement.id = movement_id where over_cents > 0 and given_back_at is null)
    union all
    (select transfers.bill_id, 'part', ${beyondSettled}, coalesce(paid.payer, ''), coalesce(paid.payer_account, ''), bill.position, bill.others,
      ${endedAt},
        transfers.bill_id,
        case when not exists (select from orders where (id = transfers.bill_id or group_id = transfers.bill_id) and state <> 'cancelled')
          then greatest(${endedDue(sql`transfers.bill_id`)} - received_cents, 0) end
      from transfers ${ofBill(sql`transfers.bill_id`)} where ${partsToGiveBack})
    union all
    (select refund.id, 'refund', refund.amount_cents - coalesce(credit.amount_cents, 0), coalesce(paid.payer, ''), coalesce(paid.payer_account, ''),
        bill.position, bill.others, refund.created_at, of_bill.bill_id, null::bigint
      from payment_refunds as refund
      left join bill_receipts as credit on credit.refund_id = refund.id
      cross join lateral (
        select bill_id from transfers where transaction_id = intent_id union all select bill_id from open_items where transaction_id = intent_id
      ) as of_bill
      ${ofBill(sql`of_bill.bill_id`)}
      where refund.state = 'pending')`

/** The same, the oldest first. */
export async function listToGiveBack(db: Queryable): Promise<GiveBack[]> {
  const { rows } = await db.execute<Row>(sql`${moneyToGiveBack} order by since limit ${LISTED}::int`)
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    amount: centsToDollars(toCents(Number(row.cents))),
    name: row.position === null ? row.payer : nameOfOrders(Number(row.position), row.others ?? 0),
    payer: row.payer,
    payerAccount: row.payer_account,
    since: new Date(row.since).toISOString(),
    billId: row.bill_id,
    revivable: row.missing === null ? null : { missing: centsToDollars(toCents(Number(row.missing))) },
  }))
}

/**
 * Records that money was sent back. `modifiedCount` is 0 when it was recorded before, or nothing is to go back.
 * Postings: what was left of a movement returns due to bank, a refund or a part of a bill transfer clearing to bank (given-back).
 */
export async function markGivenBack(db: Database, admin: Caller, id: string, kind: GiveBack['kind']): Promise<{ modifiedCount: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const by = { givenBackBy: admin.userId, givenBackAt: databaseNow }
    const given =
      kind === 'over'
        ? await tx
            .update(bankDecisions)
            .set(by)
            .where(and(eq(bankDecisions.movementId, id), gt(bankDecisions.overCents, 0), isNull(bankDecisions.givenBackAt)))
            .returning({ cents: bankDecisions.overCents })
        : kind === 'part'
          ? await tx
              .update(transfers)
              .set(by)
              .where(and(eq(transfers.billId, id), partsToGiveBack))
              .returning({ cents: sql<number>`(${beyondSettled})::float8` })
          : await tx
              .update(paymentRefunds)
              .set({ state: 'succeeded' })
              .where(
                and(eq(paymentRefunds.id, id), eq(paymentRefunds.state, 'pending'), sql`${paymentRefunds.providerId} = 'shop_' || ${id}`),
              )
              .returning({ cents: paymentRefunds.amountCents })
    if (given.length === 0) return { modifiedCount: 0 }
    await writeAudit(tx, admin, 'give-money-back', id, { amountCents: given[0]!.cents })
    return { modifiedCount: 1 }
  })
}
