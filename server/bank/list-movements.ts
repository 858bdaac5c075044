import { sql } from 'drizzle-orm'
import {
  MOVEMENTS_PAGE_SIZE,
  type BankMovement,
  type BankMovements,
  type MovementOutcome,
  type OpenBill,
  type Proposal,
} from '#contract/payments/bank.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { Queryable } from '#database/connect.ts'
import { bankMovements, movementText } from '#database/tables/bank.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { foldText } from '../platform/paging/fold-text.ts'
import { findCandidates, presentBill, readBillsNow } from './find-open-bills.ts'
import { inMajorUnits } from './major-units.ts'
import { namedWithoutWaiting, propose } from './propose.ts'
import { shortfallLimitOf } from './take-shortfall.ts'

type Asked = { show?: 'open' | 'decided' | 'all'; q?: string; page?: number; size?: number; after?: string }

type Row = {
  id: string
  account: string
  booked_on: string
  amount: string
  currency: string
  payer: string
  payer_account: string
  text: string
  reference: string
  is_reversal: boolean
  outcome: MovementOutcome | null
  reason: string
  over_cents: string
  given_back_at: string | null
  decided_by: string
  decided_at: string
}

const text = movementText({ payer: sql`payer`, text: sql`text`, reference: sql`reference`, payerAccount: sql`payer_account` })

const dollars = (cents: number) => centsToDollars(toCents(cents))

/** A page of the movements, newest first; undecided ones have a proposal, where one fits. */
export async function listMovements(
  db: Queryable,
  settings: Pick<Settings, 'shop'>,
  { show = 'open', q = '', after, ...asked }: Asked,
): Promise<BankMovements> {
  const { page, size } = clampPage({ size: MOVEMENTS_PAGE_SIZE, ...asked })
  const typed = await foldText(db, q)
  const filter = sql`
    ${show === 'all' ? sql`true` : show === 'open' ? sql`decision.movement_id is null` : sql`decision.movement_id is not null`}
    and ${typed === '' ? sql`true` : sql`${text} like ${`%${escapeLike(typed)}%`}`}`
  const from = sql`from bank_movements as movement left join bank_decisions as decision on decision.movement_id = movement.id`
  const { rows: counts } = await db.execute<{ count: number; open: number }>(sql`
    select (select count(*)::int ${from} where ${filter}) as count, (select count(*)::int ${from} where decision.movement_id is null) as open`)
  const { count, open } = counts[0]! // a select without from has one row
  const shown = Math.min(page, Math.max(Math.ceil(count / size) - 1, 0))
  const isBehind = await behind(db, bankMovements, after, [sql`booked_on`, sql`position`], { descending: true })
  const { rows } = await db.execute<Row>(sql`
    select movement.id, account, booked_on::text, amount, currency, payer, payer_account, text, reference, is_reversal,
      outcome, reason, over_cents, given_back_at, decided_at, users.email as decided_by
    ${from} left join users on users.id = decision.decided_by
    where ${filter} and ${isBehind ?? sql`true`}
    order by booked_on desc, movement.position desc
    limit ${size}::int offset ${isBehind ? 0 : shown * size}::int`)
  const [proposals, paid] = [await proposalsOf(db, rows), await paidBy(db, rows)]
  return {
    count,
    page: shown,
    open,
    shortfallLimit: dollars(shortfallLimitOf(settings)),
    movements: rows.map((row): BankMovement => ({
      _id: row.id,
      account: row.account,
      bookedOn: row.booked_on,
      amount: inMajorUnits(Number(row.amount), row.currency),
      currency: row.currency,
      payer: row.payer,
      payerAccount: row.payer_account,
      text: row.text,
      reference: row.reference,
      isReversal: row.is_reversal,
      proposal: proposals.get(row.id)?.proposal ?? null,
      named: proposals.get(row.id)?.named ?? [],
      decision:
        row.outcome === null
          ? null
          : {
              outcome: row.outcome,
              reason: row.reason,
              over: dollars(Number(row.over_cents)),
              givenBack: row.given_back_at !== null,
              by: row.decided_by,
              at: new Date(row.decided_at).toISOString(),
              bills: paid.get(row.id) ?? [],
            },
    })),
  }
}

type Proposals = Map<string, { proposal: Proposal | null; named: OpenBill[] }>

async function proposalsOf(db: Queryable, rows: Row[]): Promise<Proposals> {
  const undecided = rows.flatMap((row) =>
    row.outcome === null && row.currency === 'USD' && Number(row.amount) > 0
      ? [
          {
            id: row.id,
            amount: Number(row.amount),
            payer: row.payer,
            payerAccount: row.payer_account,
            text: row.text,
            reference: row.reference,
          },
        ]
      : [],
  )
  if (undecided.length === 0) return new Map()
  const { candidates, bills } = await findCandidates(db, undecided)
  const present = (billId: string) => presentBill(bills.get(billId)!)
  return new Map(
    undecided.map((one) => {
      const proposed = propose(one, candidates)
      const named = namedWithoutWaiting(one, candidates).map(({ billId }) => present(billId))
      const amounts = proposed?.bills.map(({ billId, cents, why }) => ({ ...present(billId), amount: dollars(cents), why }))
      return [one.id, { proposal: proposed && amounts ? { bills: amounts, certainty: proposed.certainty } : null, named }]
    }),
  )
}

type PaidBill = { billId: string; orderId: string; name: string; amount: number }

async function paidBy(db: Queryable, rows: Row[]): Promise<Map<string, PaidBill[]>> {
  const decided = rows.filter(({ outcome }) => outcome === 'matched').map(({ id }) => id)
  if (decided.length === 0) return new Map()
  const { rows: receipts } = await db.execute<{ movement_id: string; bill_id: string; amount_cents: string }>(sql`
    select movement_id, bill_id, amount_cents from bill_receipts
    where movement_id in (select id::uuid from jsonb_array_elements_text(${JSON.stringify(decided)}::jsonb) as decided (id))
    order by position`)
  const billIds = JSON.stringify([...new Set(receipts.map(({ bill_id }) => bill_id))])
  const now = await readBillsNow(db, sql`select id::uuid from jsonb_array_elements_text(${billIds}::jsonb) as asked (id)`)
  const bills = new Map(now.map((bill) => [bill.bill_id, presentBill(bill)]))
  const paid = new Map<string, PaidBill[]>()
  for (const { movement_id: movement, bill_id: billId, amount_cents: cents } of receipts) {
    const { orderId, name } = bills.get(billId)!
    paid.set(movement, [...(paid.get(movement) ?? []), { billId, orderId, name, amount: dollars(Number(cents)) }])
  }
  return paid
}
