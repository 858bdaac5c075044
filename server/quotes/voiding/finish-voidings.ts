import { asc, isNull } from 'drizzle-orm'
import { quoteVoidings } from '#database/tables/quotes.ts'
import type { Services } from '../../services.ts'
import { continueVoiding } from './continue-voiding.ts'

/** Continues each voiding that was interrupted, or that skipped a locked quote. */
export async function finishVoidings(services: Pick<Services, 'db' | 'settings'>): Promise<void> {
  const unfinished = await services.db
    .select({ id: quoteVoidings.id })
    .from(quoteVoidings)
    .where(isNull(quoteVoidings.finishedAt))
    .orderBy(asc(quoteVoidings.createdAt))
  for (const { id } of unfinished) await continueVoiding(services, id)
}
