import { freightText } from '#contract/freight/freight-text.ts'
import { dueOf, formatRate, taxSentences } from '#contract/payments/tax.ts'
import { counted, formatAmount, formatCents, formatCount } from '#contract/basics/figures.ts'
import { weekdayText } from '#contract/basics/day-text.ts'
import { shopCalendar, workingDays } from '#contract/parts/lead-time.ts'
import { shipDayOf } from '#contract/promises/promise.ts'
import { promiseOfOrder, wishedText } from '#contract/promises/promise-text.ts'
import { stateOf, type Order } from '#contract/orders/orders.ts'
import type { ShortfallReason } from '#contract/payments/bank.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { bankAccountOf } from '../../platform/settings/bank-account.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import type { MailKind } from '../mail-bounds.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, lifetime, type Shop } from '../rendering/write-mail.ts'

type PlacedTogether = Pick<OrderGroup, 'groupId' | 'quoteNumber' | 'orders'>

export function orderPlacedMail(shop: Shop, order: Order): QueuedMail {
  return orderMail(shop, 'order-placed', order, `We have received your order of ${order.name}`, [
    'Thank you for your order. The pieces are set aside for you.',
    orderSummary(order),
    `We begin as soon as it is paid${unlessPaidInTime(order)}. ${ifPaidToday(shop, [order])} You can pay ${waysToPay(shop)} here:`,
    { open: `${shop.shopUrl}/dashboard/payment/${order._id}`, label: 'Pay for this order' },
  ])
}

/** Cents that are missing of a payment, and why the shop accepts that. */
export type Accepted = { missing: number; why: ShortfallReason }

const thankForPayment = (accepted: Accepted | undefined) => {
  if (!accepted) return 'Thank you, your payment has arrived.'
  const missing = formatCents(accepted.missing)
  return accepted.why === 'discount'
    ? `Thank you, your payment has arrived. It is ${missing} less than the price: we have taken that off as a discount, so nothing is open any more.`
    : `Thank you, your payment has arrived. Banks have kept ${missing} of it: we bear that, so nothing is open any more.`
}

