import { sql } from 'drizzle-orm'
import { openStates } from '#database/tables/orders.ts'
import type { Settings } from '../platform/settings/settings.ts'

/**
 * Pieces of each part that all accounts which have never paid have set aside together. Their unpaid orders and live holds carry a
 * network until the account pays.
 */
const jointlyAside = sql`(
  select part_id, sum(quantity) as pieces from (
    select part_id, quantity from orders where state in ${openStates} and network is not null
    union all
    select part_id, quantity from holds where state = 'held' and network is not null
  ) as lines group by part_id)`

/** Their pieces of all parts, and their largest share of one part's pieces, 0 to 1, as JSON. */
export const jointFigures = sql`(
  select json_build_object('pieces', coalesce(sum(pieces), 0), 'largestShare', coalesce(max(pieces / (available + pieces)), 0))
  from ${jointlyAside} as aside join parts on parts.id = part_id)`

/** Share of the limit of a part from which on admins are warned. */
const WARNED_FROM = 0.8

/** Rows of `part_id`, `pieces` and `available`: the parts of which they have nearly as much as `joint-share` lets them have. */
export const crowdedParts = ({ trust }: Pick<Settings, 'trust'>) => sql`(
  select part_id, pieces, available from ${jointlyAside} as aside join parts on parts.id = part_id
  where pieces >= (available + pieces) * ${(trust.confirmed.jointShare / 100) * WARNED_FROM}::float8)`
