import { randomUUID } from 'node:crypto'
import { dayText } from '#contract/basics/day-text.ts'
import { counted, formatCents } from '#contract/basics/figures.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { BankAccount } from '#contract/payments/transfers.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import { groupMail, namedOrders, orderSummary } from './orders.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

/** Of one order or several that are paid together. */
const nameOf = (orders: Order[]) =>
  orders.length === 1 ? `order ${orders[0]!.number}` : `${orders.length} orders from ${orders[0]!.number} on`
const summaryOf = (orders: Order[]): Block[] => (orders.length === 1 ? [orderSummary(orders[0]!)] : [namedOrders(orders)])

const accountFacts = ({ holder, iban, bic, bankName }: BankAccount, reference: string, amount: number): Block => ({
  facts: [
    ['Amount', formatCents(amount)],
    ['To', oneLine(holder)],
    ['IBAN', iban],
    ...(bic === '' ? [] : [['BIC', bic] satisfies [string, string]]),
    ...(bankName === '' ? [] : [['Bank', oneLine(bankName)] satisfies [string, string]]),
    ['Reference', reference],
  ],
})

type Transfer = { account: BankAccount; reference: string }

/** Where the money goes and what to write, once for each bill. */
export function transferChosenMail(
  shop: Shop,
  { id, totalCents }: { id: string; totalCents: number },
  orders: Order[],
  { account, reference }: Transfer,
): QueuedMail {
  return groupMail(shop, 'transfer-chosen', id, orders, `How to transfer the money for your ${nameOf(orders)}`, [
    'Please transfer this amount in US dollars, without charges for us, and write the reference so that we find your order:',
    accountFacts(account, reference, totalCents),
    ...summaryOf(orders),
    `The pieces are held for you until ${dayOf(orders[0]!.payBy)}. We write again when the money is there. The pro-forma invoice is here:`,
    { open: `${shop.shopUrl}/dashboard/payment/${orders[0]!._id}`, label: 'See the pro-forma invoice' },
  ])
}

const dayOf = (time: string | null) => (time === null ? 'further notice' : dayText(time.slice(0, 10)))

/** The tax of unpaid orders was decided anew, so another amount is due; once for each change. */
export function taxChangedMail(
  shop: Shop,
  { dueCents, dueBeforeCents }: { dueCents: number; dueBeforeCents: number },
  orders: Order[],
): QueuedMail {
  return groupMail(shop, 'tax-changed', randomUUID(), orders, `Another amount is due for your ${nameOf(orders)}`, [
    `The tax was decided anew. ${formatCents(dueCents)} is due now, in place of ${formatCents(dueBeforeCents)}.`,
    ...summaryOf(orders),
    { open: `${shop.shopUrl}/dashboard/payment/${orders[0]!._id}`, label: 'Pay now' },
  ])
}

/** A part of a transfer has arrived; once for each receipt. */
export function partReceivedMail(
  shop: Shop,
  receiptId: string,
  orders: Order[],
  { received, left }: { received: number; left: number },
): QueuedMail {
  return groupMail(shop, 'part-received', receiptId, orders, `A part of the money for your ${nameOf(orders)} is there`, [
    `${formatCents(received)} has arrived, and ${formatCents(left)} is still to come. Please transfer the rest with the same reference.`,
    ...summaryOf(orders),
    { open: `${shop.shopUrl}/dashboard/payment/${orders[0]!._id}`, label: 'See what is open' },
  ])
}

