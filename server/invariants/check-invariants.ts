import { sql, type SQL } from 'drizzle-orm'
import { invariantNames, type InvariantFinding, type InvariantName } from '#contract/operations.ts'
import { isLiveRefund, refundStates } from '#contract/payment-states.ts'
import type { Database } from '#database/connect.ts'
import { stateList } from '#database/state-list.ts'
import { openStates, paidStates, stockTakingStates } from '#database/tables/orders.ts'
import { allowLongStatements } from '#database/transaction.ts'

const liveRefunds = stateList(refundStates.filter(isLiveRefund))

/** Most ids that one finding names. */
const NAMED = 20
/** Checking reads whole tables, so it may take longer than a customer's statement. */
const TIME_LIMIT_MS = 60_000
/** How long the shop's jobs may take for what they bring to its end, in minutes. */
const OVERDUE = { cancelling: 5, refund: 20, mail: 5, hold: 2 }

export type InvariantOptions = {
  /**
   * The payment provider's own books to compare with, see `booksOf`: all payments in them are this shop's. Without them
   * payments are judged by what the shop itself has recorded of them.
   */
  books?: SQL
  /** A payment that succeeded fewer minutes ago than this need not be settled yet; 0 for a shop at rest. */
  graceMinutes?: number
  /** Longest time that each look may take, in milliseconds; one that takes longer fails. */
  timeLimitMs?: number
}

/**
 * Looks at everything that must always hold, in one snapshot of the database; one set-based statement for each. The
 * findings are in the order of `invariantNames`. Nothing is locked or changed.
 *
 * The moment at which an order began to be cancelled is not kept, so one that was placed long ago counts as overdue
 * while it is being cancelled.
 */
