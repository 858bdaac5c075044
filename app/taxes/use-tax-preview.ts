import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { taxCalls, type TaxPreview } from '#contract/payments/taxes.ts'
import { callApi } from '#app/api/api.ts'
import { keyOf } from '#app/api/queries.ts'

/** `address` is one text, with its `country` where that was chosen beside it. */
type Amount = { total: number; shipTo?: ShipTo | undefined; address?: string; country?: string | undefined }

const placeOf = ({ country, postalCode, city, state, street }: ShipTo) => ({ country, postalCode, city, street, ...(state && { state }) })

/**
 * The tax of amounts that would be ordered together now; undefined while it is not known, null where the shop charges none. `seen` is
 * to be sent along with the order, which is refused where the sum shown is still that of another address.
 */
export function useTaxPreview(amounts: Amount[]): { tax: TaxPreview['tax'] | undefined; seen: { amountDue?: number } } {
  const asked = amounts.map(({ total, shipTo, address, country }) => ({
    total,
    ...(shipTo ? { shipTo: placeOf(shipTo) } : { ...(address && { address }), ...(country && { country }) }),
  }))
  const preview = useQuery({
    queryKey: [...keyOf(taxCalls.preview), asked],
    queryFn: ({ signal }) => callApi(taxCalls.preview, { body: { amounts: asked }, signal }),
    placeholderData: keepPreviousData,
  })
  const tax = preview.data?.tax
  return { tax, seen: tax ? { amountDue: tax.due } : {} }
}
