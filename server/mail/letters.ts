import { randomUUID } from 'node:crypto'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Settings } from '../settings.ts'
import type { MailKind, QueuedMail } from './queue-mail.ts'

/*
 * Every mail of the shop, as plain text. None repeats what a customer typed about themselves: anyone can register
 * somebody else's address, and a name in the text would carry a stranger's words there in the shop's name.
 */

type Shop = Pick<Settings, 'shopName' | 'shopUrl'>

/** Asks a new customer to confirm the address. The link is valid for `validMinutes`. */
export function verifyEmailLetter(shop: Shop, recipient: string, token: string, validMinutes: number): QueuedMail {
  return letter(shop, 'verify-email', randomUUID(), recipient, 'Please confirm your email address', [
    `Thank you for registering at ${shop.shopName}.`,
    'Please confirm that this email address is yours by opening this link:',
    linkWithToken(shop, '/verify-email', token),
    `The link is valid for ${lifetime(validMinutes)}. You can already order without it.`,
    'If you did not register, you need not do anything.',
  ])
}

/** Leads to the screen for a new password. The link is valid once, and for `validMinutes`. */
export function resetPasswordLetter(shop: Shop, recipient: string, token: string, validMinutes: number): QueuedMail {
  return letter(shop, 'reset-password', randomUUID(), recipient, 'Choose a new password', [
    `Somebody asked to set a new password for your account at ${shop.shopName}. If that was you, open this link:`,
    linkWithToken(shop, '/reset-password', token),
    `The link works once and is valid for ${lifetime(validMinutes)}. After that, you will be signed out everywhere.`,
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ])
}

export function orderPlacedLetter(shop: Shop, order: Order): QueuedMail {
  return orderLetter(shop, 'order-placed', order, `We have received your order of ${order.name}`, [
    'Thank you for your order. The pieces are set aside for you.',
    orderSummary(order),
    'We begin as soon as it is paid. You can pay by card here:',
    `${shop.shopUrl}/dashboard/payment/${order._id}`,
  ])
}

export function orderPaidLetter(shop: Shop, order: Order): QueuedMail {
  return orderLetter(shop, 'order-paid', order, `We have received your payment for ${order.name}`, [
    'Thank you, your payment has arrived.',
    orderSummary(order),
    'We will write again when it is on its way. All your orders are here:',
    `${shop.shopUrl}/dashboard`,
  ])
}

export function orderShippedLetter(shop: Shop, order: Order): QueuedMail {
  return orderLetter(shop, 'order-shipped', order, `Your order of ${order.name} is on its way`, [
    'Your order has left our warehouse.',
    orderSummary(order),
    'All your orders are here:',
    `${shop.shopUrl}/dashboard`,
  ])
}

export function orderCancelledLetter(shop: Shop, order: Order): QueuedMail {
  return orderLetter(shop, 'order-cancelled', order, `Your order of ${order.name} is cancelled`, [
    'Your order has been cancelled. Nothing has been charged for it.',
    orderSummary(order),
    'If this was not what you wanted, you are welcome to order again:',
    `${shop.shopUrl}/inventory`,
  ])
}

function orderLetter(shop: Shop, kind: MailKind, order: Order, subject: string, paragraphs: string[]): QueuedMail {
  return letter(shop, kind, order._id, order.email, subject, paragraphs)
}

const orderSummary = (order: Order) =>
  [
    `Order:     ${order._id}`,
    `Part:      ${oneLine(order.name)}`,
    `Quantity:  ${order.orderQuantity} pieces`,
    `Total:     ${formatDollars(order.totalPrice)}`,
  ].join('\n')

function letter(
  shop: Shop,
  kind: MailKind,
  ref: string,
  recipient: string,
  subject: string,
  paragraphs: string[],
): QueuedMail {
  const body = ['Hello,', ...paragraphs, `Kind regards\n${shop.shopName}\n${shop.shopUrl}`].join('\n\n')
  return { kind, ref, recipient, subject: oneLine(subject), body: `${body}\n` }
}

const linkWithToken = (shop: Shop, path: string, token: string) =>
  `${shop.shopUrl}${path}?token=${encodeURIComponent(token)}`

const lifetime = (minutes: number) => (minutes === 60 ? 'one hour' : `${minutes} minutes`)

/** A line break in a subject would begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
