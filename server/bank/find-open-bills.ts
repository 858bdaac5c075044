import { sql, type SQL } from 'drizzle-orm'
import type { OpenBill } from '#contract/payments/bank.ts'
import { centsToDollars, dollarsToCents, toCents } from '#contract/basics/money.ts'
import type { Queryable } from '#database/connect.ts'
import { openStates, paidStates } from '#database/tables/orders.ts'
import { nameOfOrders } from '../orders/bill.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'
import { endedDue } from './due-of-ended.ts'
import { namesIn } from '../payments/transfer/names-in-text.ts'
import type { Candidate, MovementFields } from './propose.ts'

/** A bill in its current state. `open` in cents; of one that has ended what would be open if it were revived. */
export type BillNow = {
  bill_id: string
  user_id: string
  order_id: string
  position: string
  others: number
  email: string
  display_name: string
  open: string
  kind: OpenBill['kind']
  reference: string | null
  positions: number[]
  invoices: string[]
  /** One delivery of an order, with an invoice of its own. */
  is_delivery: boolean
}

/** These bills with their open amounts, in no order. */
export async function readBillsNow(db: Queryable, billIds: SQL): Promise<BillNow[]> {
  const { rows } = await db.execute<BillNow>(sql`
    select wanted.bill_id, first.user_id, first.order_id, first.position, first.others, first.email, users.display_name, transfers.reference, first.positions, item.part_of is not null as is_delivery,
      array(select number from invoices where invoices.bill_id = wanted.bill_id and invoices.kind = 'invoice') as invoices,
      case
        when item.bill_id is not null then item.open_cents
        when first.is_unpaid then greatest(first.due - coalesce(transfers.received_cents, 0), 0)
        when first.is_paid or transfers.given_back_at is not null then 0
        else greatest(${endedDue(sql`wanted.bill_id`)} - coalesce(transfers.received_cents, 0), 0) end as open,
      case
        when item.open_cents > 0 then 'account' when item.bill_id is not null or first.is_paid then 'paid'
        when first.is_unpaid then 'unpaid' else 'cancelled' end as kind
    from (select distinct bill_id from (${billIds}) as asked (bill_id)) as wanted
    left join lateral (
      select open_items.*, (select order_id from parcels where part_of is not null and parcels.id = open_items.bill_id) as of_order
      from open_items where open_items.bill_id = wanted.bill_id
    ) as item on true
    cross join lateral (
      select (array_agg(id order by position))[1] as order_id, min(position) as position, count(*)::int - 1 as others, min(email) as email,
        (array_agg(user_id))[1] as user_id, array_agg(position::float8) as positions,
        coalesce(sum(total_cents + freight_cents + tax_cents) filter (where state <> 'cancelled'), 0) as due,
        bool_or(state in ${openStates}) as is_unpaid, bool_or(state in ${paidStates}) as is_paid
      from orders where (id = wanted.bill_id and group_id is null) or group_id = wanted.bill_id or id = item.of_order
    ) as first
    join users on users.id = first.user_id
    left join transfers on transfers.bill_id = wanted.bill_id`)
  return rows
}

/** A delivery is known by its invoice. */
const nameOfBillNow = ({ position, others, is_delivery, invoices }: BillNow) =>
  [nameOfOrders(Number(position), others), ...(is_delivery ? invoices : [])].join(', ')

export const presentBill = (bill: BillNow): OpenBill => ({
  billId: bill.bill_id,
  orderId: bill.order_id,
  name: nameOfBillNow(bill),
  customer: bill.display_name,
  email: bill.email,
  open: centsToDollars(toCents(Number(bill.open))),
  kind: bill.kind,
})

const FOUND = 20
/** Maximum of bills of one amount or of one payer that are compared with a movement. */
const LIKELY = 200

/** Bills that wait for money and that one of these movements may be for. */
export async function findCandidates(
  db: Queryable,
  movements: readonly MovementFields[],
): Promise<{ candidates: Candidate[]; bills: Map<string, BillNow> }> {
  const named = movements.map(namesIn)
  const json = (values: (string | number)[]) => sql`select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)`
  const accounts = movements.flatMap(({ payerAccount }) => (payerAccount === '' ? [] : [payerAccount]))
  const waiting = sql`
    select bill_id, user_id, open_cents from open_items where closed_at is null
    union all
    select bill_id, transfers.user_id, due.cents - received_cents from transfers cross join lateral (
      select sum(total_cents + freight_cents + tax_cents)::bigint as cents from orders
      where ((id = bill_id and group_id is null) or group_id = bill_id) and state = 'unpaid'
    ) as due
    where settled_at is null and due.cents is not null`
  const payers = movements.flatMap(({ payer }) => (payer === '' ? [] : [payer]))
  const bills = await readBillsNow(
    db,
    sql`
    select bill_id from transfers where reference in (${json(named.flatMap(({ references }) => references))})
    union
    select coalesce(group_id, id) from orders where position in (select n::bigint from (${json(named.flatMap(({ orders }) => orders))}) as named (n))
    union
    select open_items.bill_id from orders join open_items on part_of = coalesce(group_id, id)
    where position in (select n::bigint from (${json(named.flatMap(({ orders }) => orders))}) as named (n)) and closed_at is null
      and exists (select from parcels where parcels.id = open_items.bill_id and order_id = orders.id)
    union
    select bill_id from invoices where kind = 'invoice' and number in (${json(named.flatMap(({ invoices }) => invoices))})
    union
    (select bill_id from (${waiting}) as waiting
      where open_cents in (select n::bigint from (${json(movements.map(({ amount }) => amount))}) as sums (n))
        or user_id in (${payersOf(json(accounts))})
        or exists (select from users where users.id = waiting.user_id and fold_text(display_name) in (select fold_text(payer) from (${json(payers)}) as payers (payer)))
      limit ${LIKELY}::int)`,
  )
  const known = await accountsOfUsers(db, [...new Set(bills.map(({ user_id }) => user_id))])
  // What has an invoice is paid before what has not left yet, the oldest first.
  const inTurn = bills.toSorted(
    (a, b) =>
      Number(b.is_delivery) - Number(a.is_delivery) || (a.is_delivery && a.invoices[0]! < b.invoices[0]! ? -1 : Number(a.is_delivery)),
  )
  const candidates = inTurn.map((bill): Candidate => ({
    billId: bill.bill_id,
    openCents: Number(bill.open),
    waits: bill.kind === 'unpaid' || bill.kind === 'account',
    reference: bill.reference,
    orders: bill.positions,
    invoices: bill.invoices,
    names: [bill.display_name],
    accounts: known.get(bill.user_id) ?? [],
    isDelivery: bill.is_delivery,
  }))
  return { candidates, bills: new Map(bills.map((bill) => [bill.bill_id, bill])) }
}

