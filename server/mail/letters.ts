import { randomUUID } from 'node:crypto'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Settings } from '../settings/settings.ts'
import type { MailKind, QueuedMail } from './queue-mail.ts'

/*
 * Every mail of the shop, as plain text. None repeats what a customer typed about themselves: anyone can register
 * somebody else's address, and a name in the text would carry a stranger's words there in the shop's name.
 * The one exception goes to the shop's own people, and there a stranger's words are marked as such.
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

/** What a visitor wrote on the contact screen. Name and address are not checked, so nothing of them leaves the text. */
export type WrittenMessage = { id: string; name: string; email: string; message: string }

/** Tells one of the shop's people that a visitor has written. There is one such mail for each message and reader. */
export function contactMessageLetter(shop: Shop, recipient: string, written: WrittenMessage): QueuedMail {
  const ref = `${written.id} ${recipient}`
  return letter(shop, 'contact-message', ref, recipient, 'A message from the contact form', [
    'A visitor has written to the shop. Name and address are as typed; nobody has checked them.',
    [`Name:   ${oneLine(written.name)}`, `Email:  ${oneLine(written.email)}`].join('\n'),
    quoted(written.message),
    'To answer, write to that address, not to this mail. Then mark the message as answered here:',
    `${shop.shopUrl}/dashboard/messages`,
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

/** Every line marked, so that a stranger's words are not taken for the shop's. */
const quoted = (text: string) =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => `> ${oneLine(line)}`.trimEnd())
    .join('\n')

/** A line break in a subject would begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
