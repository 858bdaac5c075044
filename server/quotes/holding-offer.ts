import { sql } from 'drizzle-orm'
import { wasOrdered } from './was-ordered.ts'

/** For rows that the statement calls `kept`: an offer of the shop that can still be ordered, also when it is not the newest version. */
export const isHoldingOffer = sql`(
  kept.offered_by is not null and kept.voiding_id is null and kept.valid_until > now() and not ${wasOrdered})`
