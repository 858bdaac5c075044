import { formatCount } from '#contract/basics/figures.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { parcelCalls, type Parcel } from '#contract/orders/parcels.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { parcelWords as words } from '#app/words/parcels.ts'

/** Marks a parcel as delivered. For admins. */
export function DeliverParcel({ parcel }: { parcel: Parcel }) {
  const pieces = words.pieces(formatCount(parcel.pieces))
  return (
    <ConfirmedAction
      button={words.deliver}
      buttonLabel={words.deliverOf(pieces)}
      question={words.deliverQuestion(pieces)}
      tone="primary"
      send={() => callApi(parcelCalls.deliver, { params: { id: parcel._id } })}
      onDone={({ orderDelivered }) => toast.success(orderDelivered ? words.orderDelivered : words.parcelDelivered)}
      changes={[parcelCalls.ofOrder, orderCalls.one, ...orderLists, orderEventCalls.ofOrder]}
    >
      <p>{words.deliverConsequence}</p>
    </ConfirmedAction>
  )
}
