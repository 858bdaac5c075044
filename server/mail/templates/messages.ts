import type { Order } from '#contract/orders/orders.ts'
import { orderMail, orderSummary } from './orders.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

type Written = { id: string; body: string }

const seeOrder = (shop: Shop, { _id }: Order) => ({ open: `${shop.shopUrl}/dashboard/order/${_id}`, label: 'Answer' })

/** A message of the shop to an order's customer; once for each message. */
export function messageToCustomerMail(shop: Shop, order: Order, { id, body }: Written): QueuedMail {
  const { about: _, ...mail } = orderMail(shop, 'order-message', order, `A message about your order ${order.number}`, [
    'We have written to you about your order:',
    { quote: body },
    orderSummary(order),
    'Please answer on the page of the order, not to this mail:',
    seeOrder(shop, order),
  ])
  return { ...mail, ref: id }
}

/** A message of an order's customer to a staff member; once for each message and reader. */
export function messageToShopMail(shop: Shop, recipient: string, order: Order, { id, body }: Written): QueuedMail {
  return writeMail(shop, 'order-question', `${id} ${recipient}`, recipient, `A customer has written about order ${order.number}`, [
    'A customer has written about an order:',
    { quote: body },
    orderSummary(order),
    'Please answer on the page of the order, not to this mail:',
    seeOrder(shop, order),
  ])
}
