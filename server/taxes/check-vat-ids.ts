import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { billingDetails } from '#database/tables/taxes.ts'
import type { Services } from '../services.ts'

const AT_A_TURN = 20
/** Minutes until an unavailable register is asked again; an answer is used for days. */
const AGAIN_MINUTES = 30
const KNOWN_DAYS = 30

type Shop = Pick<Services, 'db' | 'taxes'>

/** Looks up VAT ids that are due: those that were not verified, and those that were verified long ago. Returns how many. */
export async function checkVatIds(shop: Shop): Promise<number> {
  const due = await shop.db
    .select({ userId: billingDetails.userId })
    .from(billingDetails)
    .where(lte(billingDetails.askAt, sql`now()`))
    .orderBy(asc(billingDetails.askAt))
    .limit(AT_A_TURN)
  for (const { userId } of due) await lookUpVatId(shop, userId)
  return due.length
}

/**
 * Asks the register about a buyer's VAT id, if that is due, and writes the answer unless the buyer has changed it in the meantime. A
 * register that is not reachable changes nothing that was known.
 */
export async function lookUpVatId({ db, taxes }: Shop, userId: string): Promise<void> {
  // Of several processes, one asks; if it dies, the next turn asks again.
  const [due] = await db
    .update(billingDetails)
    .set({ askAt: sql`now() + make_interval(mins => ${AGAIN_MINUTES}::int)` })
    .where(and(eq(billingDetails.userId, userId), lte(billingDetails.askAt, sql`now()`)))
    .returning({ vatId: billingDetails.vatId })
  if (!due?.vatId) return
  const ofThisId = and(eq(billingDetails.userId, userId), eq(billingDetails.vatId, due.vatId))
  if (!taxes.vatIds.knows(due.vatId)) {
    await db.update(billingDetails).set({ askAt: null }).where(ofThisId)
    return
  }
  const status = await taxes.vatIds.check(due.vatId)
  if (status === 'unverified') return
  await db
    .update(billingDetails)
    .set({ vatIdStatus: status, checkedAt: sql`now()`, askAt: sql`now() + make_interval(days => ${KNOWN_DAYS}::int)` })
    .where(ofThisId)
}
