import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { orderCalls } from '#contract/orders/orders.ts'
import { Allowed } from '#app/identity/may.tsx'
import { paths } from '#app/paths.ts'

/** An order on the shop's own screens: a link for users who may read orders, plain text for others. */
export const OrderLink = ({ orderId, children }: { orderId: string; children: ReactNode }) => (
  <Allowed call={orderCalls.one} otherwise={children}>
    <Link to={paths.order(orderId)} className="link">
      {children}
    </Link>
  </Allowed>
)
