import type { Order } from '#contract/orders/orders.ts'
import { oneLine } from '../rendering/mail-content.ts'
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

/** A contact message. Name and address are not verified, so they are only in the text. */
type WrittenMessage = { id: string; name: string; email: string; message: string }

/** Forwards a contact message to a staff member; once for each message and reader. */
export function contactMessageMail(shop: Shop, recipient: string, written: WrittenMessage): QueuedMail {
  const ref = `${written.id} ${recipient}`
  return writeMail(shop, 'contact-message', ref, recipient, 'A message from the contact form', [
    'A visitor has written to the shop. Name and address are as typed; nobody has checked them.',
    {
      facts: [
        ['Name', oneLine(written.name)],
        ['Email', oneLine(written.email)],
      ],
    },
    { quote: written.message },
    'To answer, write to that address, not to this mail. Then mark the message as answered here:',
    { open: `${shop.shopUrl}/dashboard/messages`, label: 'See the messages' },
  ])
}
