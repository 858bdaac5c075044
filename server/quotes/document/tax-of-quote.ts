import { sql } from 'drizzle-orm'
import { countryName } from '#contract/basics/countries.ts'
import { dollarsToCents, toCents, type Cents } from '#contract/basics/money.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { TaxPart } from '#contract/payments/taxes.ts'
import type { Queryable } from '#database/connect.ts'
import { listAddresses } from '../../addresses/list-addresses.ts'
import { ProviderUnavailable, ShopError } from '../../errors.ts'
import { countAttempt } from '../../identity/limit-attempts.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { decideTaxes } from '../../taxes/decide-taxes.ts'
import { sumTaxes } from '../../taxes/preview-tax.ts'
import type { QuoteFacts } from '../find-quote.ts'

/** What a file says about the tax of a quote, in dollars. Without parts and `due` where it is not known; `note` says for which delivery. */
export type QuoteTax = { parts: TaxPart[]; due: number | null; note: string }

const unknown = (note: string): QuoteTax => ({ parts: [], due: null, note })

async function charges(services: Pick<Services, 'db' | 'settings'>) {
  await applySettings(services)
  return services.settings.shop.tax?.charges ?? 'none'
}

/**
 * The tax in the owner's file of a quote: as decided when it was ordered; before that as decided now for their default address. Null where
 * none applies.
 * @throws ShopError TOO_MANY_REQUESTS
 */
export async function findQuoteTax(services: Services, userId: string, quote: QuoteFacts): Promise<QuoteTax | null> {
  if (quote.orderedAt !== null) {
    const { amounts, decisions } = await orderedTaxes(services.db, quote)
    return withNote(sumTaxes(amounts, decisions), 'As it was ordered.')
  }
  const netCents = dollarsToCents(quote.total)
  if ((await charges(services)) === 'none' || !netCents) return null
  await countAttempt(services.db, 'tax-preview', userId)
  const to = (await listAddresses(services.db, userId)).find(({ isDefault }) => isDefault)
  const note = to
    ? `For delivery to ${countryName(to.country) ?? to.country}, your usual address.`
    : 'For delivery to no known country yet.'
  try {
    return withNote(sumTaxes([{ netCents }], await decideTaxes(services, { userId }, [{ netCents, to }])), note)
  } catch (error) {
    const isNotCalculated = error instanceof ProviderUnavailable || (error instanceof ShopError && error.code === 'INVALID_INPUT')
    if (!isNotCalculated) throw error
    return unknown('Prices are without tax, which could not be calculated for your usual address. It is told before you order.')
  }
}

/** Readers of a private link are unknown: the destination decides. */
export const taxOfSharedQuote = async (services: Pick<Services, 'db' | 'settings'>): Promise<QuoteTax | null> =>
  (await charges(services)) === 'none' ? null : unknown('Prices are without tax, which depends on the buyer and on where the goods go.')

const withNote = (tax: ReturnType<typeof sumTaxes>, note: string): QuoteTax | null => tax && { parts: tax.parts, due: tax.due, note }

/** The lines of a version with the tax decisions of their orders, which were placed in the order of the lines. */
async function orderedTaxes(
  db: Queryable,
  { _id, version }: QuoteFacts,
): Promise<{ amounts: { netCents: Cents }[]; decisions: (TaxDecision | null)[] }> {
  const { rows } = await db.execute<{ total_cents: string; tax: TaxDecision | null }>(sql`
    with ordered as (
      select row_number() over (order by orders.position) as row, orders.tax
      from orders join order_groups on order_groups.id = orders.group_id
      where order_groups.quote_id = ${_id}::uuid and order_groups.quote_version = ${version}::int
    )
    select line.total_cents, ordered.tax from quote_lines as line join ordered on ordered.row = line.row
    where line.quote_id = ${_id}::uuid and line.version = ${version}::int order by line.row`)
  return {
    amounts: rows.map(({ total_cents }) => ({ netCents: toCents(Number(total_cents)) })),
    decisions: rows.map(({ tax }) => tax),
  }
}
