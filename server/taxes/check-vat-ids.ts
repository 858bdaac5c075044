import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from '#database/connect.ts'
import { billingDetails, vatIds } from '#database/tables/taxes.ts'
import { transaction } from '#database/transaction.ts'
import { billsToFollow, followVatId } from '../orders/decide-tax-anew.ts'
import { ProviderUnavailable, ShopError } from '../errors.ts'
import type { Services } from '../services.ts'

const AT_A_TURN = 20
/** Minutes until an unavailable register is asked again; an answer is used for days. */
const AGAIN_MINUTES = 30
const KNOWN_DAYS = 30

/** Notes that a VAT id is to be looked up, because a buyer has entered it; what is known of it counts until then. */
export async function noteVatId(db: Queryable, vatId: string): Promise<void> {
  await db
    .insert(vatIds)
    .values({ vatId, askAt: sql`now()` })
    .onConflictDoUpdate({ target: vatIds.vatId, set: { askAt: sql`now()` } })
}

/** Looks up VAT ids that are due: those that were not answered, and those that were answered long ago. Returns how many. */
export async function checkVatIds(services: Services): Promise<number> {
  await takeOver(services.db)
  const due = await services.db
    .select({ vatId: vatIds.vatId })
    .from(vatIds)
    .where(lte(vatIds.askAt, sql`now()`))
    .orderBy(asc(vatIds.askAt))
    .limit(AT_A_TURN)
  for (const { vatId } of due) await lookUpVatId(services, vatId)
  return due.length
}

/** VAT ids that the previous release has stored while it ran beside this one. */
async function takeOver(db: Queryable): Promise<void> {
  await db.execute(sql`
    with taken as (update billing_details set ask_at = null where ask_at <= now() returning vat_id)
    insert into vat_ids (vat_id, ask_at) select distinct vat_id, now() from taken where vat_id is not null on conflict do nothing`)
}

/**
 * Asks the register about a VAT id, if that is due, and writes the answer; unpaid orders follow it. A register that is not reachable changes
 * nothing that was known.
 * @param forPayment asks although it is not due, where there was no answer yet.
 */
export async function lookUpVatId(services: Services, vatId: string, { forPayment = false } = {}): Promise<void> {
  const { db, taxes } = services
  // Of several processes, one asks; if it dies, the next turn asks again.
  const [due] = await db
    .update(vatIds)
    .set({ askAt: sql`now() + make_interval(mins => ${AGAIN_MINUTES}::int)` })
    .where(and(eq(vatIds.vatId, vatId), or(lte(vatIds.askAt, sql`now()`), forPayment ? eq(vatIds.status, 'unverified') : undefined)))
    .returning()
  if (!due) return
  if (!taxes.vatIds.knows(vatId)) {
    await db.update(vatIds).set({ askAt: null }).where(eq(vatIds.vatId, vatId))
    return
  }
  const status = await taxes.vatIds.check(vatId)
  if (status === 'unverified') return
  await transaction(db, async (tx) => {
    await tx
      .update(vatIds)
      .set({ status, answeredAt: sql`now()`, askAt: sql`now() + make_interval(days => ${KNOWN_DAYS}::int)` })
      .where(eq(vatIds.vatId, vatId))
    // For the previous release.
    await tx
      .update(billingDetails)
      .set({ vatIdStatus: status, checkedAt: sql`now()` })
      .where(eq(billingDetails.vatId, vatId))
  })
  for (const billId of await billsToFollow(db, vatId)) await tryToFollow(services, billId)
}

/** A bill that cannot follow now keeps its tax until its payment is opened. */
async function tryToFollow(services: Services, billId: string): Promise<void> {
  try {
    await followVatId(services, billId)
  } catch (error) {
    if (!(error instanceof ShopError || error instanceof ProviderUnavailable)) throw error
    services.log.info({ err: error, billId }, 'the tax of an order could not follow the answer about its VAT id yet')
  }
}
