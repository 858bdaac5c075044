import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import type { UnverifiedOrder, UnverifiedOrders } from '#contract/payments/taxes.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

const NAMED_ORDERS = 20

/** Tells who may see money about orders whose VAT id the register has not answered, or has answered otherwise than was charged. */
export function unverifiedOrdersMail(shop: Shop, recipient: string, day: string, { count, orders }: UnverifiedOrders): QueuedMail {
  const which = count === 1 ? 'one order' : `${formatCount(count)} orders`
  return writeMail(shop, 'vat-ids-unverified', `${day} ${recipient}`, recipient, `The VAT id of ${which} is not verified`, [
    `The VAT ids of ${which} were not verified when they were placed.`,
    { facts: orders.slice(0, NAMED_ORDERS).map((order): [string, string] => [order.number, describe(order)]) },
    ...(count > NAMED_ORDERS ? [`And ${formatCount(count - NAMED_ORDERS)} more.`] : []),
    'VIES is asked again every 30 minutes, and before such an order is paid.',
    { open: `${shop.shopUrl}/dashboard/tax`, label: 'See these orders' },
  ])
}

const SAID = { unverified: 'no answer yet', valid: 'valid', invalid: 'invalid' } as const

const describe = ({ vatId, vatIdStatus, tax }: UnverifiedOrder) =>
  `${oneLine(vatId)}: ${SAID[vatIdStatus]}, ${tax > 0 ? `${formatAmount(tax)} of tax charged` : 'no tax charged'}`
