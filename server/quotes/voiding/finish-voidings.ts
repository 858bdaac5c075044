import { asc, isNull } from 'drizzle-orm'
import { quoteVoidings } from '#database/tables/quotes.ts'
import type { Services } from '../../services.ts'
import { continueVoiding } from './continue-voiding.ts'

/** Goes on with each voiding that broke off, or had to leave a quote that was being ordered. */
export async function finishVoidings(services: Pick<Services, 'db' | 'settings'>): Promise<void> {
  const unfinished = await services.db
    .select({ id: quoteVoidings.id })
    .from(quoteVoidings)
    .where(isNull(quoteVoidings.finishedAt))
    .orderBy(asc(quoteVoidings.createdAt))
  for (const { id } of unfinished) await continueVoiding(services, id)
}
