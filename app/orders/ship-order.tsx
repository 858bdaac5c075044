import { useState } from 'react'
import { orderCalls, orderCan, type Order } from '#contract/orders/orders.ts'
import { useMay } from '#app/identity/may.tsx'
import { ShipQuestion } from '#app/parcels/ship-question.tsx'
import { Button } from '#app/ui/button.tsx'
import { useOpened } from '#app/ui/use-opened.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { orderStateWords } from '#app/words/order-states.ts'

/**
 * The 'Pending Shipping' button of a paid order. Specification section 2, "All Order". Its dialog stays open when the order is
 * shipped concurrently: the answer says by whom.
 */
export function ShipOrder({ order, variant = 'secondary' }: { order: Order; variant?: 'primary' | 'secondary' }) {
  const [asks, setAsks] = useState(false)
  if (!useMay()(orderCalls.ship)) return null
  return (
    <>
      {orderCan.ship(order) && (
        <Button variant={variant} className="whitespace-nowrap" onClick={() => setAsks(true)}>
          {orderStateWords.paid}
        </Button>
      )}
      {asks && <ShipQuestion order={order} question={dialogWords.shippingQuestion(order.name)} onClose={() => setAsks(false)} />}
    </>
  )
}

/** The question of the order that the address asks to ship, when it is in the list and waits. */
export function AskedToShip({ orders }: { orders: readonly Order[] | undefined }) {
  const { openedId, close } = useOpened('ship')
  const order = orders?.find(({ _id }) => _id === openedId)
  const mayShip = useMay()(orderCalls.ship)
  return order && mayShip ? <Question key={order._id} order={order} onClose={close} /> : null
}

function Question({ order, onClose }: { order: Order; onClose: () => void }) {
  // It stays while its answer is read, after which the order no longer waits.
  const [waited] = useState(orderCan.ship(order))
  return waited && <ShipQuestion order={order} question={dialogWords.shippingQuestion(order.name)} onClose={onClose} />
}
