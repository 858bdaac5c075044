import { sql, type SQL } from 'drizzle-orm'
import type { CallResponse } from '#contract/basics/call.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { SET_ASIDE_ROWS, type CrowdedPart, type setAsideCalls } from '#contract/people/set-aside.ts'
import { openStates } from '#database/tables/orders.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { isStaff } from '../identity/require-admin-for-staff.ts'
import { stepOfUsersRow, type TrustStep } from '../trust/find-trust.ts'
import { crowdedParts, largeSetAsides } from './joint-set-aside.ts'

type Figures = { lines: number; pieces: string; cents: string; largest_share: number }
type AccountRow = Figures & {
  email: string
  is_staff: boolean
  is_large: boolean
  trust: TrustStep
  blocked: boolean
  bills: number
  network: string | null
  until: Date | null
}

/** Unpaid orders and live holds, with the time at which each goes back into stock unless it is paid. */
const aside = ({ unpaidOrderDays }: Settings) => sql`
  aside as materialized (
    select user_id, part_id, quantity - made_pieces as quantity, total_cents as cents, coalesce(group_id, id) as bill, network,
      coalesce(pay_by, placed_at + make_interval(days => ${unpaidOrderDays}::int)) as until
    from orders where state in ${openStates}
    union all
    select user_id, part_id, quantity, round(unit_price * quantity * 100)::bigint, id, network, expires_at
    from holds where state = 'held'
  )`

/** The largest share of a part's stock that each account or network has, as limited by trust. */
const largestShares = (of: SQL) => sql`
  largest as (
    select ${of}, coalesce(max(pieces::float8 / nullif(available + pieces, 0)), 0) as share
    from (select ${of}, part_id, sum(quantity) as pieces from aside group by 1, 2) as of_part
    join parts on parts.id = part_id
    group by 1
  )`

/** The accounts with most set aside without paying, and networks of accounts that are not proven. */
export async function listSetAside({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<CallResponse<typeof setAsideCalls.all>> {
  const accounts = await db.execute<AccountRow>(sql`
    with ${aside(settings)}, ${largestShares(sql`user_id`)}
    select email, is_large, ${isStaff} as is_staff, ${stepOfUsersRow(settings)} as trust, disabled_at is not null as blocked, largest.share as largest_share, sums.*
    from (
      select user_id, count(distinct bill)::int as bills, count(*)::int as lines, sum(quantity) as pieces, sum(cents) as cents,
        mode() within group (order by network) as network, max(until) as until, row_number() over (order by sum(cents) desc) as place,
        user_id in (select user_id from ${largeSetAsides} as large) as is_large
      from aside group by user_id
    ) as sums
    join users on users.id = sums.user_id
    join largest using (user_id)
    where place <= ${SET_ASIDE_ROWS}::int or is_large
    order by sums.cents desc, email`)
  const parts = await db.execute<CrowdedPart>(sql`
    select part_id as "partsId", name, part_number as "partNumber", crowded.pieces::float8 as pieces, crowded.available::float8 as available
    from ${crowdedParts(settings)} as crowded join parts on parts.id = part_id
    order by crowded.pieces / (crowded.available + crowded.pieces) desc, position`)
  const networks = await db.execute<Figures & { network: string; accounts: number }>(sql`
    with ${aside(settings)}, ${largestShares(sql`network`)}
    select network, count(distinct user_id)::int as accounts, count(*)::int as lines, sum(quantity) as pieces, sum(cents) as cents,
      min(largest.share) as largest_share
    from aside join largest using (network)
    group by network order by sum(cents) desc, network limit ${SET_ASIDE_ROWS}::int`)
  return {
    accounts: accounts.rows.map(({ email, is_staff, is_large, trust, blocked, bills, network, until, ...row }) => ({
      email,
      isStaff: is_staff,
      large: is_large,
      trust,
      blocked,
      bills,
      network,
      until: until && new Date(until).toISOString(),
      ...figuresOf(row),
    })),
    parts: parts.rows,
    networks: networks.rows.map(({ network, accounts: count, ...row }) => ({ network, accounts: count, ...figuresOf(row) })),
  }
}

const figuresOf = ({ lines, pieces, cents, largest_share }: Figures) => ({
  lines,
  pieces: Number(pieces),
  total: centsToDollars(toCents(Number(cents))),
  largestShare: largest_share,
})
