import { and, eq } from 'drizzle-orm'
import { countryName } from '#contract/basics/countries.ts'
import { dollarsToCents, parseUnitPrice, toCents, totalOf, type Cents } from '#contract/basics/money.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { TaxPart } from '#contract/payments/taxes.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { quoteLines } from '#database/tables/quotes.ts'
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
  const netCents = dollarsToCents(quote.total + (quote.offer?.freight?.amount ?? 0))
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

/** The lines of a version as they were ordered, with freight and tax decisions of their orders, which were placed in the same order. */
async function orderedTaxes(
  db: Queryable,
  { _id, version }: QuoteFacts,
): Promise<{ amounts: { netCents: Cents }[]; decisions: (TaxDecision | null)[] }> {
  const lines = await db
    .select()
    .from(quoteLines)
    .where(and(eq(quoteLines.quoteId, _id), eq(quoteLines.version, version)))
    .orderBy(quoteLines.row)
  const placed = await db
    .select({ freightCents: orders.freightCents, tax: orders.tax })
    .from(orders)
    .innerJoin(orderGroups, eq(orderGroups.id, orders.groupId))
    .where(and(eq(orderGroups.quoteId, _id), eq(orderGroups.quoteVersion, version)))
    .orderBy(orders.position)
  // A line in several deliveries has become an order for each.
  const goods = lines.flatMap(({ totalCents, unitPrice, releases }) =>
    releases ? releases.map(({ pieces }) => totalOf(parseUnitPrice(unitPrice!)!, pieces)) : [totalCents ?? 0],
  )
  const amounts = goods.map((cents, index) => ({ netCents: toCents(cents + (placed[index]?.freightCents ?? 0)) }))
  return { amounts, decisions: placed.map(({ tax }) => tax) }
}
