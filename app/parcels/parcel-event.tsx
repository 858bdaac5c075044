import { carriedBy } from '#contract/orders/carriers.ts'
import { formatCount } from '#contract/basics/figures.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import { parcelWords as words } from '#app/words/parcels.ts'

/** A parcel's event in the timeline: '500 pieces by DHL 1234567890', and the changes of a correction. */
export function ParcelEvent({ parcel }: { parcel: NonNullable<OrderEvent['parcel']> }) {
  const { pieces, before } = parcel
  const text = before
    ? words.correction(carriedBy(before) || words.nothing, carriedBy(parcel) || words.nothing)
    : words.by(formatCount(pieces), carriedBy(parcel))
  return <p className="wrap-anywhere figures">{text}</p>
}
