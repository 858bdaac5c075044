import { sql } from 'drizzle-orm'
import type { StockedPart } from '#contract/parts/low-stock.ts'
import type { Expected } from '#contract/parts/parts.ts'

/*
 * Deliveries beside rows of the table `parts`, in one statement with them. An index finds the delivery of each part that is read.
 */

const ofPart = sql`from expected_goods as coming where coming.part_id = parts.id and coming.arrived_at is null and coming.removed_at is null`
const earliest = sql`order by coming.expected_on, coming.created_at limit 1`

/** The earliest open delivery from today on (UTC), as shown to buyers: without what is promised to others. */
export const nextDelivery = sql<Expected | null>`(
  select json_build_object('date', coming.expected_on, 'pieces', coming.pieces - coming.promised_pieces)
  ${ofPart} and coming.expected_on >= current_date and coming.pieces > coming.promised_pieces ${earliest}
)`

/** The earliest open delivery, also a late one. */
export const awaited = sql<StockedPart['awaited'] | null>`(
  select json_build_object('date', coming.expected_on, 'pieces', coming.pieces, 'isLate', coming.expected_on < current_date) ${ofPart} ${earliest}
)`
