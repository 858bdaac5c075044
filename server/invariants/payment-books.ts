import { sql, type SQL } from 'drizzle-orm'
import type { Settings } from '../settings/settings.ts'

/** A payment as it stands in the provider's books. `amountCents` in cents of `currency`. */
export type BookedPayment = {
  id: string
  orderId: string
  status: string
  amountCents: number
  currency: string
  refundedAt: Date | null
  /** Cents that have gone back, or are on their way; all of it where only `refundedAt` is said. */
  refundedCents?: number
}

/** The provider's books, read out of it, for `checkInvariants`. */
export function booksOf(payments: BookedPayment[]): SQL {
  const rows = payments.map(({ id, orderId, status, amountCents, currency, refundedAt, refundedCents }) => ({
    id,
    order_id: orderId,
    status,
    amount_cents: amountCents,
    currency,
    refunded: refundedAt !== null,
    refunded_cents: refundedCents ?? (refundedAt === null ? 0 : amountCents),
  }))
  return sql`
    select *, null::timestamptz as changed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as booked(id text, order_id text, status text, amount_cents bigint, currency text, refunded boolean, refunded_cents bigint)`
}

/** The books of the sandbox, which keeps them beside the shop's own tables. */
export const sandboxBooks: SQL = sql`
  select i.id, i.order_id, i.status, i.amount_cents, i.currency, i.refunded_at is not null as refunded,
    coalesce((select sum(r.amount_cents) from sandbox.refunds r where r.intent_id = i.id and r.status <> 'failed'), 0) as refunded_cents,
    i.updated_at as changed_at
  from sandbox.intents i`

/** By when messages and the reconciler have settled a payment, in minutes, with time to spare. */
export const SETTLED_WITHIN_MINUTES = 5

/** The books that this shop can read in its own database; undefined where an outside company keeps them. */
export const booksKept = ({ payments }: Pick<Settings, 'payments'>): SQL | undefined =>
  payments.provider === 'sandbox' ? sandboxBooks : undefined
