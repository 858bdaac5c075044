import { sql, type SQL } from 'drizzle-orm'
import type { LedgerAccount } from '#contract/payments/ledger.ts'

/** Payments before this time are in the opening entry and have no separate one. */
const opened = sql`(select coalesce(max(at), '-infinity') as at from postings where kind = 'opening') opened`

/** Entries that do not sum to zero; without any, the trial balance sums to zero. */
export const unbalancedEntries = sql`
  select kind || ' ' || ref from postings group by entry, kind, ref having sum(cents) <> 0`

const onAccount = (account: LedgerAccount) => sql`coalesce(sum(cents) filter (where account = ${account}), 0)::bigint`

/** Rows without their entry; entries without their row. */
export const unbookedMoney = sql`
  select 'payment ' || coalesce(o.id::text, p.ref)
  from (select * from postings where kind = 'payment' and account <> 'receivable') p
  full join (select * from orders where transaction_id is not null and clearing_of(paid_by) is not null) o on o.id::text = p.ref
  cross join ${opened}
  where case
    when o.id is null then true
    when p.entry is null then due_of(o) <> 0 and o.paid_at >= opened.at
    else (p.account, p.cents, p.payment) is distinct from (clearing_of(o.paid_by), due_of(o), o.transaction_id)
  end
  union all
  select 'unmatched payment ' || coalesce(r.payment_intent, p.ref)
  from (select * from postings where kind = 'unmatched-payment' and account = 'returns_due') p
  full join refunds r on r.payment_intent = p.ref
  cross join ${opened}
  where r.payment_intent is null
    or (p.entry is null and r.created_at >= opened.at and r.done_at is null)
    or (p.entry is not null and r.created_at >= opened.at and -p.cents <> r.amount_cents)
  union all
  select 'receipt ' || r.id
  from bill_receipts r
  join open_items item on item.bill_id = r.bill_id
  left join postings p on p.kind = 'receipt' and p.ref = r.id::text and p.account = 'transfer_clearing'
  where coalesce(p.cents, 0) <> case r.kind when 'credit' then 0 else r.amount_cents end
  union all
  select 'bank receipt ' || coalesce(arrived.id::text, p.id)
  from (
    select left(ref, 36) as id, sum(cents) as cents from postings
    where kind in ('bank-receipt', 'bank-receipt-undone') and account = 'bank' group by left(ref, 36)
  ) p
  full join (
    select id, amount_cents as cents from bill_receipts where kind = 'bank'
    union all
    select movement_id, over_cents from bank_decisions
  ) arrived on arrived.id::text = p.id
  where coalesce(p.cents, 0) <> coalesce(arrived.cents, 0)
  union all
  select 'charges ' || coalesce(r.id::text, p.ref)
  from (select ref, cents from postings where kind = 'write-off' and account = 'bank_charges') p
  full join (select id, amount_cents from bill_receipts where kind = 'charges') r on r.id::text = p.ref
  where p.cents is distinct from r.amount_cents
  union all
  select 'given back ' || coalesce(sent.id::text, p.ref)
  from (select ref, -cents as cents from postings where kind = 'given-back' and account = 'bank') p
  full join (
    select movement_id as id, over_cents as cents from bank_decisions where given_back_at is not null
    union all
    select bill_id, received_cents - coalesce(settled_cents, 0) from transfers where given_back_at is not null
    union all
    select id, sent_back_by(r) from payment_refunds r
  ) sent on sent.id::text = p.ref
  where coalesce(p.cents, 0) <> coalesce(sent.cents, 0)
  union all
  select 'refund ' || coalesce(r.id::text, p.id)
  from (
    select left(ref, 36) as id, -sum(cents) as cents from postings
    where kind in ('refund', 'refund-failed') and account in ('card_clearing', 'transfer_clearing') group by left(ref, 36)
  ) p
  full join payment_refunds r on r.id::text = p.id
  cross join ${opened}
  where r.id is null or (
    coalesce(p.cents, 0) <> taken_by(r)
    -- Of a refund that was done before the opening, the books have only its failure.
    and not (coalesce(p.cents, 0) = taken_by(r) - r.amount_cents and (r.created_at < opened.at or exists (
      select from refunds whole where whole.payment_intent = r.intent_id
        and not exists (select from postings where kind = 'unmatched-payment' and ref = r.intent_id)
    )))
  )
  union all
  select 'dispute ' || coalesce(d.id, p.id)
  from (
    select split_part(ref, ' ', 1) as id, coalesce(sum(cents) filter (where account = 'disputed'), 0) as held,
      coalesce(sum(cents) filter (where account = 'dispute_losses'), 0) as lost
    from postings where kind in ('dispute', 'dispute-won', 'dispute-lost') group by split_part(ref, ' ', 1)
  ) p
  full join disputes d on d.id = p.id
  cross join ${opened}
  where d.id is null or ((coalesce(p.held, 0), coalesce(p.lost, 0)) <> (held_by(d), lost_by(d)) and d.opened_at >= opened.at)
  union all
  select 'payout ' || coalesce(expected.id, p.ref)
  from (
    select ref, ${onAccount('bank')}, ${onAccount('payouts_in_transit')}, ${onAccount('fees')}, ${onAccount('card_clearing')}, ${onAccount('differences')}
    from postings where kind in ('payout', 'payout-paid', 'payout-failed') group by ref
  ) p (ref, bank, in_transit, fees, clearing, differences)
  full join (
    select o.id, o.amount_cents, sums.*, place_of_payout(o) as place from payouts o, sums_of_payout(o) sums where place_of_payout(o) is not null
  ) expected on expected.id = p.ref
  where expected.id is null or p.ref is null or expected.net <> expected.amount_cents
    or (p.bank, p.in_transit, p.fees, p.clearing, p.differences) is distinct from (
      case place when 'bank' then expected.amount_cents else 0 end, case place when 'payouts_in_transit' then expected.amount_cents else 0 end, expected.fees,
      case place when 'card_clearing' then expected.amount_cents else 0 end - expected.known, -expected.unknown)
  union all
  select 'paper ' || coalesce(i.number, p.ref)
  from (
    select ref, sum(cents) filter (where account = 'receivable') as gross,
      -coalesce(sum(cents) filter (where account in ('revenue', 'freight', 'discounts')), 0) as net, -coalesce(sum(cents) filter (where account = 'tax_payable'), 0) as tax
    from postings where kind in ('invoice', 'credit-note') group by kind, ref
  ) p
  full join (
    select *, case kind when 'invoice' then 1 else -1 end as sign, coalesce((data ->> 'roundingCents')::bigint, 0) as rounding from invoices
  ) i on i.id::text = p.ref
  cross join ${opened}
  where i.id is null or case
    when p.ref is null then coalesce((select created_at from invoices credited where credited.id = i.invoice_id), i.created_at) >= opened.at
    else (p.gross, p.net, p.tax) is distinct from (i.sign * (i.gross_cents + i.rounding), i.sign * (i.net_cents + i.rounding), i.sign * i.tax_cents)
  end`

