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
}

/** The provider's books, read out of it, for `checkInvariants`. */
export function booksOf(payments: BookedPayment[]): SQL {
  const rows = payments.map(({ id, orderId, status, amountCents, currency, refundedAt }) => ({
    id,
    order_id: orderId,
    status,
    amount_cents: amountCents,
    currency,
    refunded: refundedAt !== null,
  }))
  return sql`
    select *, null::timestamptz as changed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as booked(id text, order_id text, status text, amount_cents bigint, currency text, refunded boolean)`
}

/** The books of the sandbox, which keeps them beside the shop's own tables. */
export const sandboxBooks: SQL = sql`
  select id, order_id, status, amount_cents, currency, refunded_at is not null as refunded, updated_at as changed_at
  from sandbox.intents`

/** By when messages and the reconciler have settled a payment, in minutes, with time to spare. */
export const SETTLED_WITHIN_MINUTES = 5

/** The books that this shop can read in its own database; undefined where an outside company keeps them. */
export const booksKept = ({ payments }: Pick<Settings, 'payments'>): SQL | undefined =>
  payments.provider === 'sandbox' ? sandboxBooks : undefined
