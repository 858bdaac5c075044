import { carriedBy } from '#contract/orders/carriers.ts'
import { formatCount } from '#contract/basics/figures.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { parcelWords as words } from '#app/words/parcels.ts'

/** What an order's timeline says about a parcel: '500 pieces by DHL 1234567890', and what a correction has changed. */
export function ParcelEvent({ parcel }: { parcel: NonNullable<OrderEvent['parcel']> }) {
  const { pieces, before } = parcel
  const text = before
    ? words.correction(carriedBy(before) || words.nothing, carriedBy(parcel) || words.nothing)
    : words.by(formatCount(pieces), carriedBy(parcel))
  return <p className="wrap-anywhere figures">{text}</p>
}