export async function checkInvariants(db: Database, options: InvariantOptions = {}): Promise<InvariantFinding[]> {
  const { books, graceMinutes = 0, timeLimitMs = TIME_LIMIT_MS } = options
  const broken: Record<InvariantName, SQL> = {
    stockMatchesLedger,
    piecesAreAccountedFor,
    paidOrdersArePaidFor: books
      ? sql`${unprovenOrders} union ${unprovenGroups} union ${ordersNotInBooks(books)} union ${groupsNotInBooks(books)}`
      : sql`${unprovenOrders} union ${unprovenGroups}`,
    paymentsHaveTheirEnd: books ? paymentsWithoutEnd(books, graceMinutes) : messagesWithoutEnd,
    refundsAreKnown: books ? sql`${strayRefunds} union ${refundsNotInBooks(books, graceMinutes)}` : strayRefunds,
    nothingIsOverdue,
  }
  return db.transaction(
    async (tx) => {
      await allowLongStatements(tx, timeLimitMs)
      const findings: InvariantFinding[] = []
      for (const name of invariantNames) {
        const { rows } = await tx.execute<Omit<InvariantFinding, 'name'>>(summary(broken[name]))
        findings.push({ name, ...rows[0]! }) // an aggregate always yields its row
      }
      return findings
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/**
 * The invariants that are broken, less what is overdue: after a time without a running shop something always is, and
 * its jobs see to it.
 */
export async function checkLastingInvariants(db: Database, options?: InvariantOptions): Promise<InvariantFinding[]> {
  const findings = await checkInvariants(db, options)
  return findings.filter(({ name, count }) => count > 0 && name !== 'nothingIsOverdue')
}

/** How many rows a statement answers with, and the first of their ids. */
const summary = (broken: SQL) => sql`
  with broken(id) as (${broken})
  select count(*)::int as count, array(select id from broken order by id collate "C" limit ${NAMED}::int) as ids from broken`

const stockMatchesLedger = sql`
  select p.id::text
  from parts p
  left join (select part_id, sum(delta) as pieces from stock_moves group by part_id) ledger on ledger.part_id = p.id
  where p.available <> coalesce(ledger.pieces, 0)`

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
    select part_id, sum(quantity) as pieces from orders where state in ${stockTakingStates} group by part_id
  ) ordered on ordered.part_id = p.id
  where coalesce(given.pieces, 0) <> p.available + coalesce(held.pieces, 0) + coalesce(ordered.pieces, 0)`

/**
 * Paid orders that the shop's own records contradict. That a transaction id stands once is the table's constraint; an
 * order of a group has its group's.
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

/** Groups that are paid by half: with an order that still waits, or none at all that was paid. */
const unprovenGroups = sql`
  select g.id::text
  from order_groups g
  join orders o on o.group_id = g.id
  where g.transaction_id is not null
  group by g.id
  having bool_or(o.state in ${openStates}) or not bool_or(o.state in ${paidStates})`

/** Paid orders for which the provider does not have the money. */
const ordersNotInBooks = (books: SQL) => sql`
  select o.id::text
  from orders o
  where o.group_id is null and o.state in ${paidStates} and not exists (
    select from (${books}) booked
    where ${paysFor(sql`o.transaction_id`, sql`o.id`, sql`o.total_cents`)}
  )`

/** The same for paid groups: the sum of their orders that were not cancelled before. */
const groupsNotInBooks = (books: SQL) => sql`
  select g.id::text
  from order_groups g
  join (
    select group_id, sum(total_cents) as total_cents from orders
    where group_id is not null and state in ${paidStates} group by group_id
  ) paid on paid.group_id = g.id
  where not exists (
    select from (${books}) booked
    where ${paysFor(sql`g.transaction_id`, sql`g.id`, sql`paid.total_cents`)}
  )`

const paysFor = (transactionId: SQL, billId: SQL, totalCents: SQL) => sql`
  booked.id = ${transactionId}
  and booked.status = 'succeeded'
  and booked.order_id = ${billId}::text
  and booked.amount_cents = ${totalCents}
  and booked.currency = 'usd'`

/** The payments that have paid: for orders by themselves, and for groups. */
const paidBy = sql`
  select transaction_id as id from orders where group_id is null and transaction_id is not null
  union all
  select transaction_id from order_groups where transaction_id is not null`

/**
 * Money that pays for nothing and does not go back, or does both; also money for an order that does not exist at all. That a
 * refund which the bank has sent back is not in the books is no fault of the shop's.
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

/** The same by the provider's messages, of which those count that were acted on. */
const messagesWithoutEnd = sql`
  select distinct told.intent_id
  from payment_events told
  left join (${paidBy}) paid on paid.id = told.intent_id
  left join refunds refund on refund.payment_intent = told.intent_id
  where told.type = 'payment_intent.succeeded'
    and told.handled_at is not null
    and told.intent_id is not null
    and (paid.id is null) = (refund.payment_intent is null)`

/**
 * Payments whose refunds the shop's own records contradict: their sum, or what stands of them on the orders that were paid.
 * An order is refunded when its price has gone back, when the bank has sent it back to the shop, or has taken it by a dispute.
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
  where o.state = 'refunded' and o.refunded_cents < o.total_cents and o.dispute is distinct from 'lost'
    and not exists (select from payment_refunds r where r.intent_id = o.transaction_id and r.state not in ${liveRefunds})`

/** Payments of which more or less has gone back than the shop knows; what it has asked for may be on its way. */
const refundsNotInBooks = (books: SQL, graceMinutes: number) => sql`
  select booked.id
  from (${books}) booked
  join (${paidBy}) paid on paid.id = booked.id
  left join (
    select intent_id,
      sum(amount_cents) filter (where state in ('pending', 'succeeded')) as told,
      sum(amount_cents) filter (where state in ('asked', 'pending', 'succeeded')) as meant
    from payment_refunds group by intent_id
  ) known on known.intent_id = booked.id
  where booked.status = 'succeeded'
    and coalesce(booked.changed_at <= now() - make_interval(mins => ${graceMinutes}::int), true)
    and booked.refunded_cents not between coalesce(known.told, 0) and coalesce(known.meant, 0)`

/** A mail that waits for its next attempt, was given up or may have arrived is none of these, nor one of an outbox that is stopped: admins see it as such. */
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
