import { sql, type SQL } from 'drizzle-orm'
import { invariantNames, type InvariantFinding, type InvariantName } from '#contract/shop/operations.ts'
import { orderStates } from '#contract/orders/order-states.ts'
import { isLiveRefund, refundStates } from '#contract/payments/payment-states.ts'
import type { Database } from '#database/connect.ts'
import { stateList } from '#database/state-list.ts'
import { openStates, paidStates, stockTakingStates } from '#database/tables/orders.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { clearingNotInBooks, strayReceivables, unbalancedEntries, unbookedMoney } from './books-invariants.ts'
import { brokenPapers } from './paper-invariants.ts'

const liveRefunds = stateList(refundStates.filter(isLiveRefund))

const NAMED = 20
/** Checks read whole tables, so they may take longer than a customer's statement. */
const TIME_LIMIT_MS = 60_000
/** Minutes after which work of the shop's jobs counts as overdue. */
const OVERDUE = { cancelling: 5, refund: 20, mail: 5, hold: 2 }

type InvariantOptions = {
  /**
   * The payment provider's books to compare with, see `booksOf`; all payments in them are this shop's. Without them the
   * shop's own records of payments are used.
   */
  books?: SQL
  /** A payment that succeeded within this number of minutes need not be settled yet; 0 for a shop at rest. */
  graceMinutes?: number
  timeLimitMs?: number
}

/**
 * Checks all invariants in one snapshot of the database, with one set-based statement for each. The findings are in the
 * order of `invariantNames`. Nothing is locked or changed.
 *
 * The start of a cancellation is not stored, so an order that was placed long ago counts as overdue while it is being
 * cancelled.
 */
export async function checkInvariants(db: Database, options: InvariantOptions = {}): Promise<InvariantFinding[]> {
  const { books, graceMinutes = 0, timeLimitMs = TIME_LIMIT_MS } = options
  const broken: Record<InvariantName, SQL> = {
    stockMatchesLedger,
    piecesAreAccountedFor,
    promisesAreKept,
    paidOrdersArePaidFor: books
      ? sql`${unprovenOrders} union ${unprovenGroups} union ${ordersNotInBooks(books)} union ${groupsNotInBooks(books)}`
      : sql`${unprovenOrders} union ${unprovenGroups}`,
    paymentsHaveTheirEnd: books ? paymentsWithoutEnd(books, graceMinutes) : messagesWithoutEnd,
    receiptsAddUp,
    refundsAreKnown: books ? sql`${strayRefunds} union ${refundsNotInBooks(books, graceMinutes)}` : strayRefunds,
    taxesAreExact: strayTaxes,
    ordersTellTheirState,
    papersAreWhole: brokenPapers,
    booksBalance: unbalancedEntries,
    moneyIsBooked: books ? sql`${unbookedMoney} union ${clearingNotInBooks(books, graceMinutes)}` : unbookedMoney,
    receivablesAreOpen: strayReceivables,
    nothingIsOverdue,
  }
  return transaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    await allowLongStatements(tx, timeLimitMs)
    const findings: InvariantFinding[] = []
    for (const name of invariantNames) {
      const { rows } = await tx.execute<Omit<InvariantFinding, 'name'>>(summary(broken[name]))
      findings.push({ name, ...rows[0]! }) // an aggregate always yields its row
    }
    return findings
  })
}

/**
 * The broken invariants, without overdue work: after a time without a running shop some work is always overdue, and its jobs
 * will do it.
 */
export async function checkLastingInvariants(db: Database, options?: InvariantOptions): Promise<InvariantFinding[]> {
  const findings = await checkInvariants(db, options)
  return findings.filter(({ name, count }) => count > 0 && name !== 'nothingIsOverdue')
}

const summary = (broken: SQL) => sql`
  with broken(id) as (${broken})
  select count(*)::int as count, array(select id from broken order by id collate "C" limit ${NAMED}::int) as ids from broken`

const stockMatchesLedger = sql`
  select p.id::text
  from parts p
  left join (select part_id, sum(delta) as pieces from stock_moves group by part_id) ledger on ledger.part_id = p.id
  where p.available <> coalesce(ledger.pieces, 0)`

