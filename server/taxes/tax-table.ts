import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { missingSellerFields } from '#contract/payments/seller.ts'
import { taxMessages, type NewTaxRate, type TaxRate, type TaxTable } from '#contract/payments/taxes.ts'
import type { Database } from '#database/connect.ts'
import { taxRates } from '#database/tables/taxes.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'

const today = sql`(now() at time zone 'utc')::date`

/** The rate is the one of its country now, was so before, or will be. */
const state = sql<TaxRate['state']>`case
  when tax_rates.from_day > ${today} then 'planned'
  when exists (
    select from tax_rates later where later.country = tax_rates.country and later.from_day > tax_rates.from_day and later.from_day <= ${today}
  ) then 'past'
  else 'now' end`

const shown = { _id: taxRates.id, country: taxRates.country, from: taxRates.fromDay, rateBp: taxRates.rateBp, state }
const present = ({ rateBp, ...rate }: Omit<TaxRate, 'rate'> & { rateBp: number }): TaxRate => ({ ...rate, rate: rateBp / 100 })

export async function findTaxTable({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<TaxTable> {
  const rates = await db.select(shown).from(taxRates).orderBy(asc(taxRates.country), desc(taxRates.fromDay))
  await applySettings({ db, settings })
  const { seller, tax } = settings.shop
  return {
    rates: rates.map(present),
    charges: tax?.charges ?? 'none',
    seller: seller?.country ?? null,
    missing: missingSellerFields(settings.shop),
  }
}

/** @throws ShopError INVALID_INPUT for a day before today, or one that has a rate of this country. */
export async function addTaxRate(db: Database, admin: Caller, { country, from, rate }: NewTaxRate): Promise<TaxRate> {
  const rateBp = Math.round(rate * 100)
  return transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ today: string }>(sql`select ${today}::text as today`)
    if (from < rows[0]!.today) throw invalidField('from', taxMessages.rateInPast)
    const [added] = await tx
      .insert(taxRates)
      .values({ country, fromDay: from, rateBp })
      .onConflictDoNothing()
      .returning({ id: taxRates.id })
    if (!added) throw invalidField('from', taxMessages.rateKnown)
    await writeAudit(tx, admin, 'add-tax-rate', country, { from, rate: `${rateBp / 100} %` })
    const [written] = await tx.select(shown).from(taxRates).where(eq(taxRates.id, added.id))
    return present(written!) // it was just inserted
  })
}

/** @throws ShopError NOT_FOUND; INVALID_INPUT for a rate that has begun. */
export async function removeTaxRate(db: Database, admin: Caller, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const [removed] = await tx
      .delete(taxRates)
      .where(and(eq(taxRates.id, id), gt(taxRates.fromDay, today)))
      .returning()
    if (removed) {
      await writeAudit(tx, admin, 'remove-tax-rate', removed.country, { from: removed.fromDay, rate: `${removed.rateBp / 100} %` })
      return 1
    }
    const [begun] = await tx.select({ id: taxRates.id }).from(taxRates).where(eq(taxRates.id, id))
    if (!begun) throw new ShopError('NOT_FOUND')
    throw invalidField('from', taxMessages.rateBegun)
  })
}
