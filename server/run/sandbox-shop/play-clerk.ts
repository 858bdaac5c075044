import { and, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { transfers } from '#database/tables/bank.ts'
import { orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { deliverParcel } from '../../parcels/deliver-parcel.ts'
import { sendParcel } from '../../parcels/send-parcel.ts'
import { lockBill } from '../../orders/bill.ts'
import { addReceipt } from '../../payments/add-receipt.ts'
import { settleReceived } from '../../payments/transfer/settle-received.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

/** Seconds that each step of an order takes. */
const STEP_SECONDS = 5
/** Steps of each kind in one run. */
const AT_ONCE = 100
/** Maximum of transfers from one buyer in a day: they cost nothing here, and orders are kept. */
const PAID_A_DAY = 500
const CLERK = 'clerk@sandbox.invalid'

/** The person who ships in the sandbox; inserted once. Nobody can sign in as this person, and no mail leaves the sandbox. */
export async function enterClerk(db: Database): Promise<Caller> {
  const written = { email: CLERK, displayName: 'Sandbox', emailVerified: true, role: 'admin' } as const
  const [clerk] = await db.insert(users).values(written).onConflictDoUpdate({ target: users.email, set: written }).returning()
  return { userId: clerk!.id, email: CLERK, displayName: clerk!.displayName, role: 'admin', permissions: [], sessionId: '' } // an upsert returns its row
}

/**
 * Simulates people and banks, with a few seconds for each step: transfers arrive, paid orders are shipped, and parcels delivered.
 * Orders of a buyer with a test key for shipping are left to that program.
 */
export async function playClerk(services: Services, clerk: Caller, stepSeconds = STEP_SECONDS): Promise<void> {
  const { db, log } = services
  const momentAgo = sql`now() - make_interval(secs => ${stepSeconds})`
  const steps = [
    ...(await billsToPay(db, momentAgo)).map((billId) => () => payBill(services, clerk, billId)),
    ...(await ordersToShip(db, momentAgo)).map((id) => () => sendParcel(services, UNREPEATED, clerk, id, {})),
    ...(await parcelsToDeliver(db, momentAgo)).map((id) => () => deliverParcel(services, clerk, id)),
  ]
  for (const step of steps) {
    // Another process may have been first.
    await step().catch((err: unknown) => log.warn({ err }, 'a step of the sandbox was not taken'))
  }
}

/** A request without an Idempotency-Key. */
const UNREPEATED = { method: 'POST', url: '', headers: {}, body: undefined }

async function billsToPay(db: Database, momentAgo: SQL): Promise<string[]> {
  const isUnpaid = sql`exists (select from ${orders} where coalesce(${orders.groupId}, ${orders.id}) = ${transfers.billId} and ${orders.state} = 'unpaid')`
  const paidToday = sql`(select count(*) from ${transfers} as paid where paid.user_id = ${transfers.userId} and paid.settled_at > now() - interval '1 day')`
  const rows = await db
    .select({ billId: transfers.billId })
    .from(transfers)
    .where(and(isNull(transfers.settledAt), lte(transfers.chosenAt, momentAgo), isUnpaid, sql`${paidToday} < ${PAID_A_DAY}`))
    .limit(AT_ONCE)
  return rows.map(({ billId }) => billId)
}

/** Records the missing amount of a bill as received. */
async function payBill({ db, settings }: Services, clerk: Caller, billId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const bill = await lockBill(tx, billId)
    const [transfer] = await tx.select().from(transfers).where(eq(transfers.billId, billId)).for('update')
    if (bill?.state !== 'unpaid' || !transfer) return
    const amountCents = bill.totalCents - transfer.receivedCents
    if (amountCents > 0) await addReceipt(tx, { billId, kind: 'hand', amountCents, reason: 'Sandbox', actorId: clerk.userId })
    await settleReceived(tx, settings, billId)
  })
}

async function ordersToShip(db: Database, momentAgo: SQL): Promise<string[]> {
  const hasShipper = sql`exists (select from ${apiKeys} where ${apiKeys.userId} = ${orders.userId} and 'shipping' = any(${apiKeys.scopes})
    and ${apiKeys.revokedAt} is null and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > ${databaseNow}))`
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'paid'), lte(orders.paidAt, momentAgo), sql`not ${hasShipper}`))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

async function parcelsToDeliver(db: Database, momentAgo: SQL): Promise<string[]> {
  const rows = await db
    .select({ id: parcels.id })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(and(isNull(parcels.deliveredAt), lte(orders.shippedAt, momentAgo), gt(orders.shippedAt, sql`now() - interval '1 day'`)))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}
