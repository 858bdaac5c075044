import { eq, sql } from 'drizzle-orm'
import type { QuotesToVoid, VoidingFigures } from '#contract/quotes/voidings.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteVoidings } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { continueVoiding } from './continue-voiding.ts'
import { countVoidable } from './count-voidable.ts'
import { readCriteria } from './read-criteria.ts'

/**
 * Withdraws all versions that quote a part and were saved in a period. The request is recorded first, so that a job finishes
 * it if this process dies. Ordered versions stay.
 * @throws ShopError NOT_FOUND for an unknown part; INVALID_INPUT as `readCriteria`.
 */
export async function voidQuotes(
  services: Pick<Services, 'db' | 'settings'>,
  admin: Pick<Caller, 'userId'>,
  { reason, ...sent }: QuotesToVoid,
): Promise<VoidingFigures & { finished: boolean }> {
  const { db } = services
  const which = readCriteria(sent)
  const { partId, savedFrom, savedTo, priceBelow } = which
  const { ordered } = await countVoidable(db, which)
  const voidingId = await transaction(db, async (tx) => {
    const [part] = await tx.select({ id: parts.id }).from(parts).where(eq(parts.id, partId))
    if (!part) throw new ShopError('NOT_FOUND')
    const [voiding] = await tx
      .insert(quoteVoidings)
      .values({ ...which, adminId: admin.userId, reason: reason.trim() })
      .returning({ id: quoteVoidings.id })
    await writeAudit(tx, admin, 'void-quotes', partId, {
      from: savedFrom.toISOString(),
      to: savedTo.toISOString(),
      ...(priceBelow !== null && { below: priceBelow }),
    })
    return voiding!.id // insert ... returning always yields its row
  })
  const finished = await continueVoiding(services, voidingId)
  const { rows } = await db.execute<Omit<VoidingFigures, 'ordered'>>(sql`
    select count(*)::int as versions, count(distinct kept.quote_id)::int as quotes, count(distinct quote.user_id)::int as buyers
    from quote_versions as kept join quotes as quote on quote.id = kept.quote_id
    where kept.voiding_id = ${voidingId}::uuid`)
  return { ...rows[0]!, ordered, finished } // an aggregate is always one row
}