export function orderPaidMail(shop: Shop, order: Order, accepted?: Accepted): QueuedMail {
  return orderMail(shop, 'order-paid', order, `We have received your payment for ${order.name}`, [
    thankForPayment(accepted),
    orderSummary(order),
    ...termsOf([order]),
    'We will write again when it is on its way. All your orders are here:',
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

/** What has arrived of a bill, in cents, and the reference of a transfer that was chosen. */
type PaidSoFar = { due: number; received: number; reference?: string | undefined }

/** A day before an unpaid bill ends; `orders` are those to pay together. Half of the money keeps a bill until a person decides. */
export function paymentReminderMail(shop: Shop, billId: string, orders: Order[], { due, received, reference }: PaidSoFar): QueuedMail {
  const [first] = orders
  const { _id, number, payBy } = first! // a bill has orders
  const [are, they] = orders.length === 1 ? ['is', 'It is'] : ['are', 'They are']
  const what = orders.length === 1 ? `order ${number}` : `${orders.length} orders, from ${number} on,`
  const ends = `${they} cancelled on ${minuteOf(payBy)} unless paid by then`
  const arrived = `${formatCents(received)} of ${formatCents(due)} for your ${what} has arrived, and ${formatCents(due - received)} is still to come.`
  const stands =
    received === 0
      ? `Your ${what} ${are} not paid yet. ${ends}.`
      : received * 2 >= due
        ? `${arrived} Please transfer the rest by ${minuteOf(payBy)}. Nothing is cancelled before we have asked you.`
        : `${arrived} ${ends}; what has arrived is yours then, and goes back.`
  const subject = `Please pay ${received > 0 ? 'the rest ' : ''}for your ${what.replace(/,$/, '')} by tomorrow`
  return groupMail(shop, 'payment-reminder', billId, orders, subject, [
    stands,
    ...(orders.length === 1 ? [orderSummary(first!)] : [namedOrders(orders)]),
    ...(reference
      ? [
          `You chose to pay by bank transfer, with the reference ${reference}. If it is on its way, please answer this mail or write to us on the order: a transfer takes up to three days.`,
        ]
      : []),
    { open: `${shop.shopUrl}/dashboard/payment/${_id}`, label: 'Pay now' },
  ])
}

export const waysToPay = ({ shop = {} }: Shop) => (bankAccountOf({ shop }) ? 'by card or by bank transfer' : 'by card')

/** '2026-11-24, 14:32 UTC' */
const minuteOf = (time: string | null) => (time === null ? 'its last day' : `${time.slice(0, 10)}, ${time.slice(11, 16)} UTC`)

/** Cents that were transferred for a bill of which orders end: what pays for its others, and what is left, which is the buyer's. */
export type TransferredMoney = { stays: number; left: number }

type Ended = {
  /** The orders were cancelled because they were not paid in that time. */
  notPaidWithinMinutes?: number | undefined
  money?: TransferredMoney
}

function whereMoneyIs({ stays, left }: TransferredMoney, it: 'it' | 'them'): string {
  if (stays + left === 0) return `Nothing has been charged for ${it}.`
  return [
    ...(left > 0
      ? [
          `We have ${formatCents(left)} that you transferred. It is yours: we send it back, or use it for another order of yours; please tell us which.`,
        ]
      : []),
    ...(stays > 0 ? [`${formatCents(stays)} that you transferred stays with your other orders.`] : []),
  ].join(' ')
}

export function orderCancelledMail(
  shop: Shop,
  order: Order,
  { notPaidWithinMinutes: minutes, money = { stays: 0, left: 0 } }: Ended = {},
): QueuedMail {
  return orderMail(shop, 'order-cancelled', order, `Your order of ${order.name} is cancelled`, [
    `Your order has been cancelled${becauseNotPaid(minutes, 'it was')}. ${whereMoneyIs(money, 'it')}`,
    orderSummary(order),
    'If this was not what you wanted, you are welcome to order again:',
    { open: `${shop.shopUrl}/inventory`, label: 'See all parts' },
  ])
}

const NAMED_PARTS = 20

export function groupPlacedMail(shop: Shop, { groupId, quoteNumber, orders }: PlacedTogether): QueuedMail {
  return groupMail(shop, 'order-placed', groupId, orders, `We have received your order of quote ${quoteNumber}`, [
    'Thank you for your order. The pieces are set aside for you.',
    ...groupSummary(quoteNumber, orders),
    ...termsOf(orders),
    `We begin as soon as it is paid${unlessPaidInTime(orders[0]!)}. ${ifPaidToday(shop, orders)} You can pay for all of it at once ${waysToPay(shop)} here:`,
    { open: `${shop.shopUrl}/dashboard/payment/${orders[0]!._id}`, label: 'Pay for this order' }, // a group has orders
  ])
}

export function groupPaidMail(shop: Shop, { groupId, quoteNumber, orders }: PlacedTogether, accepted?: Accepted): QueuedMail {
  return groupMail(shop, 'order-paid', groupId, orders, `We have received your payment for quote ${quoteNumber}`, [
    thankForPayment(accepted),
    ...groupSummary(quoteNumber, orders),
    ...termsOf(orders),
    'We will write again for each part that is on its way. All your orders are here:',
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

export function groupCancelledMail(
  shop: Shop,
  { quoteNumber, orders }: Omit<PlacedTogether, 'groupId'>,
  { notPaidWithinMinutes: minutes, money = { stays: 0, left: 0 } }: Ended = {},
): QueuedMail {
  // An order is cancelled once, a group may be in several steps: each has its own mail.
  const ref = orders[0]!._id
  return groupMail(shop, 'order-cancelled', ref, orders, `${orders.length} orders of your quote ${quoteNumber} are cancelled`, [
    `They have been cancelled${becauseNotPaid(minutes, 'they were')}. ${whereMoneyIs(money, 'them')}`,
    ...groupSummary(quoteNumber, orders),
    'If this was not what you wanted, you are welcome to order again:',
    { open: `${shop.shopUrl}/inventory`, label: 'See all parts' },
  ])
}

export function orderMail(shop: Shop, kind: MailKind, order: Order, subject: string, blocks: Block[]): QueuedMail {
  return { ...writeMail(shop, kind, order._id, order.email, subject, blocks), about: order.groupId ?? order._id }
}

export const orderSummary = (order: Order): Block => ({
  facts: [
    ['Order', order.number],
    ['Part', oneLine(order.name)],
    ['Quantity', counted(order.orderQuantity, 'piece')],
    ...shipFact(order),
    ...wishedFact(order),
    ...promiseFact(order),
    ['Total', formatAmount(order.totalPrice)],
    ...freightFacts([order]),
    ...taxFacts(order.tax && { ...order.tax, why: taxSentences[order.tax.reason] }),
    ...referenceOf([order]),
  ],
})

/** Freight of orders, with its terms where all have the same, and what is due with it where no tax applies. */
function freightFacts(orders: Order[]): [string, string][] {
  const freights = orders.flatMap(({ freight }) => freight ?? [])
  if (freights.length === 0) return []
  const cents = freights.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const [terms = '', ...others] = new Set(freights.map(freightText))
  const due = orders.reduce((sum, order) => sum + Math.round(dueOf(order) * 100), 0)
  return [
    ['Freight', cents === 0 ? 'free' : formatCents(cents)],
    ...(others.length === 0 ? [['About the freight', oneLine(terms)] as [string, string]] : []),
    ...(orders.some(({ tax }) => tax) ? [] : [['With freight', formatCents(due)] as [string, string]]),
  ]
}

type TaxInMail = { total: number; due: number; why?: string; rate?: number }

/** Tax and what is due with it; nothing where no tax applies. */
function taxFacts(tax: TaxInMail | undefined): [string, string][] {
  if (!tax) return []
  return [
    [tax.rate ? `Tax ${formatRate(tax.rate)}` : 'Tax', formatAmount(tax.total)],
    ['With tax', formatAmount(tax.due)],
    ...(tax.why ? [['About the tax', tax.why] as [string, string]] : []),
  ]
}

function taxOfGroup(orders: Order[]): TaxInMail | undefined {
  if (orders.every(({ tax }) => !tax)) return undefined
  const sumOf = (amounts: number[]) => amounts.reduce((cents, dollars) => cents + Math.round(dollars * 100), 0) / 100
  return { total: sumOf(orders.map(({ tax }) => tax?.total ?? 0)), due: sumOf(orders.map(dueOf)) }
}

/**
 * The buyer's own number, where all of these orders have the same. Only of paid orders: anybody can order with another person's
 * address, and would send a text of their own in the shop's name.
 */
function referenceOf(orders: Order[]): [string, string][] {
  const [reference = '', ...others] = new Set(orders.map((order) => (order.paid ? oneLine(order.reference) : '')))
  return reference === '' || others.length > 0 ? [] : [['Your reference', reference]]
}

export function groupMail(shop: Shop, kind: MailKind, ref: string, orders: Order[], subject: string, blocks: Block[]): QueuedMail {
  const { email, groupId, _id } = orders[0]! // a group has orders
  return { ...writeMail(shop, kind, ref, email, subject, blocks), about: groupId ?? _id }
}

export function groupSummary(quoteNumber: string, orders: Order[]): Block[] {
  const cents = orders.reduce((sum, { totalPrice }) => sum + Math.round(totalPrice * 100), 0)
  const named = orders.slice(0, NAMED_PARTS)
  const rest = orders.length - named.length
  return [
    {
      facts: [
        ['Quote', quoteNumber],
        ['Orders', `${orders.length}`],
        ['Total', formatCents(cents)],
        ...freightFacts(orders),
        ...taxFacts(taxOfGroup(orders)),
        ...referenceOf(orders),
      ],
    },
    namedOrders(named),
    ...(rest > 0 ? [`And ${formatCount(rest)} more.`] : []),
  ]
}

export const namedOrders = (orders: Order[]): Block => ({
  facts: orders.slice(0, NAMED_PARTS).map((order) => [order.number, `${namedPieces(order)}, ${formatAmount(order.totalPrice)}`]),
})

/** 'HDMI cable, 2,000 pieces, ships by Tue 1 Dec' */
export const namedPieces = (order: Order) =>
  [`${oneLine(order.name)}, ${counted(order.orderQuantity, 'piece')}`]
    .concat([...shipFact(order), ...wishedFact(order)].map(([title, value]) => `${title.toLowerCase()} ${value}`))
    .concat(promiseOfOrder(order) ?? [])
    .join(', ')

/** The day that was promised to an order which is still to be sent; else the days of its offer. */
function shipFact(order: Order): [string, string][] {
  if (order.shipBy !== undefined) return stateOf(order) === 'paid' ? [['Ships by', weekdayText(order.shipBy)]] : []
  return order.leadDays === undefined ? [] : [['Lead time', workingDays(order.leadDays)]]
}

const wishedFact = ({ wishedOn, release }: Order): [string, string][] =>
  wishedOn === undefined ? [] : [['Wished for', wishedText(wishedOn, release)]]

/** The terms of an offer, which all of its orders have. */
const termsOf = ([order]: readonly Order[]): Block[] => (order?.terms ? ['Terms of the offer:', { quote: order.terms }] : [])

/** When the pieces leave of an order that had more than was in stock. */
function promiseFact(order: Order): [string, string][] {
  const text = promiseOfOrder(order)
  return text === undefined ? [] : [['Leaves', text]]
}

/** 'Paid on Sat 28 Nov, it ships by Tue 1 Dec.' */
function ifPaidToday({ shop }: Shop, orders: Order[]): string {
  const calendar = shopCalendar(shop?.holidays)
  const day = orders
    .map((order) => shipDayOf(order, calendar))
    .toSorted()
    .at(-1)! // a mail is about orders
  return `Paid on ${weekdayText(calendar.today)}, it ships by ${weekdayText(day)}.`
}

const becauseNotPaid = (minutes: number | undefined, subject: 'it was' | 'they were') =>
  minutes === undefined ? '' : ` because ${subject} not paid within ${lifetime(minutes)}`

/** The payment deadline in words; empty for an order of the previous release. */
const unlessPaidInTime = ({ createdAt, payBy }: Order) =>
  payBy === null
    ? ''
    : `, and cancel it unless it is paid within ${lifetime(Math.round((Date.parse(payBy) - Date.parse(createdAt)) / 60_000))}, by ${minuteOf(payBy)}`