/**
 * Withdrawn pieces that returned to stock count as given: they are a `restock`. An ended order keeps only withdrawn pieces out of stock.
 */
const piecesAreAccountedFor = sql`
  select p.id::text
  from parts p
  left join (
    select part_id, sum(delta) as pieces from stock_moves where kind in ('opening', 'restock', 'set') group by part_id
  ) given on given.part_id = p.id
  left join (
    select part_id, sum(quantity) as pieces from holds where state = 'held' group by part_id
  ) held on held.part_id = p.id
  left join (
    select part_id, sum(case when state in ${stockTakingStates} then quantity - made_pieces else greatest(withdrawn_pieces - made_pieces, 0) end) as pieces
    from orders group by part_id
  ) ordered on ordered.part_id = p.id
  where coalesce(given.pieces, 0) <> p.available + coalesce(held.pieces, 0) + coalesce(ordered.pieces, 0)
  union
  select coalesce(moved.part_id, ordered.part_id)::text
  from (select part_id, sum(delta) as pieces from stock_moves where reason = 'returned' group by part_id) moved
  full join (
    select part_id, sum(restocked_pieces) as pieces from orders where restocked_pieces > 0 group by part_id
  ) ordered on ordered.part_id = moved.part_id
  where moved.pieces is distinct from ordered.pieces`

/**
 * Deliveries and months whose promised pieces are not those of the open promises, orders that are promised more than they miss, or show
 * other promises than the ledger has, and ended ones that still keep some from others.
 */
const promisesAreKept = sql`
  select coalesce(d.id, p.expected_id)::text
  from (select id, promised_pieces from expected_goods where promised_pieces > 0) d
  full join (
    select expected_id, sum(pieces) as pieces from promises where expected_id is not null group by expected_id having sum(pieces) <> 0
  ) p on p.expected_id = d.id
  where d.promised_pieces is distinct from p.pieces
  union
  select coalesce(m.part_id, p.part_id)::text
  from (select part_id, month, promised_pieces from made_months where promised_pieces > 0) m
  full join (
    select part_id, month, sum(pieces) as pieces from promises where month is not null group by part_id, month having sum(pieces) <> 0
  ) p on (p.part_id, p.month) = (m.part_id, m.month)
  where m.promised_pieces is distinct from p.pieces
  union
  select o.id::text
  from orders o
  left join (select order_id, sum(pieces) as pieces from promises group by order_id) p on p.order_id = o.id
  where (o.promised is not null or p.order_id is not null) and (
    o.promised is distinct from promised_of(o.id)
    or coalesce(p.pieces, 0) > case when o.state in ('cancelled', 'refunded') then 0 else o.made_pieces end
  )`

/**
 * Paid orders that contradict the shop's own records. A constraint of the table makes transaction ids unique; an order of a
 * group has its group's.
 */
const unprovenOrders = sql`
  select o.id::text
  from orders o
  left join order_groups g on g.id = o.group_id
  where o.state in ${paidStates} and (
    o.paid_at is null
    or coalesce(o.payment_intent, g.payment_intent) is distinct from o.transaction_id
    or (g.id is not null and g.transaction_id is distinct from o.transaction_id)
    or exists (select from refunds r where r.payment_intent = o.transaction_id)
  )`

/** Groups that are paid only in part: with an order that is still unpaid, or without any paid order. */
const unprovenGroups = sql`
  select g.id::text
  from order_groups g
  join orders o on o.group_id = g.id
  where g.transaction_id is not null
  group by g.id
  having bool_or(o.state in ${openStates}) or not bool_or(o.state in ${paidStates})`

/** What the shop itself recorded as paid, with the columns of the provider's books that prove a payment. */
const ownBooks = sql`
  select transaction_id as id, 'succeeded' as status, bill_id::text as order_id, settled_cents as amount_cents, 'usd' as currency
  from transfers where settled_at is not null
  union all
  select transaction_id, 'succeeded', bill_id::text,
    amount_cents + (select coalesce(sum(part.amount_cents), 0)::bigint from open_items as part where part.part_of = open_items.bill_id), 'usd'
  from open_items where part_of is null`

/** All books that may contain a paid order. */
const allBooks = (books: SQL) => sql`select id, status, order_id, amount_cents, currency from (${books}) as provider union all ${ownBooks}`

