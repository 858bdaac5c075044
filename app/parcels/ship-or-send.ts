import { timeText } from '#app/ui/days.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, piecesToSend, type Order, type ShippingDoubt } from '#contract/orders/orders.ts'
import { parcelCalls, type ParcelToSend } from '#contract/orders/parcels.ts'
import { callApi } from '#app/api/api.ts'
import type { createIdempotentSender } from '#app/api/idempotent-sender.ts'
import { batchWords } from '#app/words/batch.ts'
import { refundWords } from '#app/words/refunds.ts'

type ToShip = Required<Omit<ParcelToSend, 'despite'>> & { left: number; doubts: ShippingDoubt[] }

/** The order and its parcel afterwards, or why nothing was shipped. */
type Shipped = { pieces: number; left: number; now: Pick<Order, 'shipped' | 'parceledPieces'> } | { refused: string }

/**
 * Ships an order by the specified call, or, with fields that this call does not take, as a parcel.
 * @throws ApiError INVALID_INPUT for pieces or a number that cannot be; ORDER_SENT and others of `parcelCalls.send`
 */
export async function shipOrSend(
  order: Order,
  { left, pieces, carrier, trackingNumber, doubts }: ToShip,
  sendOnce: ReturnType<typeof createIdempotentSender<ParcelToSend>>,
): Promise<Shipped> {
  const params = { id: order._id }
  const despite = doubts.length > 0 ? { despite: doubts } : undefined
  const isAllThatIsLeft = pieces === left && !carrier && !trackingNumber
  if (!isAllThatIsLeft) {
    const body = { pieces, carrier, trackingNumber, ...despite }
    const sent = await sendOnce(body, (request) => callApi(parcelCalls.send, { params, ...request }))
    return { pieces, left: sent.left, now: { shipped: sent.shipped, parceledPieces: piecesToSend(order) - sent.left } }
  }
  const { modifiedCount, heldBackBy } = await callApi(orderCalls.ship, { params, body: despite })
  if (modifiedCount === 1) return { pieces, left: 0, now: { shipped: true, parceledPieces: piecesToSend(order) } }
  return { refused: heldBackBy ? refundWords.heldBack : await whoShipped(order) }
}

/** The other admin who has shipped it, and when. */
async function whoShipped({ _id }: Order): Promise<string> {
  const { events } = await callApi(orderEventCalls.ofOrder, { params: { id: _id } })
  const shipped = events.findLast(({ kind }) => kind === 'shipped')
  if (!shipped) return batchWords.notToBeShipped
  const when = timeText(new Date(shipped.at))
  return parcelMessages.shippedMeanwhile(shipped.actor ?? parcelMessages.theShop, when)
}
