import { useState } from 'react'
import { orderCalls, orderCan, type Order } from '#contract/orders/orders.ts'
import { useMay } from '#app/identity/may.tsx'
import { ShipQuestion } from '#app/parcels/ship-question.tsx'
import { Button } from '#app/ui/button.tsx'
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