/** Money has arrived for an order that had ended; once for each receipt. */
export function lateMoneyMail(shop: Shop, receiptId: string, orders: Order[], cents: number): QueuedMail {
  return groupMail(shop, 'part-received', receiptId, orders, `Your money for ${nameOf(orders)} has arrived after it had ended`, [
    `${formatCents(cents)} has arrived for your ${nameOf(orders)}, which had been cancelled before because it was not paid in time. We have the money: we revive the order while its pieces are there, use it for another order of yours, or send it back. Please tell us what you prefer.`,
    ...summaryOf(orders),
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

/** An order goes on that had ended; \`received\` is there, \`left\` still to come. */
export function orderRevivedMail(
  shop: Shop,
  ref: string,
  orders: Order[],
  { received, left, reference }: { received: number; left: number; reference: string },
): QueuedMail {
  return groupMail(shop, 'order-revived', ref, orders, `Your ${nameOf(orders)} goes on`, [
    `We have set the pieces of your ${nameOf(orders)} aside again. ${formatCents(received)} has arrived, and ${formatCents(left)} is still to come: please transfer it by ${dayOf(orders[0]!.payBy)} with the reference ${reference}.`,
    ...summaryOf(orders),
    { open: `${shop.shopUrl}/dashboard/payment/${orders[0]!._id}`, label: 'See what is open' },
  ])
}

/** When a bill on account is paid: by a day, or so many days after its last pieces have left, or with `byDelivery` each delivery so. */
export type PaidLater = { dueOn: string; daysFromDispatch?: number | undefined; byDelivery?: true }

/** An order is cleared to ship and paid later. */
export function onAccountMail(shop: Shop, billId: string, orders: Order[], { dueOn, daysFromDispatch, byDelivery }: PaidLater): QueuedMail {
  return groupMail(shop, 'order-on-account', billId, orders, `Your ${nameOf(orders)} is on account`, [
    daysFromDispatch === undefined
      ? `Thank you for your order. We begin now, and you pay by ${dayText(dueOn)}.`
      : byDelivery
        ? `Thank you for your order. We begin now. Each delivery has its own invoice, and you pay it within ${counted(daysFromDispatch, 'day')} after it has left.`
        : `Thank you for your order. We begin now, and you pay within ${counted(daysFromDispatch, 'day')} after it has left.`,
    ...summaryOf(orders),
    'We will write again when it is on its way. Your order is here:',
    { open: `${shop.shopUrl}/dashboard/order/${orders[0]!._id}`, label: 'See my order' },
  ])
}

type Reminded = { billId: string; amountCents: number; openCents: number; dueOn: string }

const steps = [
  [
    'A reminder',
    'Perhaps our invoice has escaped your notice: this sum was to be paid by {day}. If you have paid meanwhile, please pass over this mail.',
  ],
  [
    'A second reminder',
    'This sum was to be paid by {day}, and we have not received it. Please transfer it within the next days, or tell us what keeps you from it.',
  ],
  [
    'The last reminder',
    'This sum was to be paid by {day}, and our reminders have not been answered. Please transfer it within seven days, or call us, so that we find a way together.',
  ],
] as const

/** One of three reminders, without interest or charges. */
export function openItemReminderMail(
  shop: Shop,
  { billId, amountCents, openCents, dueOn }: Reminded,
  orders: Order[],
  { step, account, invoice }: { step: number; account: BankAccount | undefined; invoice?: string },
): QueuedMail {
  const [title, text] = steps[step - 1]!
  return groupMail(shop, 'open-item-reminder', `${billId} ${step}`, orders, `${title} of the payment for your ${nameOf(orders)}`, [
    text.replace('{day}', dayText(dueOn)),
    ...(openCents < amountCents
      ? [`Of ${formatCents(amountCents)}, ${formatCents(amountCents - openCents)} is settled. What follows is the rest.`]
      : []),
    ...(invoice === undefined ? [] : [`It is for invoice ${invoice}, of one delivery of this order.`]),
    ...(account
      ? [accountFacts(account, invoice ?? orders[0]!.number, openCents)]
      : [{ facts: [['Open', formatCents(openCents)]] } satisfies Block]),
    ...summaryOf(orders),
    { open: `${shop.shopUrl}/dashboard/order/${orders[0]!._id}`, label: 'See my order' },
  ])
}

type PartPaid = { billId: string; name: string; due: number; received: number }

/** Asks a staff member what happens to an unpaid bill whose money has mostly arrived; once for each bill and reader. */
export function partPaidOverdueMail(shop: Shop, reader: string, { billId, name, due, received }: PartPaid): QueuedMail {
  return writeMail(
    shop,
    'part-paid-overdue',
    `${billId} ${reader}`,
    reader,
    `${name} is past its time to pay, and most of the money is there`,
    [
      'This order was not cancelled: half or more of its money has arrived, or a movement of the bank names it and nobody has matched it yet.',
      {
        facts: [
          ['Order', name],
          ['Due', formatCents(due)],
          ['Matched so far', formatCents(received)],
          ['Missing', formatCents(due - received)],
        ],
      },
      'Its pieces stay set aside until somebody decides: match the movement, accept what is missing, move the money to another order of the buyer, or cancel the order.',
      { open: `${shop.shopUrl}/dashboard/bank`, label: 'Decide' },
    ],
  )
}
