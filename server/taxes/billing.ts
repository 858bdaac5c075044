import { eq, sql } from 'drizzle-orm'
import type { Billing, BillingNow, InvoiceAddress } from '#contract/payments/billing.ts'
import { sellerMessages } from '#contract/payments/seller.ts'
import type { Database } from '#database/connect.ts'
import { billingDetails, vatIds } from '#database/tables/taxes.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField } from '../errors.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { lookUpVatId, noteVatId } from './check-vat-ids.ts'
import { readVatId } from '../../readers/values/vat-id.ts'

const NOTHING: BillingNow = { company: '', vatId: '', vatIdStatus: null, address: null }

export async function findBilling(db: Database, userId: string): Promise<BillingNow> {
  const [row] = await db
    .select({ company: billingDetails.company, vatId: billingDetails.vatId, status: vatIds.status, address: billingDetails.address })
    .from(billingDetails)
    .leftJoin(vatIds, eq(vatIds.vatId, billingDetails.vatId))
    .where(eq(billingDetails.userId, userId))
  if (!row) return NOTHING
  const { company, vatId, status, address } = row
  return { company, vatId: vatId ?? '', vatIdStatus: vatId === null ? null : (status ?? 'unverified'), address }
}

/**
 * Changes what a buyer's invoices say. Another VAT id is looked up after it is stored; until the register answers, its last answer about this
 * id counts, and one that it has never answered is `unverified`.
 * @throws ShopError INVALID_INPUT for a VAT id whose form or check digits are wrong; TOO_MANY_REQUESTS.
 */
export async function saveBilling(services: Services, caller: Caller, { company, vatId: typed, address }: Billing): Promise<BillingNow> {
  const { db } = services
  const { userId } = caller
  const vatId = typed.trim() === '' ? null : (readVatId(typed) ?? null)
  if (vatId === null && typed.trim() !== '') throw invalidField('vatId', sellerMessages.vatIdInvalid)
  await transaction(db, async (tx) => {
    await requireLiveCaller(tx, caller)
    await countAttempt(tx, 'billing', userId)
    const values = { company: company.trim(), vatId, address: address && trimmed(address) }
    const [before] = await tx.select({ vatId: billingDetails.vatId }).from(billingDetails).where(eq(billingDetails.userId, userId))
    if (vatId !== null && vatId !== before?.vatId) await noteVatId(tx, vatId)
    const known = sql`(select status from vat_ids where vat_id = ${vatId}::text)`
    const saved = { ...values, vatIdStatus: known, checkedAt: null, askAt: null, updatedAt: sql`now()` }
    await tx
      .insert(billingDetails)
      .values({ userId, ...saved })
      .onConflictDoUpdate({ target: billingDetails.userId, set: saved })
  })
  if (vatId !== null) await lookUpVatId(services, vatId)
  return findBilling(db, userId)
}

const trimmed = ({ street, city, state = '', postalCode, country }: InvoiceAddress): InvoiceAddress => ({
  street: street.trim(),
  city: city.trim(),
  ...(state.trim() !== '' && { state: state.trim() }),
  postalCode: postalCode.trim(),
  country,
})
