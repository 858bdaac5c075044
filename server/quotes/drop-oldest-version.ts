import { sql } from 'drizzle-orm'
import { MAXIMUM_QUOTE_VERSIONS } from '#contract/basics/limits.ts'
import type { Transaction } from '#database/connect.ts'
import { isHoldingOffer } from './holding-offer.ts'
import { wasOrdered } from './was-ordered.ts'

/**
 * Makes room for another version of a quote: at the limit, deletes the oldest version with its lines. Ordered versions
 * and offers that hold are not counted and not deleted. A quote that had more versions before the limit existed keeps that number.
 */
export async function dropOldestVersion(tx: Transaction, quoteId: string): Promise<void> {
  await tx.execute(sql`
    with unordered as (
      select version from quote_versions as kept where quote_id = ${quoteId}::uuid and not ${wasOrdered} and not ${isHoldingOffer}
    ), oldest as (
      select min(version) as version from unordered having count(*) >= ${MAXIMUM_QUOTE_VERSIONS}
    ), emptied as (
      delete from quote_lines where quote_id = ${quoteId}::uuid and version = (select version from oldest)
    )
    delete from quote_versions where quote_id = ${quoteId}::uuid and version = (select version from oldest)`)
}
