import { eq, sql } from 'drizzle-orm'
import type { Cents } from '#contract/basics/money.ts'
import {
  countsAsVatId,
  decideTax,
  sellerStateOf,
  taxStateOf,
  type CalculatedTax,
  type TaxDecision,
  type VatIdStatus,
} from '#contract/payments/tax.ts'
import type { Queryable } from '#database/connect.ts'
import { billingDetails, taxRates, vatIds } from '#database/tables/taxes.ts'
import type { InvoiceAddress } from '#contract/payments/billing.ts'
import { taxMessages } from '#contract/payments/taxes.ts'
import { invalidField } from '../errors.ts'
import { StripeRefusal } from '../platform/stripe/ask-stripe.ts'
import type { Services } from '../services.ts'
import type { Destination, TaxInquiry } from './tax-services.ts'

/** An amount without tax, and where its goods go; undefined for an address that names no country: then the invoice address counts. */
export type Taxable = { netCents: Cents; to: Destination | undefined }

type Shop = Pick<Services, 'settings' | 'taxes'> & { db: Queryable }

/** A buyer, with VAT id and address of their billing details; or those of an order, and the day (YYYY-MM-DD) whose rates apply to it. */
export type TaxedBuyer =
  | { userId: string }
  | { vatId: string | undefined; day: string | undefined; invoiceAddress: InvoiceAddress | null | undefined }

/**
 * The current tax decision for each amount, by the settings that the caller has applied and the last answer about the buyer's VAT id; null for each where the shop charges none. With
 * a calculator it is asked once for each address, so no transaction may be open.
 * @param field names the address in a refusal; @param countryField the field of a missing country, without which the seller's counts.
 * @throws ShopError INVALID_INPUT for an address that the calculator cannot use.
 * @throws ProviderUnavailable while the calculator is not reachable: no order is placed at a guess.
 */
export async function decideTaxes(
  shop: Shop,
  buyer: TaxedBuyer,
  said: Taxable[],
  { field = 'address', countryField }: { field?: string | undefined; countryField?: string | undefined } = {},
): Promise<(TaxDecision | null)[]> {
  const { seller, tax } = shop.settings.shop
  const charges = tax?.charges ?? 'none'
  if (charges === 'none' || !seller?.country) return said.map(() => null)
  const { day, vatId, invoiceAddress } = await findVatId(shop.db, buyer)
  const amounts = said.map(({ netCents, to }) => ({ netCents, to: to ?? invoiceAddress ?? undefined }))
  if (countryField !== undefined && amounts.some(({ to }) => !to)) throw invalidField(countryField, taxMessages.countryNeeded)
  const { country, postalCode = '', city = '', state = '', street = '' } = seller
  const from = sellerStateOf({ country, postalCode })
  const trustsUnverified = tax?.unverifiedVatIds === 'trust'
  if (charges === 'vat') {
    const rates = await shop.db.select({ country: taxRates.country, from: taxRates.fromDay, rateBp: taxRates.rateBp }).from(taxRates)
    return amounts.map(({ to }) => decideTax({ from, to, vatId, trustsUnverified, rates, day }))
  }
  const home: Destination = { country, postalCode, city, state, street }
  return calculate(shop, amounts, { from, home, day, vatId, trustsUnverified }, field)
}

type Circumstances = { from: string; home: Destination; day: string; vatId: BuyersVatId; trustsUnverified: boolean }

/** One calculation for each address; the amounts without one are calculated for the seller's. */
async function calculate(
  { taxes }: Shop,
  amounts: Taxable[],
  { from, home, day, vatId, trustsUnverified }: Circumstances,
  field: string,
): Promise<TaxDecision[]> {
  const addressOf = ({ to }: Taxable) => JSON.stringify(to ?? home)
  const decisions = new Map<string, TaxDecision>()
  for (const [address, together] of Map.groupBy(amounts, addressOf)) {
    const to = together[0]!.to ?? home // a group has an amount
    const counted = vatId && countsAsVatId(vatId.status, trustsUnverified) ? vatId.id : undefined
    const inquiry = { to, netCents: together.map(({ netCents }) => netCents), vatId: counted }
    const { category, ...calculated } = await ask(taxes, inquiry, field)
    decisions.set(address, {
      category,
      rateBp: effectiveRate(calculated),
      reason: 'calculated',
      from,
      to: taxStateOf(to),
      of: calculated.taxCents > 0 ? taxStateOf(to) : null,
      day,
      country: to.country,
      ...(vatId && { vatId: vatId.id, vatIdStatus: vatId.status }),
      calculated,
    })
  }
  return amounts.map((amount) => decisions.get(addressOf(amount))!) // each has its address
}

async function ask({ calculator }: Services['taxes'], inquiry: TaxInquiry, field: string) {
  if (!calculator) throw new Error('The settings ask for Stripe Tax, which is not set up')
  try {
    return await calculator.calculate(inquiry)
  } catch (error) {
    if (error instanceof StripeRefusal) throw invalidField(field, taxMessages.addressNotTaxable)
    throw error
  }
}

/** About which rate a calculated tax is, in hundredths of a percent. */
const effectiveRate = ({ netCents, taxCents }: CalculatedTax) => (netCents === 0 ? 0 : Math.round((taxCents / netCents) * 10_000))

type BuyersVatId = { id: string; status: VatIdStatus } | undefined

/** With the last answer about it, the buyer's invoice address, and the day by the database's clock, YYYY-MM-DD by UTC. */
async function findVatId(
  db: Queryable,
  buyer: TaxedBuyer,
): Promise<{ day: string; vatId: BuyersVatId; invoiceAddress: InvoiceAddress | null }> {
  const [userId, ofOrder] = 'userId' in buyer ? [buyer.userId, undefined] : [null, buyer]
  const own = sql`coalesce(${billingDetails.vatId}, ${ofOrder?.vatId ?? null}::text)`
  const [found] = await db
    .select({
      day: sql<string>`(now() at time zone 'utc')::date::text`,
      id: sql<string | null>`${own}`,
      status: vatIds.status,
      address: billingDetails.address,
    })
    .from(sql`(select) as once`)
    .leftJoin(billingDetails, eq(billingDetails.userId, sql`${userId}::uuid`))
    .leftJoin(vatIds, eq(vatIds.vatId, own))
  const { day, id, status, address } = found! // always one row
  return {
    day: ofOrder?.day ?? day,
    vatId: id ? { id, status: status ?? 'unverified' } : undefined,
    invoiceAddress: ofOrder?.invoiceAddress ?? address,
  }
}
