import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Params } from './stripe-forms.ts'

const ALLOWED =
  /^(currency|line_items\[\d+\]\[(amount|reference|tax_behavior|tax_code)\]|customer_details\[(address_source|address\]\[(country|postal_code|city|state|line1)|tax_ids\]\[\d\]\[(type|value))\])$/

/** A calculation of Stripe Tax: each line is taxed at the rate of its postal code and rounded separately, as Stripe does. */
export function taxAnswer(
  params: Params,
  rateOf: (postalCode: string, country: string) => number | undefined,
  invalid: (code: string, message: string) => Error,
): Stripe.Tax.Calculation {
  const unknown = Object.keys(params).filter((name) => !ALLOWED.test(name))
  if (unknown.length > 0) throw invalid('parameter_unknown', `Received unknown parameter: ${unknown.join(', ')}`)
  const country = params['customer_details[address][country]'] ?? ''
  const postalCode = params['customer_details[address][postal_code]'] ?? ''
  const rate = rateOf(postalCode, country)
  if (rate === undefined) throw invalid('customer_tax_location_invalid', 'We could not determine the customer’s tax location.')
  const amounts = Object.entries(params).flatMap(([name, value]) => (name.endsWith('[amount]') ? [Number(value)] : []))
  const tax = amounts.reduce((sum, amount) => sum + Math.round((amount * rate) / 100), 0)
  const hasVatId = params['customer_details[tax_ids][0][value]'] !== undefined
  const net = amounts.reduce((sum, amount) => sum + amount, 0)
  const answer = {
    id: `taxcalc_${randomBytes(12).toString('hex')}`,
    object: 'tax.calculation',
    amount_total: net + (hasVatId ? 0 : tax),
    tax_amount_exclusive: hasVatId ? 0 : tax,
    tax_amount_inclusive: 0,
    currency: params['currency'],
    tax_breakdown: [
      {
        amount: hasVatId ? 0 : tax,
        inclusive: false,
        taxable_amount: net,
        taxability_reason: hasVatId ? 'reverse_charge' : rate > 0 ? 'standard_rated' : 'not_collecting',
      },
    ],
  }
  return answer as unknown as Stripe.Tax.Calculation
}
