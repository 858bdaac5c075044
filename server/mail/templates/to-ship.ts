import { formatCount } from '#contract/basics/figures.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Block } from '../rendering/mail-content.ts'
import { namedPieces, orderSummary } from './orders.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

const NAMED_ORDERS = 50

/** Tells a staff member of orders that were paid together; once for each payment and reader. */
export function orderToShipMail(shop: Shop, recipient: string, orders: Order[]): QueuedMail {
  const [first] = orders
  const { number, transactionId, paidBy } = first! // a payment is for orders
  const isOnAccount = paidBy === 'account'
  const done = isOnAccount ? 'on account' : 'paid'
  const subject = orders.length === 1 ? `Order ${number} is ${done}` : `${orders.length} orders are ${done}, from ${number} on`
  return writeMail(shop, 'order-to-ship', `${transactionId} ${recipient}`, recipient, subject, [
    orders.length === 1
      ? `An order has been ${isOnAccount ? 'taken on account' : 'paid'} and waits to be shipped.`
      : `Orders have been ${isOnAccount ? 'taken on account' : 'paid'} together and wait to be shipped.`,
    ...(orders.length === 1 ? [orderSummary(first!), ...destinationOf(first!)] : [listOf(shop, orders)]),
    orders.length === 1
      ? { open: `${shop.shopUrl}/dashboard/order/${first!._id}`, label: 'Open the order' }
      : { open: `${shop.shopUrl}/dashboard/all-order?state=paid`, label: 'See what waits to be shipped' },
    'You can turn these mails off on your profile.',
  ])
}

/** Tells a staff member what waits to be shipped; once a day. `waiting` has the oldest ones first. */
export function ordersToShipMail(shop: Shop, recipient: string, day: string, count: number, waiting: Order[]): QueuedMail {
  const isOne = count === 1
  return writeMail(
    shop,
    'orders-to-ship',
    `${day} ${recipient}`,
    recipient,
    `${isOne ? 'One order waits' : `${formatCount(count)} orders wait`} to be shipped`,
    [
      `${isOne ? 'One order waits' : `${formatCount(count)} orders wait`} to be shipped. The oldest first:`,
      listOf(shop, waiting),
      ...(count > NAMED_ORDERS ? [`And ${formatCount(count - NAMED_ORDERS)} more.`] : []),
      { open: `${shop.shopUrl}/dashboard/all-order?state=paid`, label: 'See what waits to be shipped' },
      'You can turn these mails off on your profile.',
    ],
  )
}

/** With the address of each order, which mail programs show as a link. */
const listOf = ({ shopUrl }: Shop, orders: Order[]): Block => ({
  facts: orders
    .slice(0, NAMED_ORDERS)
    .map((order) => [
      order.number,
      `${namedPieces(order)}, ordered ${order.createdAt.slice(0, 10)}, ${shopUrl}/dashboard/order/${order._id}`,
    ]),
})

/** What the customer has typed is marked as such. */
const destinationOf = ({ reference, address }: Order): Block[] => [
  ...(reference === '' ? [] : ["The customer's reference:", { quote: reference }]),
  'Ship to:',
  { quote: address },
]