/** Buyers whose bills were paid from these accounts before. */
const payersOf = (accounts: SQL) => sql`
  select orders.user_id from bank_movements as movement
  join bill_receipts as receipt on receipt.movement_id = movement.id
  join orders on orders.id = receipt.bill_id or orders.group_id = receipt.bill_id
  where movement.payer_account <> '' and movement.payer_account in (${accounts})
  union
  select open_items.user_id from bank_movements as movement
  join bill_receipts as receipt on receipt.movement_id = movement.id
  join open_items on open_items.bill_id = receipt.bill_id and part_of is not null
  where movement.payer_account <> '' and movement.payer_account in (${accounts})`

async function accountsOfUsers(db: Queryable, userIds: string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ user_id: string; accounts: string[] }>(sql`
    select bills.user_id, array_agg(distinct movement.payer_account) as accounts
    from (
      select bill_id, user_id from transfers where user_id in (select id::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as u (id))
      union
      select bill_id, user_id from open_items where user_id in (select id::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as u (id))
    ) as bills
    join bill_receipts as receipt on receipt.bill_id = bills.bill_id
    join bank_movements as movement on movement.id = receipt.movement_id
    where movement.payer_account <> ''
    group by bills.user_id`)
  return new Map(rows.map(({ user_id, accounts }) => [user_id, accounts]))
}

/** Bills that are open, by what an admin types, a number, a reference, a name, an email or an amount in dollars; or those of a buyer. */
export async function findOpenBills(db: Queryable, { q = '', ofBuyer }: { q?: string; ofBuyer?: string }): Promise<OpenBill[]> {
  if (ofBuyer !== undefined) return openBillsOfBuyer(db, ofBuyer)
  const typed = await foldText(db, q)
  if (typed === '') return []
  const { orders: numbers, references, invoices } = namesIn({ text: /^\d{1,9}$/.test(typed) ? `O-${typed}` : typed, reference: '' })
  const like = `%${escapeLike(typed)}%`
  const cents = dollarsToCents(Number(typed.replace(/[$,]/g, ''))) ?? -1
  const list = (values: (string | number)[]) => sql`select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)`
  const bills = await readBillsNow(
    db,
    sql`
    (select coalesce(group_id, id) from orders where position in (select n::bigint from (${list(numbers)}) as named (n)))
    union all
    (select parcels.id from orders join parcels on order_id = orders.id join open_items on open_items.bill_id = parcels.id
      where orders.position in (select n::bigint from (${list(numbers)}) as named (n)) and closed_at is null)
    union all
    (select bill_id from transfers where reference in (${list(references)}))
    union all
    (select bill_id from invoices where kind = 'invoice' and number in (${list(invoices)}))
    union all
    (select bill_id from open_items where closed_at is null and open_cents = ${cents}::bigint limit ${FOUND}::int)
    union all
    (select coalesce(group_id, id) from orders where state = 'unpaid' and total_cents + freight_cents + tax_cents = ${cents}::bigint order by position desc limit ${FOUND}::int)
    union all
    (select bill_id from open_items join users on users.id = user_id
      where closed_at is null and (email like ${like} or fold_text(display_name) like ${like}) order by due_on limit ${FOUND}::int)
    union all
    (select coalesce(group_id, orders.id) from users join orders on orders.user_id = users.id
      where state = 'unpaid' and (users.email like ${like} or fold_text(users.display_name) like ${like}) order by orders.position desc limit ${FOUND}::int)`,
  )
  return bills
    .filter(({ kind, open }) => kind === 'unpaid' || kind === 'account' || (kind === 'cancelled' && Number(open) > 0))
    .toSorted((a, b) => Number(b.position) - Number(a.position))
    .slice(0, FOUND)
    .map(presentBill)
}

const buyerOf = (billId: string) => sql`
  select user_id from orders as own
  where own.id = ${billId}::uuid or own.group_id = ${billId}::uuid or own.id = (select order_id from parcels where parcels.id = ${billId}::uuid) limit 1`

/** Other bills of the buyer of a bill that wait for money, the newest first. */
async function openBillsOfBuyer(db: Queryable, billId: string): Promise<OpenBill[]> {
  const bills = await readBillsNow(
    db,
    sql`
    select coalesce(group_id, id) from orders
    where state = 'unpaid' and user_id = (${buyerOf(billId)})
    union all
    select bill_id from open_items
    where closed_at is null and user_id = (${buyerOf(billId)})`,
  )
  return bills
    .filter(({ bill_id, open }) => bill_id !== billId && Number(open) > 0)
    .toSorted((a, b) => Number(b.position) - Number(a.position))
    .slice(0, FOUND)
    .map(presentBill)
}
