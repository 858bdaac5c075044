import { messages } from '#contract/basics/messages.ts'
import { centsToDollars, roundToCents, toCents, type Cents } from '#contract/basics/money.ts'
import { taxedTogether, taxOf, type TaxDecision } from '#contract/payments/tax.ts'
import type { TaxPart, TaxPreview } from '#contract/payments/taxes.ts'
import { invalidField } from '../errors.ts'
import { countAttempt } from '../identity/limit-attempts.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'
import { decideTaxes, type Taxable } from './decide-taxes.ts'
import { placeOfAddress, type SaidAddress } from './place-of-address.ts'
import type { Destination } from './tax-services.ts'

/**
 * The tax of amounts that would be ordered together now, as `orderQuote` and `placeOrder` decide it.
 * @throws ShopError INVALID_INPUT for an amount that is too large; TOO_MANY_REQUESTS, and what `decideTaxes` throws.
 */
export async function previewTax(
  services: Services,
  userId: string,
  amounts: ({ total: number; shipTo?: Destination | undefined } & Omit<SaidAddress, 'shipTo'>)[],
): Promise<TaxPreview> {
  await applySettings(services)
  if ((services.settings.shop.tax?.charges ?? 'none') === 'none') return { tax: null }
  const taxables = amounts.map(({ total, shipTo, ...said }, index): Taxable => {
    const netCents = roundToCents(total)
    if (netCents === undefined) throw invalidField(`amounts.${index}.total`, messages.invalidInput)
    return { netCents, to: shipTo ?? placeOfAddress(said) }
  })
  await countAttempt(services.db, 'tax-preview', userId)
  return { tax: sumTaxes(taxables, await decideTaxes(services, { userId }, taxables, { field: 'amounts.0.shipTo' })) }
}

/** The tax of amounts that are billed together; null where none of them is taxed. */
export function sumTaxes(amounts: Pick<Taxable, 'netCents'>[], decisions: (TaxDecision | null)[]): TaxPreview['tax'] {
  const taxed = amounts.flatMap(({ netCents }, index) => {
    const decision = decisions[index]
    return decision ? [{ netCents, decision }] : []
  })
  if (taxed.length === 0) return null
  const together = Map.groupBy(taxed, ({ decision }) => taxedTogether(decision))
  const parts = [...together.values()].map((ofOneRate): { cents: Cents; part: TaxPart } => {
    const net = sumOf(ofOneRate.map(({ netCents }) => netCents))
    const { decision } = ofOneRate[0]! // a group has an amount
    const cents = taxOf(net, decision)
    const { category, reason, rateBp } = decision
    return { cents, part: { net: centsToDollars(net), total: centsToDollars(cents), rate: rateBp / 100, category, reason } }
  })
  const tax = sumOf(parts.map(({ cents }) => cents))
  const net = sumOf(amounts.map(({ netCents }) => netCents))
  return {
    total: centsToDollars(tax),
    due: centsToDollars(toCents(net + tax)),
    parts: parts.map(({ part }) => part),
  }
}

const sumOf = (cents: Cents[]) => toCents(cents.reduce((sum, one) => sum + one, 0))
