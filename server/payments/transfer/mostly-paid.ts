import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { openStates } from '#database/tables/orders.ts'
import { namesIn } from './names-in-text.ts'

/**
 * Whether half or more of an unpaid bill has arrived. No timer cancels such a bill: a person decides. Less than that would let a cent keep
 * pieces from others.
 */
export const isMostlyPaid = (billId: SQL): SQL<boolean> => sql<boolean>`exists (
  select from transfers
  where transfers.bill_id = ${billId} and settled_at is null and received_cents > 0 and received_cents * 2 >= (
    select sum(total_cents + freight_cents + tax_cents) from orders as due
    where ((due.id = transfers.bill_id and due.group_id is null) or due.group_id = transfers.bill_id) and due.state in ${openStates}
  ))`

type Waiting = { bill_id: string; reference: string | null; positions: number[]; open: number }
type Movement = { amount: string; text: string; reference: string }

/** Movements that nobody has decided about are read from so many days. */
const DAYS = 90

/**
 * Those of these bills that a movement of the bank names, by reference or order number, with half or more of what is open: the money is
 * there, and nobody has matched it yet.
 */
export async function namedByMovements(db: Queryable, billIds: readonly string[]): Promise<Set<string>> {
  if (billIds.length === 0) return new Set()
  const { rows: movements } = await db.execute<Movement>(sql`
    select amount, text, reference from bank_movements
    where amount > 0 and currency = 'USD' and booked_on > current_date - ${DAYS}::int
      and not exists (select from bank_decisions where movement_id = bank_movements.id)`)
  if (movements.length === 0) return new Set()
  const { rows: waiting } = await db.execute<Waiting>(sql`
    select bill.id as bill_id, transfers.reference, array_agg(orders.position::float8) as positions,
      (sum(total_cents + freight_cents + tax_cents) - coalesce(min(received_cents), 0))::float8 as open
    from (select id::uuid from jsonb_array_elements_text(${JSON.stringify(billIds)}::jsonb) as asked (id)) as bill
    join orders on ((orders.id = bill.id and group_id is null) or group_id = bill.id) and state in ${openStates}
    left join transfers on transfers.bill_id = bill.id
    group by bill.id, transfers.reference`)
  const named = movements.map((movement) => ({ amount: Number(movement.amount), ...namesIn(movement) }))
  const isNamed = ({ reference, positions, open }: Waiting) =>
    named.some(
      ({ amount, references, orders }) =>
        amount * 2 >= open &&
        ((reference !== null && references.includes(reference)) || positions.some((position) => orders.includes(position))),
    )
  return new Set(waiting.filter(isNamed).map(({ bill_id }) => bill_id))
}
