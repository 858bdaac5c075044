import { formatCount } from '#contract/basics/figures.ts'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { useMay } from '#app/identity/may.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api/api.ts'
import { BatchAction } from '#app/ui/batch-action.tsx'
import { batchWords as words } from '#app/words/batch.ts'
import { refundWords } from '#app/words/refunds.ts'

export const nameOfOrder = ({ number, name, email }: Order) => `${number}, ${name}, ${email}`

/** Ships the selected orders. One that is disputed or partly refunded is not shipped: its own button asks about it. */
export function ShipOrders({ orders }: { orders: readonly Order[] }) {
  if (!useMay()(orderCalls.ship)) return null
  return (
    <BatchAction
      label={words.ship}
      question={words.shipQuestion(formatCount(orders.length))}
      rows={orders}
      nameOf={nameOfOrder}
      send={async ({ _id }) => {
        const { modifiedCount, heldBackBy } = await callApi(orderCalls.ship, { params: { id: _id } })
        if (modifiedCount === 1) return undefined
        return heldBackBy ? refundWords.heldBack : words.notToBeShipped
      }}
      changes={[...orderLists]}
    />
  )
}
