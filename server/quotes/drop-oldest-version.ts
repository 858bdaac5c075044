import { sql } from 'drizzle-orm'
import { MAXIMUM_QUOTE_VERSIONS } from '#contract/limits.ts'
import type { Transaction } from '#database/connect.ts'
import { wasOrdered } from './was-ordered.ts'

/**
 * Makes room for another version of a quote: when as many are kept as a quote may have, the oldest of them is deleted with
 * its lines. Versions that were ordered neither count nor go. A quote that had more before there was a bound keeps that
 * number.
 */
export async function dropOldestVersion(tx: Transaction, quoteId: string): Promise<void> {
  await tx.execute(sql`
    with unordered as (
      select version from quote_versions as kept where quote_id = ${quoteId}::uuid and not ${wasOrdered}
    ), oldest as (
      select min(version) as version from unordered having count(*) >= ${MAXIMUM_QUOTE_VERSIONS}
    ), emptied as (
      delete from quote_lines where quote_id = ${quoteId}::uuid and version = (select version from oldest)
    )
    delete from quote_versions where quote_id = ${quoteId}::uuid and version = (select version from oldest)`)
}
