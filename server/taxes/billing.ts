import { eq, sql } from 'drizzle-orm'
import type { Billing, BillingNow, InvoiceAddress } from '#contract/payments/billing.ts'
import { sellerMessages } from '#contract/payments/seller.ts'
import type { Database } from '#database/connect.ts'
import { billingDetails } from '#database/tables/taxes.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField } from '../errors.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { lookUpVatId } from './check-vat-ids.ts'
import { readVatId } from './read-vat-id.ts'

const NOTHING: BillingNow = { company: '', vatId: '', vatIdStatus: null, address: null }

export async function findBilling(db: Database, userId: string): Promise<BillingNow> {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, userId))
  if (!row) return NOTHING
  const { company, vatId, vatIdStatus, address } = row
  return { company, vatId: vatId ?? '', vatIdStatus, address }
}

/**
 * Changes what a buyer's invoices say. A new VAT id is looked up after it is stored, so an order placed in between has it as `unverified`.
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
    const isSame = sql`${billingDetails.vatId} is not distinct from ${vatId}::text`
    await tx
      .insert(billingDetails)
      .values({ userId, ...values, vatIdStatus: vatId === null ? null : 'unverified', askAt: vatId === null ? null : sql`now()` })
      .onConflictDoUpdate({
        target: billingDetails.userId,
        set: {
          ...values,
          // What is known of the same VAT id stays.
          vatIdStatus: sql`case when ${isSame} then ${billingDetails.vatIdStatus} when ${vatId}::text is not null then 'unverified' end`,
          checkedAt: sql`case when ${isSame} then ${billingDetails.checkedAt} end`,
          askAt: sql`case when ${isSame} then ${billingDetails.askAt} when ${vatId}::text is not null then now() end`,
          updatedAt: sql`now()`,
        },
      })
  })
  await lookUpVatId(services, userId)
  return findBilling(db, userId)
}

const trimmed = ({ street, city, state = '', postalCode, country }: InvoiceAddress): InvoiceAddress => ({
  street: street.trim(),
  city: city.trim(),
  ...(state.trim() !== '' && { state: state.trim() }),
  postalCode: postalCode.trim(),
  country,
})