const ordersNotInBooks = (books: SQL) => sql`
  select o.id::text
  from orders o
  where o.group_id is null and o.state in ${paidStates} and not exists (
    select from (${allBooks(books)}) booked
    where ${paysFor(sql`o.transaction_id`, sql`o.id`, sql`due_of(o)`)}
  )`

/** Paid groups for which the provider does not have the sum of the orders that were not cancelled before. */
const groupsNotInBooks = (books: SQL) => sql`
  select g.id::text
  from order_groups g
  join (
    select group_id, sum(total_cents + freight_cents + tax_cents) as due_cents from orders
    where group_id is not null and state in ${paidStates} group by group_id
  ) paid on paid.group_id = g.id
  where not exists (
    select from (${allBooks(books)}) booked
    where ${paysFor(sql`g.transaction_id`, sql`g.id`, sql`paid.due_cents`)}
  )`

const paysFor = (transactionId: SQL, billId: SQL, dueCents: SQL) => sql`
  booked.id = ${transactionId}
  and booked.status = 'succeeded'
  and booked.order_id = ${billId}::text
  and booked.amount_cents = ${dueCents}
  and booked.currency = 'usd'`

const paidBy = sql`
  select transaction_id as id from orders where group_id is null and transaction_id is not null
  union all
  select transaction_id from order_groups where transaction_id is not null`

/**
 * Money that neither pays for anything nor is refunded, or does both; also money for an order that does not exist. A refund
 * that the bank has sent back is not in the books, which is not a fault of the shop.
 */
const paymentsWithoutEnd = (books: SQL, graceMinutes: number) => sql`
  select booked.id
  from (${books}) booked
  left join (${paidBy}) paid on paid.id = booked.id
  left join refunds refund on refund.payment_intent = booked.id
  where booked.status = 'succeeded'
    and coalesce(booked.changed_at <= now() - make_interval(mins => ${graceMinutes}::int), true)
    and (
      (paid.id is null) = (refund.payment_intent is null)
      or (refund.done_at is not null and not booked.refunded and not exists (
        select from payment_refunds failed where failed.intent_id = booked.id and failed.state = 'failed'
      ))
    )`

/** The same by the provider's messages, of which only handled ones count. */
const messagesWithoutEnd = sql`
  select distinct events.intent_id
  from payment_events events
  left join (${paidBy}) paid on paid.id = events.intent_id
  left join refunds refund on refund.payment_intent = events.intent_id
  where events.type = 'payment_intent.succeeded'
    and events.handled_at is not null
    and events.intent_id is not null
    and (paid.id is null) = (refund.payment_intent is null)`

/**
 * Payments whose refunds contradict the shop's own records: their sum, or the refunded amounts of the paid orders. An order
 * is refunded when its price was refunded, when the bank has sent the refund back, or after a lost dispute.
 */
const strayRefunds = sql`
  select p.intent_id
  from payments p
  left join (
    select intent_id, sum(amount_cents) as cents from payment_refunds where state in ${liveRefunds} group by intent_id
  ) made on made.intent_id = p.intent_id
  left join (
    select transaction_id, sum(refunded_cents) as cents from orders where transaction_id is not null group by transaction_id
  ) ordered on ordered.transaction_id = p.intent_id
  where p.refunded_cents <> coalesce(made.cents, 0)
    or p.refunded_cents > p.amount_cents
    or p.refunded_cents <> coalesce(ordered.cents, p.refunded_cents)
  union
  select o.id::text
  from orders o
  where o.state = 'refunded' and o.refunded_cents < due_of(o) and o.dispute is distinct from 'lost'
    and not exists (select from payment_refunds r where r.intent_id = o.transaction_id and r.state not in ${liveRefunds})`

/** Bills whose tax is not that of the sum taxed together, rounded once. Cancelled orders are in no bill. */
const strayTaxes = sql`
  select coalesce(group_id, id)::text
  from orders
  where tax is not null and state <> 'cancelled'
  group by coalesce(group_id, id), tax_group(tax)
  having sum(tax_cents) <> tax_of(sum(total_cents + freight_cents), min(tax::text)::jsonb)`

/**
 * Transfers and open items whose sums are not those of their receipts, or that were settled with less than was due; bank movements
 * that gave more than they have; payments of the shop's own without proof.
 */
