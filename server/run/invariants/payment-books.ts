import { sql, type SQL } from 'drizzle-orm'
import type { Settings } from '../../platform/settings/settings.ts'

/** A payment in the provider's books. `amountCents` in cents of `currency`. */
type BookedPayment = {
  id: string
  orderId: string
  status: string
  amountCents: number
  currency: string
  refundedAt: Date | null
  /** Cents refunded, including pending refunds; the whole amount if only `refundedAt` is set. */
  refundedCents?: number
}

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

/** The sandbox's books, which are in the shop's database. */
export const sandboxBooks: SQL = sql`
  select i.id, i.order_id, i.status, i.amount_cents, i.currency, i.refunded_at is not null as refunded,
    coalesce((select sum(r.amount_cents) from sandbox.refunds r where r.intent_id = i.id and r.status <> 'failed'), 0) as refunded_cents,
    i.updated_at as changed_at
  from sandbox.intents i`

/** Time within which messages and the reconciler settle a payment, in minutes, with a margin. */
export const SETTLED_WITHIN_MINUTES = 5

export const booksKept = ({ payments }: Pick<Settings, 'payments'>): SQL | undefined =>
  payments.provider === 'sandbox' ? sandboxBooks : undefined
