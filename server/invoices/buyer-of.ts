import type { InvoiceAddress } from '#contract/payments/billing.ts'
import type { InvoiceData, InvoiceParty } from '#contract/payments/invoices.ts'
import type { VatIdStatus } from '#contract/payments/tax.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { countryInText } from '../taxes/place-of-address.ts'
import { dayOf } from './day-of.ts'

type Place = InvoiceData['delivery']

/** Lines that a paper has above city and country. */
const MOST_LINES = 3

/** The buyer of an order, as their billing details said when it was placed, else with its own address. @param country where an address does not say its own. @param status the last answer about their VAT id. */
export function buyerOf(
  { shipTo, address, displayName, email, phone, tax, billing }: OrderRow,
  country: string,
  status = tax?.vatIdStatus,
): InvoiceParty {
  const company = billing?.company || (shipTo?.company ?? '')
  const vatId = hasNoVatId(tax, status) ? null : (tax?.vatId ?? billing?.vatId)
  const name = company === '' ? shipTo?.name || displayName || email : company
  return {
    name,
    ...(company !== '' && { contact: shipTo?.name || displayName }),
    ...placeOf(billing?.address ?? shipTo, { address, tax, billing }, country),
    email,
    ...(phone !== '' && { phone }),
    ...(vatId && { vatId }),
  }
}

/** Whether what was entered as a VAT id counted as none, so that a paper may not call it one. */
const hasNoVatId = (tax: OrderRow['tax'], status: VatIdStatus | undefined) =>
  tax?.category !== 'K' && (status === 'invalid' || (status === 'unverified' && tax?.reason === 'consumerElsewhere'))

/** Where the goods of a bill go: to the address of its first order. */
export function deliveryOf(orders: OrderRow[], country: string): Place {
  const { shipTo, address, tax, billing, displayName, email } = orders[0]! // a bill has orders
  const name = shipTo?.company || shipTo?.name || displayName || email
  const shipped = orders.map(({ shippedAt }) => shippedAt)
  const last = shipped.reduce((latest, time) => (latest && time && (time > latest ? time : latest)) || null)
  return { name, ...placeOf(shipTo, { address, tax, billing }, country), ...(last && { on: dayOf(last) }) }
}

function placeOf(
  shipTo: InvoiceAddress | null,
  { address, tax, billing }: Pick<OrderRow, 'address' | 'tax' | 'billing'>,
  country: string,
): Pick<Place, 'lines' | 'city' | 'state' | 'postalCode' | 'country' | 'countryUnprinted'> {
  if (shipTo) {
    const { street, city, state, postalCode } = shipTo
    return {
      lines: withoutEmpty([street]),
      city,
      ...(state && { state }),
      ...(postalCode !== '' && { postalCode }),
      country: shipTo.country,
    }
  }
  const lines = withoutEmpty(address.split(/\r?\n/))
  const rest = lines.slice(MOST_LINES - 1)
  return {
    lines: [...lines.slice(0, MOST_LINES - 1), ...(rest.length > 0 ? [rest.join(', ')] : [])],
    country: countryInText(address) ?? tax?.country ?? billing?.address?.country ?? country,
    countryUnprinted: true,
  }
}

const withoutEmpty = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