const receiptsAddUp = sql`
  select bill_id::text as id
  from (
    select bill_id, received_cents as cents from transfers where not exists (select from open_items where open_items.bill_id = transfers.bill_id)
    union all
    select bill_id, amount_cents - open_cents from open_items
  ) as kept
  left join (select bill_id, sum(amount_cents) as cents from bill_receipts group by bill_id) as arrived using (bill_id)
  where kept.cents <> coalesce(arrived.cents, 0)
  union
  select movement.id::text
  from bank_movements as movement
  join (select movement_id, sum(amount_cents) as cents from bill_receipts where movement_id is not null group by movement_id) as given on given.movement_id = movement.id
  where not exists (select from bank_decisions where movement_id = movement.id and outcome = 'matched')
    or (movement.currency = 'USD' and given.cents > movement.amount)
  union
  select o.id::text
  from orders o
  where o.paid_by <> 'card'
    and not exists (select from (${ownBooks}) as own where own.id = o.transaction_id)`

/** Payments with a refunded amount other than the shop's records; the shop's own requests may be pending. */
const refundsNotInBooks = (books: SQL, graceMinutes: number) => sql`
  select booked.id
  from (${books}) booked
  join (${paidBy}) paid on paid.id = booked.id
  left join (
    select intent_id,
      sum(amount_cents) filter (where state in ('pending', 'succeeded')) as confirmed,
      sum(amount_cents) filter (where state in ('asked', 'pending', 'succeeded')) as requested
    from payment_refunds group by intent_id
  ) known on known.intent_id = booked.id
  where booked.status = 'succeeded'
    and coalesce(booked.changed_at <= now() - make_interval(mins => ${graceMinutes}::int), true)
    and booked.refunded_cents not between coalesce(known.confirmed, 0) and coalesce(known.requested, 0)`

const ordersTellTheirState = sql`
  select o.id::text
  from orders o
  left join (
    select distinct on (order_id) order_id, kind from order_events where kind in ('placed', 'revived') or kind in ${stateList(orderStates)}
    order by order_id, position desc
  ) last on last.order_id = o.id
  where case o.state when 'unpaid' then last.kind is null or last.kind not in ('placed', 'revived') else last.kind is distinct from o.state end
  union
  select o.id::text
  from orders o
  left join (
    select order_id, sum(quantity) as pieces, bool_and(delivered_at is not null) as delivered from parcels group by order_id
  ) sent on sent.order_id = o.id
  where o.parceled_pieces <> coalesce(sent.pieces, 0)
    or (o.parceled_pieces > 0 and (o.state = 'shipped') <> (o.parceled_pieces + o.withdrawn_pieces = o.quantity))
    or (o.parceled_pieces > 0 and (o.delivered_at is not null) <> (o.state = 'shipped' and sent.delivered))
  union
  select o.id::text
  from orders o
  left join (select order_id, sum(returned_by(r)) as pieces from returns r group by order_id) asked on asked.order_id = o.id
  left join (
    select order_id, sum(greatest(restocked_pieces - withdrawn_pieces, 0)) as pieces from payment_refunds where return_id is null group by order_id
  ) direct on direct.order_id = o.id
  where o.returned_pieces <> coalesce(asked.pieces, 0) + coalesce(direct.pieces, 0)`

/** A mail waiting for a retry, a failed or unknown one, and a stopped outbox do not count as overdue: admins see them as such. */
const nothingIsOverdue = sql`
  select 'order ' || id
  from orders
  where state = 'cancelling' and placed_at < now() - make_interval(mins => ${OVERDUE.cancelling}::int)
  union all
  select 'refund ' || id
  from payment_refunds
  where state = 'asked' and created_at < now() - make_interval(mins => ${OVERDUE.refund}::int)
  union all
  select 'mail ' || id
  from mails
  where sent_at is null and failed_at is null and run_after < now() - make_interval(mins => ${OVERDUE.mail}::int)
    and not exists (select from mail_stop where next_try_at > now() - make_interval(mins => ${OVERDUE.mail}::int))
  union all
  select 'hold ' || id
  from holds
  where state = 'held' and expires_at < now() - make_interval(mins => ${OVERDUE.hold}::int)`