/** Deliveries with an invoice of their own whose receivable is not what is open of them, but for refunds that are only asked for. */
const strayDeliveries = sql`
  select item.bill_id::text
  from open_items as item
  left join (select bill_id, sum(cents) as cents from postings where account = 'receivable' group by bill_id) as booked on booked.bill_id = item.bill_id
  left join (
    select note.bill_id, sum(refund.amount_cents) as cents from payment_refunds as refund join invoices as note on note.id = refund.credit_note_id
    where refund.state = 'asked' group by note.bill_id
  ) as asked on asked.bill_id = item.bill_id
  where item.part_of is not null and coalesce(booked.cents, 0) + coalesce(asked.cents, 0) <> item.open_cents`

/** Receivables by bill that differ from the open amount: invoices less credit notes, less payments that were not given back. */
export const strayReceivables = sql`
  ${strayDeliveries}
  union
  select coalesce(booked.bill_id::text, open.bill_id::text, 'no bill')
  from (select bill_id, sum(cents) as cents from postings where account = 'receivable' group by bill_id) booked
  full join (
    select bill_id, sum(cents) as cents from (
      select p.bill_id, -due_of(o) from postings p join orders o on o.id::text = p.ref where p.kind = 'payment' and p.account = 'receivable'
      union all
      select paid.bill_id, taken_by(r)
      from payment_refunds r
      join (select distinct payment, bill_id from postings where kind = 'payment' and account = 'receivable') paid on paid.payment = r.intent_id
      union all
      select bill_id, cents from postings where kind = 'receipt' and account = 'receivable'
      union all
      select i.bill_id, case i.kind when 'invoice' then i.gross_cents else -i.gross_cents - coalesce((i.data ->> 'roundingCents')::bigint, 0) end
      from invoices i join (select ref from postings where kind in ('invoice', 'credit-note') and account = 'receivable') p on p.ref = i.id::text
    ) as moved(bill_id, cents) group by bill_id
  ) open on open.bill_id = booked.bill_id
  where coalesce(booked.cents, 0) <> coalesce(open.cents, 0)`

/**
 * Card payments whose amount in the books differs from the provider's: received less refunded. Disputed money is added again, as the
 * provider's books are without it. `graceMinutes` as in `checkInvariants`.
 */
export const clearingNotInBooks = (books: SQL, graceMinutes: number) => sql`
  select booked.id
  from (${books}) booked
  join (
    select payment,
      coalesce(sum(cents) filter (where account in ('card_clearing', 'disputed', 'dispute_losses')), 0) as cents
    from postings where payment is not null group by payment having bool_or(kind = 'payment')
  ) ledger on ledger.payment = booked.id
  left join (
    select intent_id, sum(amount_cents) filter (where state = 'asked') as asked from payment_refunds group by intent_id
  ) known on known.intent_id = booked.id
  where booked.status = 'succeeded'
    and coalesce(booked.changed_at <= now() - make_interval(mins => ${graceMinutes}::int), true)
    and ledger.cents - (booked.amount_cents - booked.refunded_cents) not between 0 and coalesce(known.asked, 0)`
