import { sql, type SQL } from 'drizzle-orm'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import {
  OLDEST_COUNT_DAYS,
  stockFeedProblems,
  type FedLineAnswer,
  type StockFeed,
  type StockFeedProblem,
} from '#contract/parts/stock-feed.ts'
import type { Transaction } from '#database/connect.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { partIdOfNumber } from './parts-by-number.ts'

type Judged = { part_id: string | null; problem: StockFeedProblem | null; available: string | null; delta: string; short: string }

/**
 * Books lines of a feed, each by itself. A count that arrives late is corrected by the ledger's moves since then, so that pieces sold
 * in the meantime are not sold again; the stock never falls below 0. Counts and other settings of a stock replace each other in the
 * order of their times: an older one is refused.
 */
export async function feedStock(tx: Transaction, caller: Caller, { note = '', lines }: StockFeed): Promise<{ lines: FedLineAnswer[] }> {
  const asked = await lockParts(tx, lines)
  const { rows } = await tx.execute<Judged>(sql`
    with ${judged(asked)}, set_stock as (
      update parts set available = parts.available + delta from judged where id = part_id and problem is null and delta <> 0
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref, reason, note, actor_id, counted_at)
      select part_id, delta, case when is_count then 'set' else 'restock' end, gen_random_uuid(), reason, ${note.trim()}, ${caller.userId}, counted_at
      from judged where problem is null and delta <> 0
    ), counted as (
      insert into stock_counts (part_id, counted_at) select part_id, counted_at from judged where problem is null and is_count
      on conflict (part_id) do update set counted_at = excluded.counted_at
    )
    select part_id, problem, available + case when problem is null then delta else 0 end as available,
      case when problem is null then delta else 0 end as delta, case when problem is null then short else 0 end as short
    from judged order by turn`)
  const changed = rows.filter(({ delta }) => Number(delta) !== 0).length
  await writeAudit(tx, caller, 'book-stock', 'sheet', { change: 'feed', note: note.trim(), lines: lines.length, parts: changed })
  return { lines: rows.map((row, index) => presentLine(lines[index]!.partNumber, row)) } // a row for each line
}

/**
 * The lines with the ids of their parts. Their rows are locked in the order of ids, as in every transaction; otherwise two could deadlock.
 * The ledger is read by the next statement, which sees the purchases that this one has waited for.
 */
async function lockParts(tx: Transaction, lines: StockFeed['lines']): Promise<string> {
  const { rows } = await tx.execute<{ asked: object[] }>(sql`
    with asked as (
      select line, turn, ${partIdOfNumber(sql`line ->> 'partNumber'`)} as part_id
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as given (line, turn)
    ), locked as materialized (
      select id from parts where id in (select part_id from asked) and deleted_at is null order by id for no key update
    )
    select jsonb_agg(line || jsonb_build_object('turn', turn, 'part_id', locked.id)) as asked from asked left join locked on id = part_id`)
  return JSON.stringify(rows[0]!.asked) // an aggregate is always one row
}

/**
 * Each line with the resulting stock. Moves since a count exclude counts. Pieces that a buyer held at that time (`taken`) were on the
 * shelf and of no order yet, so they were counted as free.
 */
const judged = (asked: string): SQL => sql`
  asked as (
    select turn, part_id, add, counted, "countedAt" as said_at, least("countedAt", now()) as counted_at, counted is not null as is_count,
      coalesce(reason, case when counted is null then 'received' else 'counted' end) as reason
    from jsonb_to_recordset(${asked}::jsonb)
      as line (turn bigint, part_id uuid, add bigint, counted bigint, "countedAt" timestamptz, reason text)
  ), taken as (
    select part_id, quantity, created_at, null::timestamptz as ended_at from holds where state = 'held'
    union all
    select hold.part_id, hold.quantity, hold.created_at, placed_at from orders join holds as hold on hold.id = hold_id
    where placed_at > (select min(counted_at) from asked)
    union all
    select hold.part_id, hold.quantity, hold.created_at, move.created_at from stock_moves as move join holds as hold on hold.id = ref
    where kind = 'release' and move.created_at > (select min(counted_at) from asked)
  ), since as (
    select asked.*, available, coalesce((
        select sum(move.delta) from stock_moves as move
        where move.part_id = asked.part_id and move.created_at > asked.counted_at and move.kind not in ('set', 'opening')
      ), 0) - coalesce((
        select sum(quantity) from taken
        where taken.part_id = asked.part_id and created_at <= asked.counted_at and coalesce(ended_at > asked.counted_at, true)
      ), 0) as moved_since,
      row_number() over (partition by asked.part_id order by turn) > 1 as is_twice,
      exists (select from stock_counts as last where last.part_id = asked.part_id and last.counted_at > asked.counted_at)
        or exists (
          select from stock_moves as move
          where move.part_id = asked.part_id and move.kind in ('set', 'opening') and move.counted_at is null and move.created_at > asked.counted_at
        ) as is_outdated
    from asked left join parts on id = asked.part_id
  ), judged as (
    select turn, part_id, available, reason, is_count, counted_at,
      case when is_count then greatest(counted + moved_since, 0) - available else add end as delta,
      case when is_count then greatest(-(counted + moved_since), 0) else 0 end as short,
      case
        when (add is null) = (counted is null) or is_count <> (said_at is not null) then 'unclear'
        when part_id is null then 'unknown'
        when is_twice then 'twice'
        when said_at > now() + interval '1 minute' then 'future'
        when said_at < now() - make_interval(days => ${OLDEST_COUNT_DAYS}::int) then 'tooOld'
        when is_outdated then 'outdated'
        when counted < 0 or case when is_count then counted + moved_since > ${MAXIMUM_STOCK}
          else available + add not between 0 and ${MAXIMUM_STOCK} end then 'outOfBounds'
      end as problem
    from since
  )`

const presentLine = (partNumber: string, { part_id, problem, available, delta, short }: Judged): FedLineAnswer => ({
  partNumber,
  done: problem === null,
  message: problem && stockFeedProblems[problem],
  partsId: part_id,
  available: available === null ? null : Number(available),
  changed: Number(delta),
  short: Number(short),
})
