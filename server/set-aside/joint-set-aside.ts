import { sql } from 'drizzle-orm'
import { openStates } from '#database/tables/orders.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { hasPaid } from '../trust/find-trust.ts'

/** Unpaid orders and live holds; `network` where they count for it. */
const aside = sql`(
  select user_id, part_id, quantity - made_pieces as quantity, total_cents as cents, network from orders where state in ${openStates}
  union all
  select user_id, part_id, quantity, round(unit_price * quantity * 100)::bigint, network from holds where state = 'held')`

/** Pieces of each part that all accounts which have never paid have set aside together. */
const jointlyAside = sql`(
  select part_id, sum(quantity) as pieces from ${aside} as each_line join users on users.id = each_line.user_id
  where network is not null and not ${hasPaid}
  group by part_id)`

/** Pieces of each part that each account has set aside, whoever it is, and their `share` of the part's pieces, 0 to 1. */
const asideOfAccounts = sql`(
  select user_id, part_id, pieces, cents, of_all, available + of_all as stock, pieces / nullif(available + pieces, 0) as share
  from (
    select user_id, part_id, sum(quantity) as pieces, sum(cents) as cents, sum(sum(quantity)) over (partition by part_id) as of_all
    from ${aside} as each_line group by user_id, part_id
  ) as of_account join parts on parts.id = part_id)`

/** Their pieces of all parts, and their largest share of one part's pieces, 0 to 1, as JSON. */
export const jointFigures = sql`(
  select json_build_object('pieces', coalesce(sum(pieces), 0), 'largestShare', coalesce(max(pieces / (available + pieces)), 0))
  from ${jointlyAside} as aside join parts on parts.id = part_id)`

/** Of all accounts: pieces, the largest share of one part's pieces that is set aside, and that one account has, 0 to 1, as JSON. */
export const asideFigures = sql`(
  select json_build_object('pieces', coalesce(sum(pieces), 0), 'largestShare', coalesce(max(of_all / nullif(stock, 0)), 0),
    'largestShareOfOne', coalesce(max(share), 0))
  from ${asideOfAccounts} as one)`

/** What is much for one account: this share of a part's pieces, or this sum. */
const MUCH_FOR_ONE = { share: 0.4, cents: 250_000_00 }

/** Rows of accounts that have set aside much, whatever they have paid: `user_id`, `pieces`, `cents`, and their largest `share` of one part. */
export const largeSetAsides = sql`(
  select user_id, sum(pieces) as pieces, sum(cents) as cents, coalesce(max(share), 0) as share
  from ${asideOfAccounts} as one group by user_id
  having coalesce(max(share), 0) >= ${MUCH_FOR_ONE.share}::float8 or sum(cents) >= ${MUCH_FOR_ONE.cents}::bigint)`

/** Share of the limit of a part from which on admins are warned. */
const WARNED_FROM = 0.8

/** Rows of `part_id`, `pieces` and `available`: the parts of which they have nearly as much as `joint-share` lets them have. */
export const crowdedParts = ({ trust }: Pick<Settings, 'trust'>) => sql`(
  select part_id, pieces, available from ${jointlyAside} as aside join parts on parts.id = part_id
  where pieces >= (available + pieces) * ${(trust.confirmed.jointShare / 100) * WARNED_FROM}::float8)`
