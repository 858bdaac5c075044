import type Stripe from 'stripe'
import { stateOfVatId, type TaxCategory } from '#contract/payments/tax.ts'
import { askStripe } from '../platform/stripe/ask-stripe.ts'
import { connectStripe, type StripeSettings } from '../platform/stripe/connect-stripe.ts'
import type { TaxCalculator } from './tax-services.ts'

/** Tangible goods in general, by Stripe's list of tax codes. */
const GOODS = 'txcd_99999999'

/** Stripe Tax: one calculation for the amounts of one address, which Stripe charges for. */
export function stripeTax(settings: StripeSettings): TaxCalculator {
  const stripe = connectStripe(settings)
  return {
    async calculate({ to, netCents, vatId }) {
      const { country, postalCode: postal_code, city = '', state = '', street: line1 = '' } = to
      const calculation = await askStripe(() =>
        stripe.tax.calculations.create({
          currency: 'usd',
          line_items: netCents.map((amount, index) => ({
            amount,
            reference: `line ${index + 1}`,
            tax_behavior: 'exclusive',
            tax_code: GOODS,
          })),
          customer_details: {
            address: { country, postal_code, ...(city && { city }), ...(state && { state }), ...(line1 && { line1 }) },
            address_source: 'shipping',
            ...(vatId !== undefined && { tax_ids: [{ type: kindOf(vatId), value: vatId }] }),
          },
        }),
      )
      return {
        id: calculation.id ?? '',
        netCents: netCents.reduce((sum, cents) => sum + cents, 0),
        taxCents: calculation.tax_amount_exclusive,
        category: categoryOf(calculation),
      }
    },
  }
}

const KINDS: Record<string, Stripe.Tax.CalculationCreateParams.CustomerDetails.TaxId.Type> = { CH: 'ch_vat', GB: 'gb_vat', NO: 'no_vat' }
const kindOf = (vatId: string) => KINDS[stateOfVatId(vatId)] ?? 'eu_vat'

/** The reason, where no tax is charged. */
function categoryOf({ tax_amount_exclusive, tax_breakdown }: Stripe.Tax.Calculation): TaxCategory {
  if (tax_amount_exclusive > 0) return 'S'
  const reasons = new Set(tax_breakdown.map(({ taxability_reason }) => taxability_reason))
  if (reasons.has('reverse_charge')) return 'K'
  if (reasons.has('customer_exempt') || reasons.has('product_exempt')) return 'E'
  return reasons.has('zero_rated') ? 'Z' : 'O'
}
